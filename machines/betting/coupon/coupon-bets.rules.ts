import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { BetLeg, BetSettlement, Coupon, CouponEntry, PayoutStep, SettledBet } from '#schemas'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { awaitedPrice, betAtPrice } from './auto-price.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'

/** Why a coupon cannot be computed. */
export type UncomputableBet = 'stake_missing' | 'stake_invalid' | 'price_missing' | 'bet_impossible'

/** Bets of a coupon with all that is in it won: what settlement is asked, and what it says. */
export interface CouponTotals {
  /** All that the player pays: exactly the sum of the groups, except for a conditional bet, where only the first
   *  block is paid. */
  readonly stakeMinor: number
  /** Stakes of the single bets or of the blocks; else the stake alone. */
  readonly groupsMinor: readonly number[]
  readonly payoutMinor: number
  readonly lines: number
  readonly stakeTaxMinor: number
  readonly payoutTaxMinor: number
  /** Whether a bet pays less than its prices come to, because the brand pays no more for one (BET-24). */
  readonly isCapped: boolean
  /** Whether a free bet pays the stake, and the player nothing. */
  readonly isFree: boolean
}

export type CouponTotalsResult =
  | { readonly ok: true; readonly totals: CouponTotals }
  | { readonly ok: false; readonly code: UncomputableBet }

/** What the coupon pays when everything wins, computed by the very rules that settle it (MATH-2 to MATH-10, BET-9). */
export function couponTotals(coupon: Coupon, terms: CouponTerms): CouponTotalsResult {
  const result = wonCoupon(coupon, terms)
  if (!result.ok) return result
  const { groupsMinor, settlements } = result
  const sum = (read: (settlement: (typeof settlements)[number]) => number) =>
    settlements.reduce((total, settlement) => total + read(settlement), 0)
  const [first = 0] = groupsMinor
  return {
    ok: true,
    totals: {
      stakeMinor: coupon.betType === 'conditional' ? first : groupsMinor.reduce((total, stake) => total + stake, 0),
      groupsMinor,
      payoutMinor: sum(({ payoutMinor }) => payoutMinor),
      lines: sum(({ lines }) => lines),
      stakeTaxMinor: sum(({ stakeTaxMinor }) => stakeTaxMinor),
      payoutTaxMinor: sum(({ payoutTaxMinor }) => payoutTaxMinor),
      isCapped: settlements.some(({ explanation }) => explanation.some(({ step }) => step === 'cap')),
      isFree: coupon.freebet !== undefined,
    },
  }
}

/** How the payout of a bet of the coupon comes about. */
export interface ExplainedBet {
  readonly steps: readonly PayoutStep[]
  /** The outcomes in the order of their steps; empty where it is explained by the price that is waited for. */
  readonly entries: readonly CouponEntry[]
}

/** How the payout comes about, step by step, for each bet of the coupon (MATH-12); empty when it cannot be computed. */
export function couponExplanation(coupon: Coupon, terms: CouponTerms): readonly ExplainedBet[] {
  const result = wonCoupon(coupon, terms)
  if (!result.ok) return []
  return result.settlements.map(({ explanation: steps }, bet) => ({ steps, entries: explainedEntries(coupon, bet) }))
}

/** The outcomes of one of the coupon's bets in the order in which settlement takes them. */
function explainedEntries(coupon: Coupon, bet: number): readonly CouponEntry[] {
  const { betType, entries, lobbyOutcomeId, blocks } = coupon
  if (awaitedPrice(coupon) !== null) return []
  if (betType === 'single') return entries.slice(bet, bet + 1)
  if (betType === 'conditional')
    return blocks.flat().flatMap((id) => entries.filter(({ outcomeId }) => outcomeId === id))
  if (betType !== 'lobby') return entries
  const lobby = entries.filter(({ outcomeId }) => outcomeId === lobbyOutcomeId)
  return [...lobby, ...entries.filter((entry) => !lobby.includes(entry))]
}

type WonCoupon =
  | { readonly ok: true; readonly groupsMinor: readonly number[]; readonly settlements: readonly BetSettlement[] }
  | { readonly ok: false; readonly code: UncomputableBet }

