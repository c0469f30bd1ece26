import {
  add,
  compare,
  divide,
  multiply,
  ONE,
  type Rational,
  type Rounding,
  rational,
  rationalOf,
  roundTo,
} from '#machines/odds/rational.rules.ts'
import type { BetTax } from '#schemas'

/** The tax on a stake, in minor units, rounded once (MATH-10): of the stake itself, or when it is included so much that the
 *  effective stake with the tax on top of it gives the stake. */
export function stakeTax(
  stakeMinor: bigint,
  { stakeRate = '0', stakeMode = 'deducted' }: BetTax,
  rounding: Rounding,
): bigint {
  const rate = rationalOf(stakeRate)
  const share = stakeMode === 'deducted' ? rate : divide(rate, add(ONE, rate))
  return roundTo(multiply(rational(stakeMinor), share), rounding)
}

/** What the tax on a payout is computed from. */
export interface TaxedPayout {
  /** Stake after its own tax, in minor units. */
  readonly stakeMinor: bigint
  /** Payout before tax, in minor units, rounded. */
  readonly grossMinor: bigint
  /** What one unit of the stake has become, exactly. */
  readonly coefficient: Rational
}

/** The tax on a payout, in minor units, rounded once (MATH-10). */
export function payoutTax(payout: TaxedPayout, tax: BetTax, rounding: Rounding): bigint {
  return roundTo(multiply(rational(taxedMinor(payout, tax)), rationalOf(tax.payoutRate ?? '0')), rounding)
}

/** How much of a payout is taxed, in minor units. The threshold is compared with the payout before tax; with `excess` only what is
 *  beyond it is taxed, and of net winnings no more than they are. */
export function taxedMinor({ stakeMinor, grossMinor, coefficient }: TaxedPayout, tax: BetTax): bigint {
  const { base = 'net', thresholdMinor = 0, thresholdMode = 'whole', coefficientLimit = '0' } = tax
  const threshold = BigInt(thresholdMinor)
  if (grossMinor < threshold || compare(coefficient, rationalOf(coefficientLimit)) <= 0) return 0n
  const whole = base === 'net' ? grossMinor - stakeMinor : grossMinor
  const excess = grossMinor - threshold
  const taxed = thresholdMode === 'excess' && excess < whole ? excess : whole
  return taxed > 0n ? taxed : 0n
}
