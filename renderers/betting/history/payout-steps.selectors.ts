import type { TextWriter } from '#machines/site/text.rules.ts'
import type { PayoutStep } from '#schemas'
import type { CouponLook } from '../coupon/coupon.selectors.ts'

type StepName = PayoutStep['step']

/** Steps that come to an amount of money; others come to a price, a factor or a count. */
const AMOUNTS: readonly StepName[] = [
  'stake_tax',
  'line_stake',
  'odd_units',
  'link',
  'block',
  'gross',
  'boost',
  'freebet',
  'cap',
  'payout_tax',
  'refund',
  'payout',
  'insurance',
  'premium',
  'advance_void',
]
/** Steps whose result says enough without what it follows from. */
const PLAIN: readonly StepName[] = ['line_sum', 'cap', 'refund', 'payout', 'insurance', 'premium', 'advance_void']

const COMBINATIONS = /C\(([0-9]+), ([0-9]+)\)/g
/** How an outcome ended, and its price: `half-win @ 1.8`. */
const ENDED_LEG = /^([a-z-]+) @ (.+)$/
const WON = 'win'

interface StepPage {
  readonly look: CouponLook
  readonly t: TextWriter
}

/** A step as a page writes it: "1,000 × 3.96 = 3,960.00 €". */
export function stepFigures({ step, expression, value }: PayoutStep, { look, t }: StepPage): string {
  const written = AMOUNTS.includes(step) ? look.amount(value) : look.exact(value)
  if (PLAIN.includes(step) || expression === value) return written
  return `${look.exact(combinationsIn(expression, t))} = ${written}`
}

/** What an outcome multiplies the payout by, and how it ended where it did not simply win. */
export function legFigures(
  { expression, value }: PayoutStep,
  { look, t }: StepPage,
): { readonly figures: string; readonly result: string | null } {
  const [, result, odds = ''] = ENDED_LEG.exec(expression) ?? []
  if (result === undefined) return { figures: `${look.exact(expression)} = ${look.exact(value)}`, result: deadHeat(t) }
  if (result === WON) return { figures: look.exact(value), result: null }
  return { figures: `${look.exact(odds)} → ${look.exact(value)}`, result: resultText(result, t) }
}

/** How an outcome ended, in words: `'half-win'` → "Half won". */
export function resultText(result: string, t: TextWriter): string {
  return t(`betting.result_${result.replaceAll('-', '_')}` as 'betting.result_win')
}

function deadHeat(t: TextWriter): string {
  return t('betting.result_dead_heat')
}

/** The sizes of a system as its player chose them: `C(4, 2) + C(4, 3)` → "2 of 4 + 3 of 4". */
function combinationsIn(expression: string, t: TextWriter): string {
  return expression.replace(COMBINATIONS, (_, legs: string, size: string) => t('betting.size', { size, legs }))
}
