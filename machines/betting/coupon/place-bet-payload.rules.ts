import type { Coupon, CouponEntry, PlaceBetPayload, PlaceBetSelection, PricePolicy } from '#schemas'
import { autoPrice } from './auto-price.rules.ts'
import { type CouponTotals, couponTotals } from './coupon-bets.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { minimumOdds } from './price-policy.rules.ts'

/** The policy as `checkCf` names it (CFG-26). Slippage goes by the lowest prices, so that a server that does not know them accepts
 *  no change at all. */
const CHECK_CF: Readonly<Record<PricePolicy['kind'], PlaceBetPayload['checkCf']>> = {
  none: 0,
  any: 1,
  higher: 2,
  slippage: 0,
}

/** How a bet came to be sent. */
export interface BetWay {
  /** The player has agreed to prices that the server offered. */
  readonly isApproved: boolean
  /** One press has placed it. */
  readonly isOneClick: boolean
}

/** The bet that a coupon stands for, as it is sent (BET-1, BET-20), with where each price was seen; null when it cannot be computed. */
export function placeBetPayload(coupon: Coupon, terms: CouponTerms, way: BetWay): PlaceBetPayload | null {
  const result = couponTotals(coupon, terms)
  if (!result.ok) return null
  const { betType, entries, cover, pricePolicy } = coupon
  return {
    betType,
    events: entries.map(selectionOf),
    summ: result.totals.stakeMinor,
    groupsSumms: [...result.totals.groupsMinor],
    checkCf: CHECK_CF[pricePolicy.kind],
    approvedBet: way.isApproved,
    ...blocksOf(coupon),
    ...(betType === 'system' || betType === 'lobby' ? { sizes: coupon.sizes } : {}),
    ...(cover === undefined ? {} : { cover }),
    ...(pricePolicy.kind === 'slippage'
      ? { minimumOdds: entries.map(({ agreedOdds }) => minimumOdds(agreedOdds, pricePolicy.percent)) }
      : {}),
    ...extrasOf(coupon),
    ...vipOf(result.totals, terms),
    ...(way.isOneClick ? { oneClickBet: true } : {}),
  }
}

function blocksOf({ betType, entries, lobbyOutcomeId, blocks }: Coupon): Partial<PlaceBetPayload> {
  const places = new Map(entries.map(({ outcomeId }, place) => [outcomeId, place]))
  const placesOf = (outcomeIds: readonly number[]) => outcomeIds.flatMap((outcomeId) => places.get(outcomeId) ?? [])
  if (betType === 'conditional') return { eventsIndexes: blocks.map(placesOf) }
  if (betType !== 'lobby' || lobbyOutcomeId === undefined) return {}
  const others = entries.map(({ outcomeId }) => outcomeId).filter((outcomeId) => outcomeId !== lobbyOutcomeId)
  return { withLobby: true, eventsIndexes: [placesOf([lobbyOutcomeId]), placesOf(others)] }
}

/** What is said only where it was chosen. */
function extrasOf(coupon: Coupon): Partial<PlaceBetPayload> {
  const { promo, token, couponCode, antiExpressCoef, betType, isAdvance, isAutoBet, isDroppedOnScore } = coupon
  return {
    ...(promo.trim() === '' ? {} : { promo: promo.trim() }),
    ...(token?.kind === 'powerbet' ? { isPowerBet: true } : {}),
    ...(couponCode === undefined ? {} : { couponCode }),
    ...(betType === 'anti-express' && antiExpressCoef !== undefined ? { antiExpressCoef } : {}),
    ...(isAdvance ? { avanceBet: true } : {}),
    ...(isAutoBet ? { isAutoBet, autoBetCf: autoPrice(coupon), dropOnScoreChange: isDroppedOnScore } : {}),
  }
}

/** A stake above the largest one makes a VIP bet (BET-11). */
function vipOf({ stakeMinor, groupsMinor }: CouponTotals, terms: CouponTerms): Partial<PlaceBetPayload> {
  const isVip = groupsMinor.length === 1 && stakeMinor > terms.maximumStakeMinor && terms.vipStakeMinor !== undefined
  return isVip ? { VIPBetSumm: stakeMinor } : {}
}

function selectionOf(entry: CouponEntry): PlaceBetSelection {
  const { gameId, mainGameId, marketId, typeId, outcomeId, kind, parameter, odds, epoch, seq } = entry
  return {
    gameId,
    ...(mainGameId === undefined ? {} : { mainGameId }),
    marketId,
    typeId,
    outcomeId,
    kind,
    ...(parameter === undefined ? {} : { parameter }),
    odds,
    epoch,
    seq,
  }
}
