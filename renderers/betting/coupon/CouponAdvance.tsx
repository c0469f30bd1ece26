import { useId } from 'react'
import { isAdvanceable, mixedStake } from '#machines/betting/cash-out/advance.rules.ts'
import type { CouponTotals } from '#machines/betting/coupon/coupon-bets.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { CouponEvent } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { useText } from '../../site/texts.tsx'
import { AmountLine } from './AmountLine.tsx'
import styles from './CouponAdvance.module.css'
import notes from './CouponNotes.module.css'
import type { CouponLook } from './coupon.selectors.ts'

/** Props of {@link CouponAdvance}. */
export interface CouponAdvanceProps {
  readonly state: CouponState
  /** Null as long as the bet cannot be computed. */
  readonly totals: CouponTotals | null
  /** What the player has, in minor units; null when nobody knows. */
  readonly balanceMinor: number | null
  readonly look: CouponLook
  readonly isDisabled: boolean
  readonly onEvent: (event: CouponEvent) => void
}

/** A bet placed on an advance against open bets, offered when the player's own money does not cover the stake, and only
 *  ever at the player's own choice (BET-18). */
export function CouponAdvance({ state, totals, balanceMinor, look, isDisabled, onEvent }: CouponAdvanceProps) {
  const t = useText()
  const aboutId = useId()
  const { coupon, terms, userId } = state
  const isOn = coupon.isAdvance
  const isShort = balanceMinor !== null && totals !== null && !totals.isFree && totals.stakeMinor > balanceMinor
  const isOffered = isShort && isAdvanceable({ ...coupon, count: coupon.entries.length })
  if (!terms.isAdvanceAllowed || userId === null || !(isOn || isOffered)) return null
  return (
    <fieldset className={styles.advance} disabled={isDisabled}>
      <legend className="visually-hidden">{t('betting.advance')}</legend>
      <label className={notes.choice}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={aboutId}
          onChange={({ target }) =>
            onEvent({ type: 'coupon.edited', edit: { kind: 'advance_set', isOn: target.checked } })
          }
        />
        {t('betting.advance')}
      </label>
      {isOn ? <Shares state={state} totals={totals} look={look} onEvent={onEvent} /> : null}
      <p className={notes.about} id={aboutId}>
        {isOn ? t('betting.advance_about', { hours: terms.advanceHours }) : t('betting.advance_offer')}
      </p>
    </fieldset>
  )
}

/** How the stake is paid; where that is not known yet, the player can ask again. */
function Shares({ state, totals, look, onEvent }: Pick<CouponAdvanceProps, 'state' | 'totals' | 'look' | 'onEvent'>) {
  const t = useText()
  const { advanceLimitMinor, advanceOwnMinor, failure } = state
  if (advanceLimitMinor === null || advanceOwnMinor === null)
    return failure ? (
      <Button size="small" onClick={() => onEvent({ type: 'advance.requested' })}>
        {t('betting.advance_ask')}
      </Button>
    ) : null
  const money = { ownMinor: advanceOwnMinor, availableMinor: advanceLimitMinor }
  const share = totals === null ? null : mixedStake(totals.stakeMinor, money)
  return (
    <dl className={styles.lines}>
      <AmountLine name={t('betting.advance_available')} value={look.money(advanceLimitMinor)} />
      {share ? (
        <>
          <AmountLine name={t('betting.advance_own')} value={look.money(share.ownMinor)} />
          <AmountLine name={t('betting.advance_part')} value={look.money(share.advanceMinor)} isMain />
        </>
      ) : null}
    </dl>
  )
}
