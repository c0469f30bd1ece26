import type { HistoryBet } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import styles from './BetCard.module.css'
import { waitsForCover } from './bet-history.selectors.ts'

/** What credit has to do with a bet: its own advance with its cover, or what its payout has repaid for another (BET-20). */
export function BetAdvance({ bet, look }: { readonly bet: HistoryBet; readonly look: CouponLook }) {
  const t = useText()
  const { advance, advanceRepaidMinor } = bet
  const amounts = {
    advance: look.money(advance?.advanceMinor ?? 0),
    // The player's own cost of a bet on an advance: when the advance is void, what was repaid came from the player too.
    own: look.money((advance?.ownMinor ?? 0) + (advance?.state === 'void' ? advance.repaidMinor : 0)),
  }
  return (
    <>
      {advanceRepaidMinor === undefined ? null : (
        <p className={styles.when}>{t('history.advance_repaid', { amount: look.money(advanceRepaidMinor) })}</p>
      )}
      {advance ? (
        <>
          <p className={styles.when}>
            {t(`history.advance_${advance.state}`, { ...amounts, time: look.time(advance.until) })}
          </p>
          {waitsForCover(bet) ? <p className={styles.when}>{t('history.advance_waits')}</p> : null}
          <dl className={styles.rules}>
            {advance.cover.map(({ betId, repaidMinor }) => (
              <div key={betId} className={styles.rule}>
                <dt>{t('history.advance_cover')}</dt>
                <dd>{t('history.advance_number', { number: betId, amount: look.money(repaidMinor) })}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </>
  )
}
