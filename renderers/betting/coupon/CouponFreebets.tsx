import type { CouponEdit, CouponFreebet, CouponToken } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './CouponFreebets.module.css'
import notes from './CouponNotes.module.css'
import type { CouponLook } from './coupon.selectors.ts'

/** The free bets from which a player chooses. */
export interface FreebetChoice {
  /** Those that can be staked, the one that ends first first. */
  readonly all: readonly CouponFreebet[]
  /** What can be put on a bet. */
  readonly tokens: readonly CouponToken[]
  /** The one that a typed code names. */
  readonly named: (typed: string) => CouponFreebet | undefined
}

/** Props of {@link CouponFreebets}. */
export interface CouponFreebetsProps {
  readonly freebets: FreebetChoice['all']
  readonly chosen: CouponFreebet | undefined
  readonly look: CouponLook
  readonly onEdit: (edit: CouponEdit) => void
}

/** The free bets of the player: a press stakes one, a second press takes it back (BET-14, PROMO-19). */
export function CouponFreebets({ freebets, chosen, look, onEdit }: CouponFreebetsProps) {
  const t = useText()
  const shown = chosen && !freebets.some(({ code }) => code === chosen.code) ? [chosen, ...freebets] : freebets
  if (shown.length === 0) return null
  return (
    <fieldset className={styles.freebets}>
      <legend className={styles.title}>{t('betting.freebets')}</legend>
      {shown.map((freebet) => (
        <button
          key={freebet.code}
          type="button"
          className={styles.freebet}
          aria-pressed={freebet.code === chosen?.code}
          onClick={() => onEdit({ kind: 'freebet_chosen', ...(freebet.code === chosen?.code ? {} : { freebet }) })}
        >
          <Icon name={freebet.code === chosen?.code ? 'check' : 'gift'} size={20} />
          <span className={styles.words}>
            <span className={styles.amount}>{t('betting.freebet_of', { amount: look.money(freebet.stakeMinor) })}</span>
            <span className={styles.name}>
              {freebet.name}
              {freebet.expiresAt === undefined
                ? null
                : ` · ${t('betting.freebet_until', { time: look.time(freebet.expiresAt) })}`}
            </span>
          </span>
        </button>
      ))}
      {chosen ? (
        <p className={notes.about}>
          {t(chosen.isStakeReturned ? 'betting.freebet_pays_all' : 'betting.freebet_pays_winnings')}
          {chosen.winnings === 'bonus' ? ` ${t('betting.freebet_pays_bonus')}` : null}
        </p>
      ) : null}
    </fieldset>
  )
}
