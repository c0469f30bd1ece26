import { type Draft, produce } from 'immer'
import type { Coupon, CouponEntry, CouponFeedChange } from '#schemas'
import { isCouponFeedChange as isChange } from '#schemas/generated/validators/betting.js'

/** Changes that concern what is in the coupon; whether the prices are live does not. */
export type CouponMarketChange = Exclude<CouponFeedChange, { readonly kind: 'link_changed' }>

/** The coupon as the feed has it now: prices, lines and status follow; what the player has agreed to stays. What is no change of the
 *  feed, or of nothing in the coupon, gives the same coupon. */
export function followFeed(coupon: Coupon, change: CouponMarketChange): Coupon {
  if (!isChange(change)) return coupon
  return produce(coupon, (draft) => {
    if (change.kind === 'anti_express_priced') {
      if (isPriceOf(change, coupon)) draft.antiExpressCoef = change.coef
      return
    }
    for (const entry of draft.entries) followEntry(entry, change)
    const isOtherPrice = draft.entries.some(({ odds }, index) => odds !== coupon.entries[index]?.odds)
    if (isOtherPrice) delete draft.antiExpressCoef
  })
}

/** Whether the price of an anti-express is that of exactly these outcomes. */
function isPriceOf(
  { outcomeIds }: Extract<CouponMarketChange, { readonly kind: 'anti_express_priced' }>,
  { entries }: Coupon,
): boolean {
  return (
    outcomeIds.length === entries.length && entries.every(({ outcomeId }, index) => outcomeId === outcomeIds[index])
  )
}

function followEntry(
  entry: Draft<CouponEntry>,
  change: Exclude<CouponMarketChange, { readonly kind: 'anti_express_priced' }>,
): void {
  switch (change.kind) {
    case 'price_changed': {
      const { outcomeId, odds, isSuspended, epoch, seq } = change
      const isNewer = entry.outcomeId === outcomeId && (entry.epoch !== epoch || entry.seq < seq)
      if (isNewer) Object.assign(entry, { odds, isSuspended, epoch, seq })
      return
    }
    case 'market_changed':
      if (entry.marketId !== change.marketId) return
      entry.status = change.status
      if (change.parameter === undefined) delete entry.parameter
      else entry.parameter = change.parameter
      return
    case 'game_changed':
      if (entry.gameId === change.gameId) entry.status = change.status
  }
}
