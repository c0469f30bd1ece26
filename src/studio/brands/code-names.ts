import type { Pick } from '../parts/picks.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that have a name but are no country of today: groups, former states, places for tests. */
const NO_COUNTRY =
  /^(?:AN|BU|CP|CQ|CS|DD|DG|DY|EA|EU|EZ|FX|HV|IC|NH|NT|QO|QU|RH|SU|TA|TP|UK|UN|VD|XA|XB|YD|YU|ZR|ZZ|AC)$/

const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))

/** The name of a code in English, or undefined when it has none. */
function namesOf(type: 'region' | 'language' | 'currency'): (code: string) => string | undefined {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return (code) => {
    try {
      return names.of(code)
    } catch {
      // A code that is no code at all, such as a language of one letter.
      return undefined
    }
  }
}

const named = { region: namesOf('region'), language: namesOf('language'), currency: namesOf('currency') }

function picked(codes: readonly string[], name: (code: string) => string | undefined): readonly Pick[] {
  const known = codes.flatMap((code) => {
    const label = name(code)
    return label ? [{ value: code, label }] : []
  })
  return known.sort((one, other) => one.label.localeCompare(other.label, 'en'))
}

/** All countries by name, codes of ISO 3166-1 in lower case. */
export function countryPicks(): readonly Pick[] {
  const codes = PAIRS.filter((code) => !NO_COUNTRY.test(code))
  return picked(codes, named.region).map(({ value, label }) => ({ value: value.toLowerCase(), label }))
}

/** Languages of two letters by name. */
export function languagePicks(): readonly Pick[] {
  return picked(
    PAIRS.map((code) => code.toLowerCase()),
    named.language,
  )
}

/** Currencies by name, codes of ISO 4217. */
export function currencyPicks(): readonly Pick[] {
  return picked(Intl.supportedValuesOf('currency'), named.currency)
}

/** A language in words: `pt-BR` → `Brazilian Portuguese`; the code where it has no name. */
export function languageName(code: string): string {
  return named.language(code) ?? code
}

/** A country in words: `br` → `Brazil`; the code where it has no name. */
export function countryName(code: string): string {
  return named.region(code.toUpperCase()) ?? code
}