/** The bets of a coupon, settled with all that is in it won. */
function wonCoupon(coupon: Coupon, terms: CouponTerms): WonCoupon {
  const stakes = stakeTextsOf(coupon).map((text) => readStake(text, terms.exponent))
  const unread = stakes.find((stake) => typeof stake === 'string')
  if (typeof unread === 'string') return { ok: false, code: unread }
  const groupsMinor = stakes.filter((stake) => typeof stake === 'number')
  if (coupon.betType === 'anti-express' && coupon.antiExpressCoef === undefined)
    return { ok: false, code: 'price_missing' }
  const results = settledBets(coupon, groupsMinor, terms).map(settleBet)
  const settlements = results.flatMap((result) => (result.ok ? [result.settlement] : []))
  if (settlements.length === 0 || settlements.length < results.length) return { ok: false, code: 'bet_impossible' }
  return { ok: true, groupsMinor, settlements }
}

/** A typed stake in minor units, a comma taken for the point: `('12,5', 2)` → 1250. */
export function readStake(text: string, exponent: number): number | 'stake_missing' | 'stake_invalid' {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return 'stake_missing'
  const minor = decimalToMinor(typed, exponent)
  return minor === null || minor <= 0 ? 'stake_invalid' : minor
}

/** The stakes as typed: of each single bet, of each block, or of the whole. */
function stakeTextsOf({ betType, entries, blocks, stakeText, stakeTexts, hasOneStake }: Coupon): readonly string[] {
  if (betType === 'single')
    return entries.map(({ outcomeId }) => (hasOneStake ? stakeText : (stakeTexts[String(outcomeId)] ?? '')))
  if (betType === 'conditional')
    return blocks.map((_, place) => (place === 0 ? stakeText : (stakeTexts[String(place)] ?? '')))
  return [stakeText]
}

/** The coupon in the words of settlement, each outcome won. */
function settledBets(coupon: Coupon, stakes: readonly number[], terms: CouponTerms): readonly SettledBet[] {
  const { entries, betType, cover, sizes, freebet } = coupon
  const [stakeMinor = 0] = stakes
  const { exponent, currency, tax, maximumPayoutMinor, boost } = terms
  const common = { stakeMinor, exponent, currency, tax, maximumPayoutMinor }
  const legs = entries.map(won)
  const free = freebet ? { freebet: { isStakeReturned: freebet.isStakeReturned } } : {}
  const awaited = awaitedPrice(coupon)
  if (awaited !== null) return [{ ...betAtPrice(common, awaited), ...free }]
  switch (betType) {
    case 'single':
      return legs.map((leg, place) => ({
        ...common,
        type: betType,
        stakeMinor: stakes[place] ?? 0,
        legs: [leg],
        ...free,
      }))
    case 'express':
      return [{ ...common, type: betType, legs, ...free, ...(boost ? { boost } : {}) }]
    case 'chain':
      return [{ ...common, type: betType, legs }]
    case 'system':
      return [{ ...common, type: betType, sizes, legs }]
    case 'cover':
      return cover === undefined ? [] : [{ ...common, type: betType, cover, legs }]
    case 'lobby':
      return lobbyBet(coupon).map((bet) => ({ ...common, ...bet }))
    case 'anti-express':
      return [antiExpress(common, legs, coupon.antiExpressCoef)]
    case 'conditional':
      return [{ ...common, type: betType, blocks: conditionalBlocks(coupon, stakes) }]
  }
}

function lobbyBet({ entries, lobbyOutcomeId, sizes }: Coupon) {
  const lobby = entries.find(({ outcomeId }) => outcomeId === lobbyOutcomeId)
  const others = entries.filter((entry) => entry !== lobby)
  return lobby ? [{ type: 'lobby' as const, lobby: won(lobby), legs: others.map(won), sizes }] : []
}

/** An anti-express wins when a leg of it loses, so that its best end has the first one lost. */
function antiExpress(
  common: { readonly stakeMinor: number; readonly exponent: number; readonly currency: string },
  [first, ...others]: readonly BetLeg[],
  antiExpressCoef = '1',
): SettledBet {
  const lost = first ? [{ odds: first.odds, result: 'lose' as const }] : []
  return { ...common, type: 'anti-express', antiExpressCoef, legs: [...lost, ...others] }
}

function conditionalBlocks({ blocks, entries }: Coupon, stakes: readonly number[]) {
  const legOf = new Map(entries.map((entry) => [entry.outcomeId, won(entry)]))
  return blocks.map((block, place) => ({
    ...(place === 0 ? {} : { stakeMinor: stakes[place] ?? 0 }),
    legs: block.flatMap((outcomeId) => legOf.get(outcomeId) ?? []),
  }))
}

function won({ odds }: CouponEntry): BetLeg {
  return { odds, result: 'win' }
}
