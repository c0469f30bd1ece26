import type { AnswerValue, PhoneAnswer, PhonePrefix } from '#schemas'

/** Most digits of a national number that an answer can hold. */
export const PHONE_NUMBER_MAX_DIGITS = 20
/** Most digits of a dialling code (PHONE-12, decision 20). */
export const PHONE_CODE_MAX_DIGITS = 3

/** Ids of countries whose numbers begin with given digits; a number that does not is cleared (PHONE-19, PHONE-20). They
 *  share the dialling code, so that the id decides (decision 21). */
const FIRST_DIGITS: Readonly<Record<number, RegExp>> = { 126: /^[67]/, 192: /^9/ }

/** Whether an answer is a phone number with its country. */
export function isPhoneAnswer(value: AnswerValue | null | undefined): value is PhoneAnswer {
  return typeof value === 'object' && value !== null && 'phoneNum' in value
}

/** The answer of a phone field (PHC-3): `{ phoneCode: '+7', id: 126, code: 'kz' }` and `7012345678` give
 *  `{ countryCode: 'kz', countryId: 126, fullPhone: '+77012345678', phoneCode: '+7', phoneNum: '7012345678' }`.
 *  @param digits of the national number; what is no digit is left out */
export function phoneAnswer({ phoneCode, id, code }: PhonePrefix, digits: string): PhoneAnswer {
  const phoneNum = digits.replace(/\D/g, '').slice(0, PHONE_NUMBER_MAX_DIGITS)
  return {
    ...(code !== undefined && { countryCode: code }),
    ...(id !== undefined && { countryId: id }),
    fullPhone: phoneNum === '' ? '' : `+${phoneCode.replace(/\D/g, '')}${phoneNum}`,
    phoneCode,
    phoneNum,
  }
}

/** The number of an answer as it is dialled, in E.164: `+77012345678`; empty when there is none. */
export function fullPhone(value: AnswerValue | null | undefined): string {
  if (isPhoneAnswer(value)) return value.fullPhone
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether a national number may begin as it does; in a country that says nothing, and before the first digit, any may. */
export function fitsCountry(countryId: number | undefined, digits: string): boolean {
  const first = countryId === undefined ? undefined : FIRST_DIGITS[countryId]
  return first === undefined || digits === '' || first.test(digits)
}

/** Whether the parts of an answer agree: the number is the code and what follows it. */
export function isConsistent({ fullPhone: full, phoneCode, phoneNum }: PhoneAnswer): boolean {
  return full === (phoneNum === '' ? '' : `+${phoneCode.replace(/\D/g, '')}${phoneNum}`)
}
