import { decimalToMinor } from '#machines/money/amount.rules.ts'
import { plainNumber, readOdds } from '#machines/odds/odds-reading.rules.ts'
import type { BetFault, BetLeg, BetSettlement, CalculatorForm, CalculatorLeg, SettledBet } from '#schemas'
import { lineCount, lineSizes } from '../bet-faults.rules.ts'
import type { CouponTerms } from '../coupon/coupon-terms.rules.ts'
import { COVER_BETS } from '../coupon/cover-bets.ts'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { type BetLine, betLines } from './bet-lines.rules.ts'

/** Combinations that a page lists; a Goliath has 247. */
export const MOST_LINES_SHOWN = 255
const MOST_EXPRESS_LEGS = 50
const MOST_SYSTEM_LEGS = 20

/** What the calculator needs of a brand's terms. */
export type CalculatorTerms = Pick<
  CouponTerms,
  'maximumBets' | 'maximumSystemBets' | 'betTypes' | 'exponent' | 'currency' | 'tax' | 'maximumPayoutMinor' | 'boost'
>

/** Why the calculator gives no result: `most` and `needed` are numbers of outcomes, `leg` is the place of one. */
export type CalculationFault =
  | { readonly code: 'odds_invalid' | 'places_above_tied'; readonly leg: number }
  | { readonly code: 'too_many_legs'; readonly most: number }
  | { readonly code: 'too_few_legs' | 'cover_legs'; readonly needed: number }
  | { readonly code: 'stake_invalid' | 'sizes_missing' | 'size_above_legs' | 'stake_below_lines' | 'payout_too_large' }

/** One bet of a calculation; single bets are as many as there are outcomes. */
export interface CalculatedBet {
  readonly settlement: BetSettlement
  /** Places of its outcomes in the form, rows without odds counted, in the order of the steps. */
  readonly places: readonly number[]
  /** The combinations one by one, as many as are listed; none of a bet of one line. */
  readonly lines: readonly BetLine[]
}

/** What a form comes to. `empty` while nothing is typed that could be computed. */
export type Calculation =
  | { readonly kind: 'empty' }
  | { readonly kind: 'faults'; readonly faults: readonly CalculationFault[] }
  | {
      readonly kind: 'calculated'
      readonly bets: readonly CalculatedBet[]
      /** All that is paid for the bets, in minor units. */
      readonly stakeMinor: number
      readonly payoutMinor: number
      readonly stakeTaxMinor: number
      readonly payoutTaxMinor: number
      readonly lines: number
    }

/** The kinds of bets that a brand offers and the calculator knows, in its order. */
export function calculatorTypes({ betTypes }: Pick<CalculatorTerms, 'betTypes'>): readonly CalculatorForm['type'][] {
  const covers = Object.keys(COVER_BETS) as (keyof typeof COVER_BETS)[]
  return betTypes.flatMap((offered): readonly CalculatorForm['type'][] => {
    if (offered === 'single' || offered === 'express' || offered === 'chain') return [offered]
    if (offered === 'patent') return ['patent']
    if (offered === 'lucky') return covers.filter((cover) => cover.startsWith('lucky'))
    if (offered !== 'system') return []
    return ['system', ...covers.filter((cover) => cover !== 'patent' && !cover.startsWith('lucky'))]
  })
}

/** What a bet pays by the rules that settle it (MATH-2 to MATH-12), with taxes, boost and bounds of the brand. An express of one
 *  outcome is a single bet, and single bets stake the same on each outcome. */
export function calculateBet(form: CalculatorForm, terms: CalculatorTerms): Calculation {
  const places = form.legs.flatMap(({ odds }, place) => (odds.trim() === '' ? [] : [place]))
  if (places.length === 0) return { kind: 'empty' }
  const most = mostLegs(form, terms)
  if (places.length > most) return { kind: 'faults', faults: [{ code: 'too_many_legs', most }] }
  const legs = new Map<number, BetLeg>()
  const faults: CalculationFault[] = []
  for (const place of places) {
    const leg = readLeg(form.legs[place], form)
    if (typeof leg === 'string') faults.push({ code: leg, leg: place })
    else legs.set(place, leg)
  }
  const hasStake = form.stake.trim() !== ''
  const stakeMinor = hasStake ? decimalToMinor(plainNumber(form.stake), terms.exponent) : null
  faults.push(...countFaults(form, places.length))
  if (hasStake && (stakeMinor === null || stakeMinor < 1)) faults.push({ code: 'stake_invalid' })
  if (faults.length > 0) return { kind: 'faults', faults }
  return stakeMinor === null ? { kind: 'empty' } : computed(legs, { form, terms, stakeMinor })
}

