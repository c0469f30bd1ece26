import type { PhoneAnswer, PhoneContext, PhoneFormat } from '#schemas'
import type { Fault } from '../form/form-context.rules.ts'
import { matchesPattern } from './pattern.rules.ts'
import { fitsCountry, isConsistent } from './phone-answer.rules.ts'

/** Fewest and most digits of a number whose country says nothing (product §5). */
export const PHONE_MIN_DIGITS = 6
export const PHONE_MAX_DIGITS = 20

/** The fault of a phone number, or null: first the numbers that the brand refuses in that country (a match is the error,
 *  decision 18), then the country itself, then the count of digits (decision 17).
 *  @param phone a text is a number of no country, such as one that could not be read */
export function checkPhone(phone: PhoneAnswer | string, context: PhoneContext = {}): Fault | null {
  if (typeof phone === 'string') return checkDigits(phone.replace(/\D/g, ''))
  const { countryId, phoneNum } = phone
  const blocked = context.blockedNumbers?.find(
    (rule) => rule.countryId === countryId && matchesPattern(phoneNum, rule.regex) === true,
  )
  if (blocked) return { code: 'phone.country_rule', params: {}, message: blocked.message }
  const country = context.countries?.find(({ id }) => id === countryId)
  return checkCountry(phone, country, context) ?? checkDigits(phoneNum, country)
}

/** A number whose parts disagree was put together by no form of ours. */
function checkCountry(phone: PhoneAnswer, country: PhoneFormat | undefined, context: PhoneContext): Fault | null {
  const isOther = country && (country.phoneCode !== phone.phoneCode || country.code !== phone.countryCode)
  if (isOther || !isConsistent(phone)) return { code: 'value.refused', params: {} }
  if (context.countries === undefined) return null
  const isBare = phone.countryId === undefined && phone.countryCode === undefined && phone.phoneCode !== ''
  const isTaken = country ? fitsCountry(country.id, phone.phoneNum) : isBare && context.isManualCodeAllowed === true
  return isTaken ? null : { code: 'phone.country_unknown', params: { code: phone.phoneCode } }
}

function checkDigits(digits: string, { minDigits, maxDigits }: Partial<PhoneFormat> = {}): Fault | null {
  const min = minDigits ?? PHONE_MIN_DIGITS
  const max = maxDigits ?? PHONE_MAX_DIGITS
  if (min === max && digits.length !== min) return { code: 'equal_length', params: { value: min } }
  if (digits.length < min) return { code: 'phone_min_length', params: { value: min } }
  return digits.length > max ? { code: 'equal_length', params: { value: max } } : null
}
