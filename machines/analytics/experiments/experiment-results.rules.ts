/** How a variant does. */
export interface VariantCount {
  readonly variant: string
  readonly weight: number
  /** Visitors who have seen it. */
  readonly seen: number
  /** Of them those who reached the goal afterwards. */
  readonly reached: number
}

/** What a variant gains over the first one, with an interval that holds at every look. */
export interface VariantGain {
  readonly variant: string
  /** Difference of the shares that reached the goal. */
  readonly gain: number
  readonly low: number
  readonly high: number
  /** Whether the interval leaves out zero. */
  readonly isDecided: boolean
}

/** How often an interval may miss the truth, at any of its looks together. */
export const ALPHA = 0.05
/** The difference of shares that is looked for: intervals are narrowest for gains of about this size. */
const TYPICAL_GAIN = 0.03
/** Below this probability the numbers of visitors do not fit the weights. */
export const MISMATCH = 0.001

/** The gains of the variants over the first one. The intervals are always valid: an operator who looks every day and stops when one leaves out zero is
 *  wrong in at most one of twenty experiments without any effect (mixture sequential probability ratio test, Johari et al. 2017). */
export function gainsOf(counts: readonly VariantCount[]): readonly VariantGain[] {
  const [base, ...others] = counts
  if (!base) return []
  return others.map((one) => {
    const gain = shareOf(one) - shareOf(base)
    const half = halfWidth(varianceOf(one) + varianceOf(base))
    const isDecided = one.seen > 0 && base.seen > 0 && Math.abs(gain) > half
    return { variant: one.variant, gain, low: Math.max(-1, gain - half), high: Math.min(1, gain + half), isDecided }
  })
}

function shareOf({ seen, reached }: VariantCount): number {
  return seen === 0 ? 0 : reached / seen
}

/** Variance of a share; that of few visitors is not taken for nothing. */
function varianceOf({ seen, reached }: VariantCount): number {
  const share = (reached + 1) / (seen + 2)
  return (share * (1 - share)) / Math.max(1, seen)
}

function halfWidth(variance: number): number {
  const mixed = TYPICAL_GAIN ** 2
  const whole = variance + mixed
  return Math.sqrt(((2 * variance * whole) / mixed) * Math.log(Math.sqrt(whole / variance) / ALPHA))
}

/** How likely numbers of visitors are that differ from the weights at least this much (chi-squared test); 1 without any. Below
 *  {@link MISMATCH} something is wrong with the counting, and no result is to be trusted. */
export function ratioFit(counts: readonly VariantCount[]): number {
  const seen = counts.reduce((sum, one) => sum + one.seen, 0)
  const weights = counts.reduce((sum, one) => sum + one.weight, 0)
  if (seen === 0 || counts.length < 2) return 1
  const distance = counts.reduce((sum, one) => {
    const expected = (seen * one.weight) / weights
    return sum + (one.seen - expected) ** 2 / expected
  }, 0)
  return gammaTail((counts.length - 1) / 2, distance / 2)
}

const STEPS = 200
const TINY = 1e-12

/** The regularised upper incomplete gamma function Q(a, x): a series for small x, a continued fraction for large (Numerical Recipes 6.2). */
function gammaTail(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let step = 1; step < STEPS && term > sum * TINY; step += 1) {
      term *= x / (a + step)
      sum += term
    }
    return 1 - sum * scale
  }
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let fraction = d
  for (let step = 1; step < STEPS; step += 1) {
    const an = -step * (step - a)
    b += 2
    d = 1 / (an * d + b || TINY)
    c = b + an / c || TINY
    fraction *= d * c
    if (Math.abs(d * c - 1) < TINY) break
  }
  return fraction * scale
}

/** The logarithm of the gamma function of a multiple of one half. */
function logGamma(a: number): number {
  const isHalf = a % 1 !== 0
  let value = isHalf ? Math.log(Math.PI) / 2 : 0
  for (let at = isHalf ? 0.5 : 1; at < a; at += 1) value += Math.log(at)
  return value
}