/** How many outcomes a kind of bet takes at most. */
export function mostLegs({ type }: Pick<CalculatorForm, 'type'>, terms: CalculatorTerms): number {
  if (type === 'system') return Math.min(terms.maximumSystemBets, terms.maximumBets, MOST_SYSTEM_LEGS)
  return Math.min(terms.maximumBets, MOST_EXPRESS_LEGS)
}

function countFaults({ type, sizes }: CalculatorForm, count: number): readonly CalculationFault[] {
  if (type === 'chain' && count < 2) return [{ code: 'too_few_legs', needed: 2 }]
  if (type === 'system' && count < 3) return [{ code: 'too_few_legs', needed: 3 }]
  if (type === 'system' && sizes.length === 0) return [{ code: 'sizes_missing' }]
  const needed = isCover(type) ? COVER_BETS[type].legs : count
  return needed === count ? [] : [{ code: 'cover_legs', needed }]
}

function isCover(type: CalculatorForm['type']): type is keyof typeof COVER_BETS {
  return Object.hasOwn(COVER_BETS, type)
}

function readLeg(
  leg: CalculatorLeg | undefined,
  { format }: CalculatorForm,
): BetLeg | 'odds_invalid' | 'places_above_tied' {
  const odds = leg ? readOdds(leg.odds, format) : null
  if (!leg || odds === null) return 'odds_invalid'
  if (leg.result !== 'dead-heat') return { odds, result: leg.result }
  return leg.places > leg.tied ? 'places_above_tied' : { odds, result: leg.result, places: leg.places, tied: leg.tied }
}

interface Asked {
  readonly form: CalculatorForm
  readonly terms: CalculatorTerms
  readonly stakeMinor: number
}

function computed(legs: ReadonlyMap<number, BetLeg>, asked: Asked): Calculation {
  const isApart = asked.form.type === 'single' && legs.size > 1
  const groups = isApart ? [...legs.keys()].map((place) => [place]) : [[...legs.keys()]]
  const bets: CalculatedBet[] = []
  for (const places of groups) {
    const bet = betOf(
      places.flatMap((place) => legs.get(place) ?? []),
      asked,
    )
    const result = settleBet(bet)
    if (!result.ok) return { kind: 'faults', faults: [settlementFault(result.fault)] }
    bets.push({ settlement: result.settlement, places, lines: linesOf(bet, result.settlement) })
  }
  const sum = (read: (bet: BetSettlement) => number) =>
    bets.reduce((total, { settlement }) => total + read(settlement), 0)
  const isPerLine = asked.form.stakeIs === 'per-line'
  const lines = sum((settlement) => settlement.lines)
  return {
    kind: 'calculated',
    bets,
    stakeMinor: asked.stakeMinor * (isApart ? bets.length : isPerLine ? lines : 1),
    payoutMinor: sum(({ payoutMinor }) => payoutMinor),
    stakeTaxMinor: sum(({ stakeTaxMinor }) => stakeTaxMinor),
    payoutTaxMinor: sum(({ payoutTaxMinor }) => payoutTaxMinor),
    lines,
  }
}

function betOf(legs: readonly BetLeg[], { form, terms, stakeMinor }: Asked): SettledBet {
  const { exponent, currency, tax, maximumPayoutMinor, boost } = terms
  const common = { stakeMinor, exponent, currency, tax, maximumPayoutMinor, legs: [...legs] }
  const { type, stakeIs } = form
  if (legs.length === 1 && (type === 'express' || type === 'single')) return { ...common, type: 'single' }
  if (type === 'system') return { ...common, type, sizes: [...form.sizes], stakeIs }
  if (isCover(type)) return { ...common, type: 'cover', cover: type, stakeIs }
  if (type === 'chain') return { ...common, type }
  return { ...common, type: 'express', ...(boost ? { boost } : {}) }
}

function settlementFault({ code }: BetFault): CalculationFault {
  return code === 'size_above_legs' || code === 'stake_below_lines' ? { code } : { code: 'payout_too_large' }
}

function linesOf(bet: SettledBet, { stakeTaxMinor }: BetSettlement): readonly BetLine[] {
  if (bet.type !== 'system' && bet.type !== 'cover') return []
  const lines = lineCount(bet)
  const paid = BigInt(bet.stakeMinor) * BigInt(bet.stakeIs === 'per-line' ? lines : 1)
  const stakeMinor = paid - BigInt(stakeTaxMinor)
  return betLines({ legs: bet.legs, sizes: lineSizes(bet), lines, stakeMinor, most: MOST_LINES_SHOWN })
}
