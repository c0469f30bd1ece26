import type { Fault } from '../form/form-context.rules.ts'

/** Letters of any script with their marks, backtick, apostrophe (straight or curly), whitespace and hyphen (NAME-1). */
const NAME = /^[\p{L}\p{M}`'’\s-]*$/u

/** The fault of a person's name, or null (NAME-2). */
export function checkName(name: string): Fault | null {
  return NAME.test(name) ? null : { code: 'name.available_symbols', params: {} }
}
