import type { FieldEnding } from '#schemas'

const ORDER = /^\d{1,2}(?:[,=]\d{1,2})*$/
const NUMBERS = /^\d{1,2}(?:,\d{1,2})*$/

/** A finishing order as operators write it: `'3,1=7,2'` says that 3 was first, and that 1 and 7 tie for the second place. Null where it is
 *  none. */
export function readOrder(text: string): FieldEnding['order'] | null {
  return ORDER.test(text) ? text.split(',').map((same) => same.split('=').map(Number)) : null
}

/** Numbers of entrants with commas between them: `'4,5'`; null where they are none. */
export function readNumbers(text: string): readonly number[] | null {
  return NUMBERS.test(text) ? text.split(',').map(Number) : null
}

/** The reverse of {@link readOrder}. */
export function writeOrder(order: FieldEnding['order']): string {
  return order.map((same) => same.join('=')).join(',')
}
