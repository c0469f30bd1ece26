import type { Coupon } from '#schemas'
import { isAdvanceable } from '../cash-out/advance.rules.ts'
import { awaitedPrice, canAwaitPrice } from './auto-price.rules.ts'
import { type CouponTotals, couponTotals, type UncomputableBet } from './coupon-bets.rules.ts'
import { conflictingOutcomes, isOpen } from './coupon-entries.rules.ts'
import { type CouponTerms, mostStakeMinor } from './coupon-terms.rules.ts'
import { maximumEntries } from './coupon-types.rules.ts'
import { isFreebetType } from './payload-shape.rules.ts'
import { disagreement } from './price-policy.rules.ts'
import { fitsToken } from './token-bounds.rules.ts'

/** Why a coupon cannot be sent as it is. */
export interface CouponProblem {
  readonly code:
    | 'player_missing'
    | 'entries_missing'
    | 'entries_too_many'
    | 'prices_stale'
    | 'suspended'
    | 'conflict'
    | 'line_changed'
    | 'price_changed'
    | 'stake_below_minimum'
    | 'stake_above_maximum'
    | 'auto_price_wrong'
    | 'auto_bet_impossible'
    | 'advance_too_small'
    | 'advance_impossible'
    | 'freebet_impossible'
    | 'token_impossible'
    | UncomputableBet
  /** The outcomes that are concerned; left out when it is the whole. */
  readonly outcomeIds?: readonly number[]
}

/** What stands around a coupon when it is to be sent. */
export interface CouponSituation {
  readonly userId: number | null
  readonly isFeedLive: boolean
  /** How much can be advanced on open bets; null when nobody has asked. */
  readonly advanceLimitMinor: number | null
  /** The player's own money, which is staked first; null when nobody has asked. */
  readonly advanceOwnMinor: number | null
}

/** What the player may want to know before sending. */
export type CouponWarning = 'payout_below_stake' | 'payout_above_maximum' | 'payout_large'

/** All that keeps the coupon from being sent, what concerns its outcomes first; empty when it may be. */
export function couponProblems(
  coupon: Coupon,
  terms: CouponTerms,
  situation: CouponSituation,
): readonly CouponProblem[] {
  const { entries } = coupon
  if (entries.length === 0) return [{ code: 'entries_missing' }]
  const result = couponTotals(coupon, terms)
  return [
    ...when(situation.userId === null, 'player_missing'),
    ...when(!situation.isFeedLive, 'prices_stale'),
    ...when(entries.length > maximumEntries(coupon, terms), 'entries_too_many'),
    ...about(
      'suspended',
      idsOf(coupon, (entry) => !isOpen(entry)),
    ),
    ...about('conflict', conflictingOutcomes(coupon)),
    ...about('line_changed', disagreeing(coupon, 'line_changed')),
    ...about('price_changed', disagreeing(coupon, 'price_changed')),
    ...(result.ok ? amountProblems(coupon, result.totals, terms, situation) : [{ code: result.code }]),
    ...(coupon.isAutoBet ? waitProblems(coupon) : []),
    ...when(coupon.freebet !== undefined && !canBeFree(coupon), 'freebet_impossible'),
    ...when(coupon.token !== undefined && !canCarry(coupon, result), 'token_impossible'),
    ...when(coupon.isAdvance && !isAdvanceable({ ...coupon, count: entries.length }), 'advance_impossible'),
  ]
}

/** What the player is warned of: a payout after tax below the stake (MATH-10), one that the brand does not pay whole, and one so
 *  large that the stake may be mistyped (BET-8). */
export function couponWarnings(totals: CouponTotals, terms: CouponTerms): readonly CouponWarning[] {
  return [
    ...(totals.payoutMinor < totals.stakeMinor && !totals.isFree ? (['payout_below_stake'] as const) : []),
    ...(totals.isCapped ? (['payout_above_maximum'] as const) : []),
    ...(totals.payoutMinor > terms.largePayoutMinor ? (['payout_large'] as const) : []),
  ]
}

/** How much of the player's own money is missing for a bet, in minor units; 0 where it is enough, nobody knows what there is, or the
 *  rest is advanced, or a free bet pays. */
export function missingMinor(
  { isAdvance }: Pick<Coupon, 'isAdvance'>,
  { stakeMinor, isFree }: Pick<CouponTotals, 'stakeMinor' | 'isFree'>,
  balanceMinor: number | null,
): number {
  return isAdvance || isFree || balanceMinor === null ? 0 : Math.max(0, stakeMinor - balanceMinor)
}

function canBeFree({ betType, isAdvance, entries }: Coupon): boolean {
  return isFreebetType({ betType, avanceBet: isAdvance }, entries.length)
}

/** Whether what a bonus puts on the bet can be put on it; a stake that is still to come is spoken of elsewhere. */
function canCarry(coupon: Coupon, result: ReturnType<typeof couponTotals>): boolean {
  if (!coupon.token || !canBeFree(coupon)) return false
  const { stakeMinor } = result.ok ? result.totals : { stakeMinor: coupon.token.minimumStakeMinor }
  return fitsToken(coupon.token, { stakeMinor, odds: coupon.entries.map(({ odds }) => odds) })
}

function amountProblems(
  { isAdvance, betType }: Coupon,
  { stakeMinor, groupsMinor }: CouponTotals,
  terms: CouponTerms,
  { advanceLimitMinor, advanceOwnMinor }: CouponSituation,
): readonly CouponProblem[] {
  // Each single bet is a bet of its own; later blocks are paid from what the ones before have won.
  const bets = betType === 'single' ? groupsMinor : [stakeMinor]
  return [
    ...when(
      bets.some((bet) => bet < terms.minimumStakeMinor),
      'stake_below_minimum',
    ),
    ...when(
      bets.some((bet) => bet > mostStakeMinor(terms, bets.length)),
      'stake_above_maximum',
    ),
    ...when(isAdvance && stakeMinor - (advanceOwnMinor ?? 0) > (advanceLimitMinor ?? 0), 'advance_too_small'),
  ]
}

/** What keeps a coupon from waiting for its price: what it is, else the price. */
function waitProblems(coupon: Coupon): readonly CouponProblem[] {
  if (!canAwaitPrice(coupon.betType, coupon.entries)) return [{ code: 'auto_bet_impossible' }]
  return when(awaitedPrice(coupon) === null, 'auto_price_wrong')
}

function disagreeing(coupon: Coupon, code: 'line_changed' | 'price_changed'): readonly number[] {
  return idsOf(coupon, (entry) => disagreement(entry, coupon.pricePolicy) === code)
}

function idsOf({ entries }: Coupon, isMeant: (entry: Coupon['entries'][number]) => boolean): readonly number[] {
  return entries.filter(isMeant).map(({ outcomeId }) => outcomeId)
}

function when(isSo: boolean, code: CouponProblem['code']): readonly CouponProblem[] {
  return isSo ? [{ code }] : []
}

function about(code: CouponProblem['code'], outcomeIds: readonly number[]): readonly CouponProblem[] {
  return outcomeIds.length > 0 ? [{ code, outcomeIds }] : []
}
