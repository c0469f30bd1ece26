import { matchesState } from 'xstate'
import type { OfferingView } from '#machines/shell/machine-contract.ts'
import type { CouponEdit, CouponEntry, CouponEvent, CouponFeedChange } from '#schemas'
import type { CouponState } from './coupon-state.rules.ts'

/** Whether the page of a coupon has a button for an event, or hears of it, as the coupon stands. */
export function offersOnPage({ value, context }: OfferingView<CouponState>, event: CouponEvent): boolean {
  const { coupon, bet, terms, userId } = context
  const isFilled = coupon.entries.length > 0
  const followed = [...coupon.entries, ...(bet?.isOneClick ? bet.coupon.entries : [])]
  switch (event.type) {
    case 'bet.confirmed':
      return isFilled
    case 'save.requested':
      return isFilled && terms.isSaveLoadAllowed
    case 'load.requested':
      return terms.isSaveLoadAllowed
    case 'coupon.edited':
      return offersEdit(context, event.edit)
    case 'feed.changed':
      return followed.some((entry) => isNewsOf(entry, event.change))
    case 'outcome.pressed':
      return !followed.some(({ outcomeId, isSuspended }) => isSuspended && outcomeId === event.entry.outcomeId)
    case 'result.closed':
      return (
        event.keepsEntries ||
        matchesState({ settled: 'accepted' }, value) ||
        matchesState({ settled: 'partial' }, value)
      )
    case 'advance.requested':
      return coupon.isAdvance
    case 'player.left':
      return userId !== null
    default:
      return true
  }
}

function offersEdit({ coupon, terms, userId }: CouponState, edit: CouponEdit): boolean {
  switch (edit.kind) {
    case 'stake_typed':
      return coupon.entries.length > 0 && coupon.stakeText !== edit.text
    case 'one_click_set':
      // The stake is what a visit before has left, and goes with its player.
      return terms.isOneClickAllowed && (userId !== null || edit.text === coupon.oneClickStakeText)
    case 'policy_chosen':
      return coupon.pricePolicy.kind !== edit.policy.kind
    case 'freebet_chosen':
      return terms.isPromoAllowed && coupon.entries.length > 0 && coupon.freebet?.code !== edit.freebet?.code
    case 'token_chosen':
      return terms.isPromoAllowed && coupon.entries.length > 0 && coupon.token?.code !== edit.token?.code
    case 'cleared':
      return coupon.entries.length > 0
    default:
      return true
  }
}

/** Whether a change is one of an outcome, and tells something new of it. */
function isNewsOf(entry: CouponEntry, change: CouponFeedChange): boolean {
  if (change.kind === 'market_changed') return change.marketId === entry.marketId && change.status !== entry.status
  return (
    change.kind === 'price_changed' &&
    change.outcomeId === entry.outcomeId &&
    (change.odds !== entry.odds || change.isSuspended !== entry.isSuspended)
  )
}
