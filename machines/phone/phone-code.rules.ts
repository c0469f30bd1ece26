import { parseDigits } from 'libphonenumber-js/core'
import { searchFold } from '#machines/forms/kinds/options.rules.ts'
import { PHONE_CODE_MAX_DIGITS } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { PhoneCountry, PhonePrefix } from '#schemas'

/** What the search of the list of dialling codes asks for. */
export interface PhoneCodeSearch {
  /** Digits of a dialling code. */
  readonly typedCode: string
  /** A part of a country's name. */
  readonly typedName: string
}

/** What may be typed into the field of the dialling code: at most 3 digits of any script, without a sign (PHC-12). */
export function cleanPhoneCode(text: string): string {
  const digits = [...text].map((character) => parseDigits(character)).join('')
  return digits.slice(0, PHONE_CODE_MAX_DIGITS)
}

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' })

/** Also found from a keyboard that has no letters of the page's language. */
function englishName({ code }: PhoneCountry): string {
  return ENGLISH.of(code.toUpperCase()) ?? ''
}

/** The entries of the list: countries whose dialling code begins as it was typed (PHC-13), whole codes first, and whose name,
 *  in the page's language or in English, or two letters hold what was searched. When there are none and codes may be typed by
 *  hand, the code itself (PHC-14). */
export function phoneCodeEntries(
  countries: readonly PhoneCountry[],
  { typedCode, typedName }: PhoneCodeSearch,
  isManualCodeAllowed: boolean,
): readonly PhonePrefix[] {
  const name = searchFold(typedName).trim()
  const found = countries.filter(
    (country) =>
      country.phoneCode.slice(1).startsWith(typedCode) &&
      (country.code === name || [country.name, englishName(country)].some((own) => searchFold(own).includes(name))),
  )
  const isWhole = ({ phoneCode }: PhoneCountry) => phoneCode === `+${typedCode}`
  if (found.length > 0) return [...found.filter(isWhole), ...found.filter((country) => !isWhole(country))]
  return isManualCodeAllowed && typedCode !== '' && name === '' ? [{ phoneCode: `+${typedCode}` }] : []
}

/** What a list that closes with a typed code leaves behind, or null when that changes nothing: nothing typed, the current
 *  country's own code, or codes by hand not allowed (PHC-7 to PHC-9). */
export function prefixAfterClosing(
  countries: readonly PhoneCountry[],
  {
    current,
    typedCode,
    isManualCodeAllowed,
  }: {
    readonly current: PhonePrefix | null
    readonly typedCode: string
    readonly isManualCodeAllowed: boolean
  },
): PhonePrefix | null {
  const phoneCode = `+${typedCode}`
  if (!isManualCodeAllowed || typedCode === '' || current?.phoneCode === phoneCode) return null
  return countries.find((country) => country.phoneCode === phoneCode) ?? { phoneCode }
}
