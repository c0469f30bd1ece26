import type { CouponEdit, CouponToken } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './CouponFreebets.module.css'
import notes from './CouponNotes.module.css'
import type { CouponLook } from './coupon.selectors.ts'

/** Props of {@link CouponTokens}. */
export interface CouponTokensProps {
  readonly tokens: readonly CouponToken[]
  readonly chosen: CouponToken | undefined
  readonly look: CouponLook
  readonly onEdit: (edit: CouponEdit) => void
}

/** What the player can put on the bet: a double, a power bet or an insurance. A press puts it on, a second press takes it off (BET-14,
 *  PROMO-19). */
export function CouponTokens({ tokens, chosen, look, onEdit }: CouponTokensProps) {
  const t = useText()
  const shown = chosen && !tokens.some(({ code }) => code === chosen.code) ? [chosen, ...tokens] : tokens
  if (shown.length === 0) return null
  return (
    <fieldset className={styles.freebets}>
      <legend className={styles.title}>{t('betting.tokens')}</legend>
      {shown.map((token) => {
        const isChosen = token.code === chosen?.code
        return (
          <button
            key={token.code}
            type="button"
            className={styles.freebet}
            aria-pressed={isChosen}
            onClick={() => onEdit({ kind: 'token_chosen', ...(isChosen ? {} : { token }) })}
          >
            <Icon name={isChosen ? 'check' : 'gift'} size={20} />
            <span className={styles.words}>
              <span className={styles.amount}>{token.name}</span>
              <span className={styles.name}>
                {t(`betting.token_${token.kind}`, {
                  share: look.exact(String(token.percentE4 / 100)),
                  amount: look.money(token.maximumMinor),
                })}
              </span>
            </span>
          </button>
        )
      })}
      {chosen ? (
        <p className={notes.about}>
          {t('betting.token_bounds', {
            amount: look.money(chosen.minimumStakeMinor),
            odds: chosen.minimumOddsE3 / 1000,
            legs: chosen.minimumLegs,
          })}
        </p>
      ) : null}
    </fieldset>
  )
}
