import { comparableDate } from '#machines/forms/kinds/date.rules.ts'
import type { FieldDefinition } from '#schemas'
import { quoted, shown } from '../faults/problem-words.ts'
import type { FieldFault } from '../faults/registration-fault.ts'

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minValue', 'maxValue'],
] as const

/** Rules of a field that no answer can keep: a least that is above the most. */
export function boundFaultsOf({ id, validation = {} }: FieldDefinition): readonly FieldFault[] {
  return PAIRS.flatMap(([least, most]): FieldFault[] => {
    const [from, to] = [validation[least]?.value, validation[most]?.value]
    if (!isAbove(from, to)) return []
    const expected = `at most ${most}, ${shown(to)}`
    const message = `The field ${quoted(id)} asks for at least ${shown(from)} (${least}) and at most ${shown(to)} (${most}), which no answer is. Swap the two, or leave one out.`
    return [{ below: `/validation/${least}/value`, found: shown(from), expected, suggestion: null, message }]
  })
}

/** Whether a number or a date is above another; `today` is not compared. */
function isAbove(from: unknown, to: unknown): boolean {
  if (typeof from === 'number' && typeof to === 'number') return from > to
  if (typeof from !== 'string' || typeof to !== 'string') return false
  const [first, last] = [comparableDate(from), comparableDate(to)]
  return first !== null && last !== null && first > last
}
