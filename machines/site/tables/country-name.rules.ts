import { COUNTRY_CODES } from './country-table.ts'

/** By language: to make one takes longer than to ask it for all countries. */
const namesIn = new Map<string, Intl.DisplayNames>()
/** Names that were written before, by language and id. */
const written = new Map<string, string>()

/** Codes that the Unicode locale data has names for: countries by two letters, parts of the world by three digits. */
const NAMED = /^(?:[a-z]{2}|\d{3})$/

/** The name of a country or region of the table in a language, its first letter a capital; undefined for an id that nothing has.
 *  What the Unicode locale data does not know, such as England, is the text `board.country_<id>`.
 *  `(56, 'ru', t)` → `'Германия'` */
export function countryName(countryId: number, language: string, t: (key: string) => string): string | undefined {
  const code = COUNTRY_CODES.get(countryId)
  if (code === undefined) return undefined
  if (!NAMED.test(code)) return t(`board.country_${countryId}`)
  const key = `${language} ${countryId}`
  const known = written.get(key)
  if (known !== undefined) return known
  let names = namesIn.get(language)
  if (!names) {
    names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
    namesIn.set(language, names)
  }
  const name = names.of(code.toUpperCase()) ?? code
  const [first = ''] = name
  const text = first.toLocaleUpperCase(language) + name.slice(first.length)
  written.set(key, text)
  return text
}

/** The letters that stand for a country where there is no room for its name: `'gb'` → `'gb'`, `'gb-eng'` → `'eng'`; none for
 *  parts of the world. */
export function countryBadge(code: string): string {
  return /[a-z]+$/.exec(code)?.[0] ?? ''
}

/** Whether a code of the country table has a flag: countries and their parts, not parts of the world nor sides of several countries.
 *  `'gb-eng'` → true, `'001'` → false, `'x-wis'` → false */
export function hasFlag(code: string): boolean {
  return /^(?!x-)[a-z]{2}(?:-[a-z]{2,3})?$/.test(code)
}
