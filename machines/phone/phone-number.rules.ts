import type { CountryCode, MetadataJson, PhoneNumber } from 'libphonenumber-js/core'
import { getExampleNumber, Metadata, parseDigits, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import type { PhoneCountry, PhoneMetadataAnswer, PhonePrefix } from '#schemas'

/** Whether numbers of a country can have a length (PHONE-13). */
export type PossibleLength = 'IS_POSSIBLE' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_LENGTH'

/** A number that was read: its prefix, and its digits without dialling code and national prefix. */
export interface ReadNumber {
  readonly prefix: PhonePrefix
  readonly digits: string
  /** Digits to dial after it; an answer has no room for them (PHONE-21). */
  readonly extension?: string
}

/** What numbers are read by. */
export interface Numbering {
  /** Countries of the list, in its order. */
  readonly countries: readonly PhoneCountry[]
  /** Null when it could not be had: then only dialling codes are understood. */
  readonly metadata: MetadataJson | null
}

/** Dialling codes by their first digits (ITU-T E.164): one or two digits, three for all others. */
const DIALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** The answer of the server as the phone library takes it. */
export function libraryMetadata({ metadata }: PhoneMetadataAnswer): MetadataJson {
  return metadata as unknown as MetadataJson
}

/** Digits of any script as ASCII, without marks of direction, `00` at the start as a plus: `٠٠٧ ٧٠١` gives `+7 701`. */
export function plainNumber(text: string): string {
  const ascii = [...text.normalize('NFKC')].map((character) => parseDigits(character) || character).join('')
  const start = ascii.replace(/\p{Cf}/gu, '').search(/\+|\d/)
  const number = start === -1 ? '' : ascii.replace(/\p{Cf}/gu, '').slice(start)
  const international = number.lastIndexOf('+')
  return international > 0 ? number.slice(international) : number.replace(/^00(?=\s?[1-9])/, '+')
}

/** Reads a number in any usual shape: `+7 (701) 234-56-78`, `0077012345678`, `8 701 234 56 78`, `٧٠١٢٣٤٥٦٧٨`, with an extension
 *  or without. The country is found from the number; a national number is one of the current country.
 *  @returns null when there is no digit, or no whole dialling code after a plus */
export function readNumber(text: string, current: PhonePrefix, numbering: Numbering): ReadNumber | null {
  const number = plainNumber(text)
  const parsed = numbering.metadata && parseWith(number, current, numbering.metadata)
  if (parsed) return fromLibrary(parsed, number, current, numbering)
  const digits = number.replace(/\D/g, '')
  if (!number.startsWith('+')) return digits === '' ? null : { prefix: current, digits }
  const code = DIALLING_CODE.exec(digits)?.[0]
  if (code === undefined) return null
  const prefix = prefixOfCode(`+${code}`, current, numbering)
  return { prefix, digits: digits.slice(code.length) }
}

/** What a dialling code stands for: the current country when it has it, else the first of the list that does, else the bare
 *  code. */
export function prefixOfCode(phoneCode: string, current: PhonePrefix, { countries, metadata }: Numbering): PhonePrefix {
  if (current.phoneCode === phoneCode) return current
  const sharing = countries.filter((country) => country.phoneCode === phoneCode)
  const main = metadata?.country_calling_codes[phoneCode.slice(1) as never] as readonly string[] | undefined
  const rank = ({ code }: PhoneCountry) => (main ?? []).indexOf(code.toUpperCase())
  return sharing.toSorted((left, right) => rank(left) - rank(right))[0] ?? { phoneCode }
}

/** Whether numbers of a country can have this many digits (PHONE-13).
 *  @throws Error `Unknown country` when the metadata has not got it (ERR-14) */
export function possibleLength(digits: string, countryCode: string, metadata: MetadataJson): PossibleLength {
  const library = new Metadata(metadata)
  library.selectNumberingPlan(countryCode.toUpperCase() as CountryCode)
  const lengths = library.numberingPlan?.possibleLengths() ?? []
  if (lengths.includes(digits.length)) return 'IS_POSSIBLE'
  if (digits.length < Math.min(...lengths)) return 'TOO_SHORT'
  return digits.length > Math.max(...lengths) ? 'TOO_LONG' : 'INVALID_LENGTH'
}

/** The mask of the library's example number, in its groups: `000 000 0000`; empty for a country that it does not know
 *  (PHONE-17). */
export function exampleMask(countryCode: string, { metadata, examples }: PhoneMetadataAnswer): string {
  const country = countryCode.toUpperCase() as CountryCode
  if (metadata.countries[country] === undefined) return ''
  const example = getExampleNumber(country, examples as never, metadata as unknown as MetadataJson)
  if (example === undefined) return ''
  const groups = example.formatInternational().slice(example.countryCallingCode.length + 1)
  const mask = groups.trim().replace(/\d/g, '0').replace(/[^0]+/g, ' ')
  return mask.replaceAll(' ', '').length === example.nationalNumber.length
    ? mask
    : '0'.repeat(example.nationalNumber.length)
}

function parseWith(number: string, { code, phoneCode }: PhonePrefix, metadata: MetadataJson): PhoneNumber | undefined {
  const country = code?.toUpperCase() as CountryCode | undefined
  const isKnown = country !== undefined && metadata.countries[country] !== undefined
  return parsePhoneNumberFromString(
    number,
    isKnown ? { defaultCountry: country } : { defaultCallingCode: phoneCode.slice(1) },
    metadata,
  )
}

function fromLibrary(parsed: PhoneNumber, number: string, current: PhonePrefix, numbering: Numbering): ReadNumber {
  const phoneCode = `+${parsed.countryCallingCode}`
  const rest = { digits: parsed.nationalNumber, ...(parsed.ext !== undefined && { extension: parsed.ext }) }
  if (!number.startsWith('+') && phoneCode === current.phoneCode) return { prefix: current, ...rest }
  const found = numbering.countries.find(({ code }) => code === parsed.country?.toLowerCase())
  return { prefix: found ?? prefixOfCode(phoneCode, current, numbering), ...rest }
}
