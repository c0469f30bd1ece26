import type { FieldDefinition } from '#schemas'
import type { Fault } from '../form/form-context.rules.ts'
import { matchesPattern } from './pattern.rules.ts'

/** Symbols of a code unless the brand says otherwise. */
const CODE_LENGTH = 6

/** Symbols of a code unless its sender says otherwise: letters and digits. */
const CODE_SYMBOLS = /^[\p{L}\p{N}]*$/u

/** The fault of a code sent to the player, or null: required, of an exact length, of the expected symbols (product §5,
 *  decision 22). */
export function checkConfirmationCode(code: string, length: number, symbols: RegExp = CODE_SYMBOLS): Fault | null {
  const typed = code.trim()
  if (typed === '') return { code: 'required', params: {} }
  if (typed.length !== length) return { code: 'phone_min_length', params: { value: length } }
  return symbols.test(typed) ? null : { code: 'auth_incorrect_code', params: {} }
}

/** The fault of a text with fewer symbols than the minimum, spaces not counted, or null. */
export function checkMinimumSymbols(text: string, minimum: number): Fault | null {
  return text.replace(/\s/g, '').length < minimum ? { code: 'min_symbols_limit', params: { value: minimum } } : null
}

/** Whether a field takes a code that was sent: the part of a confirmation that is typed into. */
export function isCodeInput({ type, input_type: control }: Pick<FieldDefinition, 'type' | 'input_type'>): boolean {
  return type === 'phone_code_button' && control === 'text'
}

/** The fault of a code that has been typed into its field, or null. The rule `match` is its mask; with the rule `minLength`
 *  the code may be longer, and its spaces do not count (SMS-2 to SMS-5). */
export function checkTypedCode(
  code: string,
  { validation = {} }: Pick<FieldDefinition, 'validation'>,
  length = CODE_LENGTH,
): Fault | null {
  const minimum = validation.minLength?.value
  if (typeof minimum === 'number') return checkMinimumSymbols(code, minimum)
  const mask = validation.match?.value
  const fault = checkConfirmationCode(code, length, mask === undefined ? CODE_SYMBOLS : /^/)
  const isRefused = fault === null && mask !== undefined && matchesPattern(code.trim(), String(mask)) === false
  return isRefused ? { code: 'auth_incorrect_code', params: {} } : fault
}
