import {
  compare,
  divide,
  type Rational,
  type Rounding,
  rational,
  rationalOf,
  roundTo,
  toExactText,
} from '#machines/odds/rational.rules.ts'
import type { BetFault, BetLeg, BetSettlement, PayoutStep, SettledBet } from '#schemas'
import { betFault, legsOf, lineCount } from '../bet-faults.rules.ts'
import { boosted, withoutFreeStake } from './bet-extras.rules.ts'
import { payoutTax, stakeTax, type TaxedPayout, taxedMinor } from './bet-tax.rules.ts'
import { type AmountWriter, type GrossPayout, grossPayout, step } from './gross-payout.rules.ts'
import { legFactor } from './leg-factor.rules.ts'

/** A bet that was computed, or why it cannot be. */
export type SettleResult =
  | { readonly ok: true; readonly settlement: BetSettlement }
  | { readonly ok: false; readonly fault: BetFault }

const DEFAULT_EXPONENT = 2
/** The rule when a bet names none (MATH-2). */
const DEFAULT_ROUNDING: Rounding = 'half-up'
const MOST_MINOR = BigInt(Number.MAX_SAFE_INTEGER)

/** What a bet pays, and why (MATH-2 to MATH-12): tax on the stake, payout before tax and tax on it, each computed exactly and
 *  rounded once. A bet all of whose legs are void gives its stake back, and nothing of that is taxed. What is above the most that
 *  the bet pays is cut off before tax (BET-24); a stake that comes back is not.
 *  @param bet of the shape of its schema */
export function settleBet(bet: SettledBet): SettleResult {
  const terms = termsOf(bet)
  const fault = betFault(bet) ?? stakeFault(terms)
  if (fault) return { ok: false, fault }
  const legs = legsOf(bet).map(({ leg }) => leg)
  const isReturned = legs.every(({ result }) => result === 'void')
  const whole = isReturned ? refund(terms) : wholePayout(bet, terms)
  const gross = isReturned ? whole : capped(whole, bet.maximumPayoutMinor, terms.write)
  const grossMinor = roundTo(gross.gross, terms.rounding)
  if (grossMinor > MOST_MINOR) return { ok: false, fault: { code: 'payout_too_large', path: '/stakeMinor' } }
  const taxed = taxedPayout(bet, whole.gross, grossMinor, terms)
  const taxMinor = isReturned ? 0n : payoutTax(taxed, terms.tax, terms.rounding)
  const keptMinor = isReturned && terms.tax.returnTax ? 0n : terms.stakeTax
  return {
    ok: true,
    settlement: {
      payoutMinor: Number(grossMinor - taxMinor),
      lines: terms.lines,
      stakeTaxMinor: Number(keptMinor),
      payoutTaxMinor: Number(taxMinor),
      explanation: [
        ...stakeSteps(terms),
        ...legs.map((leg) => step('leg', legText(leg), toExactText(legFactor(leg)))),
        ...gross.steps,
        ...endSteps(gross.gross, { taxed, taxMinor }, terms),
      ],
    },
  }
}

/** All that a bet pays before it is cut and taxed, with what a bonus adds to it or takes off. */
function wholePayout(bet: SettledBet, { stake, write }: Terms): GrossPayout {
  return withoutFreeStake(bet, boosted(bet, grossPayout(bet, stake, write), stake, write), stake, write)
}

/** What the computation of a bet goes by, amounts in minor units. */
interface Terms {
  readonly tax: NonNullable<SettledBet['tax']>
  readonly rounding: Rounding
  readonly lines: number
  /** All that the player pays. */
  readonly paid: bigint
  readonly stakeTax: bigint
  /** What is staked once its tax is taken. */
  readonly stake: bigint
  readonly write: AmountWriter
}

function termsOf(bet: SettledBet): Terms {
  const { tax = {}, rounding = DEFAULT_ROUNDING, exponent = DEFAULT_EXPONENT } = bet
  const lines = lineCount(bet)
  const isPerLine = 'stakeIs' in bet && bet.stakeIs === 'per-line'
  const paid = BigInt(bet.stakeMinor) * BigInt(isPerLine ? lines : 1)
  const taxed = stakeTax(paid, tax, rounding)
  const unit = rational(10n ** BigInt(exponent))
  const write = (minor: Rational) => toExactText(divide(minor, unit))
  return { tax, rounding, lines, paid, stakeTax: taxed, stake: paid - taxed, write }
}

/** Every line stakes one minor unit at least, and what is paid can be counted. */
function stakeFault({ paid, stake, lines }: Terms): BetFault | null {
  if (paid > MOST_MINOR) return { code: 'payout_too_large', path: '/stakeMinor' }
  return stake < BigInt(lines) ? { code: 'stake_below_lines', path: '/stakeMinor' } : null
}

function refund({ tax, paid, stake, write }: Terms): GrossPayout {
  const returned = rational(tax.returnTax ? paid : stake)
  return { gross: returned, steps: [step('refund', write(returned), write(returned))] }
}

/** A payout cut to the most that its bet pays; one that is not above it stays as it is. */
function capped(payout: GrossPayout, maximumMinor: number | undefined, write: AmountWriter): GrossPayout {
  if (maximumMinor === undefined) return payout
  const most = rational(maximumMinor)
  if (compare(payout.gross, most) <= 0) return payout
  const cut = step('cap', `min(${write(payout.gross)}, ${write(most)})`, write(most))
  return { gross: most, steps: [...payout.steps, cut] }
}

/** Of a free bet whose stake is kept, all that it pays is winnings. */
function taxedPayout(bet: SettledBet, gross: Rational, grossMinor: bigint, { stake }: Terms): TaxedPayout {
  const isKept = 'freebet' in bet && bet.freebet?.isStakeReturned === false
  return { stakeMinor: isKept ? 0n : stake, grossMinor, coefficient: divide(gross, rational(stake)) }
}

function stakeSteps({ stakeTax: taxed, paid, tax, write }: Terms): readonly PayoutStep[] {
  if (taxed === 0n) return []
  const rate = rateText(tax.stakeRate)
  const way = tax.stakeMode === 'inclusive' ? ` ÷ (1 + ${rate})` : ''
  return [step('stake_tax', `${write(rational(paid))} × ${rate}${way}`, write(rational(taxed)))]
}

/** A rate without noughts at its end. */
function rateText(rate = '0'): string {
  return toExactText(rationalOf(rate))
}

function legText(leg: BetLeg): string {
  return leg.result === 'dead-heat' ? `${leg.odds} × ${leg.places} ÷ ${leg.tied}` : `${leg.result} @ ${leg.odds}`
}

function endSteps(
  gross: Rational,
  { taxed, taxMinor }: { readonly taxed: TaxedPayout; readonly taxMinor: bigint },
  { rounding, tax, write }: Terms,
): readonly PayoutStep[] {
  const written = `${rounding}(${write(gross)})`
  const payout = write(rational(taxed.grossMinor - taxMinor))
  if (taxMinor === 0n) return [step('payout', written, payout)]
  const taken = write(rational(taxMinor))
  return [
    step('payout_tax', `${write(rational(taxedMinor(taxed, tax)))} × ${rateText(tax.payoutRate)}`, taken),
    step('payout', `${written} − ${taken}`, payout),
  ]
}
