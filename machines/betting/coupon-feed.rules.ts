import type { Coupon, CouponEntry, CouponFeedChange } from '#schemas'
import { validate as isChange } from '#schemas/generated/validators/betting/coupon-feed-change.js'

/** Changes that concern what is in the coupon; whether the prices are live does not. */
export type CouponMarketChange = Exclude<CouponFeedChange, { readonly kind: 'link_changed' }>

/** The coupon as the feed has it now: prices, lines and status follow; what the player has agreed to stays. What is no
 *  change of the feed changes nothing. */
export function followFeed(coupon: Coupon, change: CouponMarketChange): Coupon {
  if (!isChange(change)) return coupon
  if (change.kind !== 'anti_express_priced') {
    const entries = coupon.entries.map((entry) => followedEntry(entry, change))
    const isOtherPrice = entries.some(({ odds }, index) => odds !== coupon.entries[index]?.odds)
    return isOtherPrice ? { ...withoutCoef(coupon), entries } : { ...coupon, entries }
  }
  const isOurs =
    change.outcomeIds.length === coupon.entries.length &&
    coupon.entries.every(({ outcomeId }, index) => outcomeId === change.outcomeIds[index])
  return isOurs ? { ...coupon, antiExpressCoef: change.coef } : coupon
}

function followedEntry(
  entry: CouponEntry,
  change: Exclude<CouponMarketChange, { readonly kind: 'anti_express_priced' }>,
): CouponEntry {
  switch (change.kind) {
    case 'price_changed': {
      const { outcomeId, odds, isSuspended, epoch, seq } = change
      const isNewer = entry.outcomeId === outcomeId && (entry.epoch !== epoch || entry.seq < seq)
      return isNewer ? { ...entry, odds, isSuspended, epoch, seq } : entry
    }
    case 'market_changed':
      return entry.marketId === change.marketId
        ? withLine({ ...entry, status: change.status }, change.parameter)
        : entry
    case 'game_changed':
      return entry.gameId === change.gameId ? { ...entry, status: change.status } : entry
  }
}

function withLine({ parameter: _former, ...entry }: CouponEntry, parameter: string | undefined): CouponEntry {
  return parameter === undefined ? entry : { ...entry, parameter }
}

function withoutCoef({ antiExpressCoef: _coef, ...coupon }: Coupon): Coupon {
  return coupon
}
