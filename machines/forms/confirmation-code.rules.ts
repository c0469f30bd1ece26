import type { Fault } from './form-context.rules.ts'

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
