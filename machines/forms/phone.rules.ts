import type { Fault, PhoneContext } from './form-context.rules.ts'
import { matchesPattern } from './pattern.rules.ts'

/** Fewest and most digits of a number whose country says nothing (product §5). */
export const PHONE_MIN_DIGITS = 6
export const PHONE_MAX_DIGITS = 20

/** The fault of a phone number, dialling code left out, or null: first the numbers that the brand refuses in that country
 *  (a match is the error, decision 18), then the count of digits (decision 17). */
export function checkPhone(number: string, { country, blockedNumbers = [] }: PhoneContext = {}): Fault | null {
  const digits = number.replace(/\D/g, '')
  const blocked = blockedNumbers.find(
    (rule) => rule.countryId === country?.id && matchesPattern(digits, rule.regex) === true,
  )
  if (blocked) return { code: 'phone.country_rule', params: {}, message: blocked.message }
  const min = country?.minDigits ?? PHONE_MIN_DIGITS
  const max = country?.maxDigits ?? PHONE_MAX_DIGITS
  if (min === max && digits.length !== min) return { code: 'equal_length', params: { value: min } }
  if (digits.length < min) return { code: 'phone_min_length', params: { value: min } }
  return digits.length > max ? { code: 'equal_length', params: { value: max } } : null
}
