import type { GlobalConfig } from '#schemas'

/** A language of the site with its code. */
export type OfferedLanguage = GlobalConfig['languages'][string] & { readonly code: string }

/** What the choice of a language is made from; the first that names an offered language wins. */
export interface LanguageSources {
  /** Path of the request: `/ar/live`. */
  readonly path?: string
  /** Code that the visitor chose before. */
  readonly cookie?: string
  /** Value of the Accept-Language header. */
  readonly acceptLanguage?: string
  readonly isSignedIn: boolean
  /** Country of the visitor, alpha-2 in lower case; none where it is not known. The brand's default country is none. */
  readonly country?: string
}

const ACCEPT_LANGUAGE_MAX_LENGTH = 1000

/** Prefixes a link with the language of the page (I18N-2 to I18N-4): `('/line', 'ru')` → `'/ru/line'`. The whole first
 *  segment is compared, so `/russia` gets the prefix too (decision 2); what begins without a slash stays as it is. */
export function prefixLink(link: string, language: string): string {
  if (!link.startsWith('/') || splitLanguage(link).language === language) return link
  return `/${language}${link}`
}

/** Cuts the first segment off a path: `'/ru/line?x=1'` → `{ language: 'ru', rest: '/line?x=1' }`. Whether the segment is
 *  a language of the site is for the caller to see; a path without a segment has the language `''`. */
export function splitLanguage(path: string): { readonly language: string; readonly rest: string } {
  const language = /^\/([^/?#]*)/.exec(path)?.[1] ?? ''
  const rest = path.slice(language.length + 1)
  return { language, rest: rest.startsWith('/') ? rest : `/${rest}` }
}

/** The languages offered to a visitor, in the brand's order; those hidden for guests only to players (I18N-19). */
export function offeredLanguages(
  global: Pick<GlobalConfig, 'languages'>,
  isSignedIn: boolean,
): readonly OfferedLanguage[] {
  return Object.entries(global.languages)
    .filter(([, language]) => isSignedIn || !language.isHiddenForGuests)
    .map(([code, language]) => ({ ...language, code }))
    .sort((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1))
}

/** The language of a visitor: that of the path, else of the cookie, else the best of Accept-Language, else the brand's
 *  default (I18N-1), which the language of the visitor's country replaces where it is offered. */
export function chooseLanguage(
  global: Pick<GlobalConfig, 'languages' | 'defaultLanguage' | 'countries'>,
  sources: LanguageSources,
): string {
  const codes = offeredLanguages(global, sources.isSignedIn).map((language) => language.code)
  const named = [splitLanguage(sources.path ?? '').language, sources.cookie]
  const chosen = named.find((code) => code !== undefined && codes.includes(code))
  const ofCountry = global.countries[sources.country ?? '']?.language
  const fallback = ofCountry !== undefined && codes.includes(ofCountry) ? ofCountry : global.defaultLanguage
  return chosen ?? negotiateLanguage(sources.acceptLanguage ?? '', codes, fallback)
}

/** The best of the offered languages for an Accept-Language header (RFC 9110 §12.5.4, lookup of RFC 4647 §3.4): by weight,
 *  then by place in the header; `en-GB` finds `en`, `sr` finds `sr-Latn`, weight 0 refuses; `*` is the fallback. */
export function negotiateLanguage(header: string, codes: readonly string[], fallback: string): string {
  const ranges = parseAcceptLanguage(header)
  const refused = ranges.filter(({ weight }) => weight === 0).map(({ range }) => range)
  const usable = codes.filter((code) => !refused.some((range) => isWithin(code.toLowerCase(), range)))
  for (const { range } of ranges.filter(({ weight }) => weight > 0)) {
    if (range === '*') break
    const found = lookUp(range, usable)
    if (found !== undefined) return found
  }
  return fallback
}

interface WeightedRange {
  readonly range: string
  readonly weight: number
}

function parseAcceptLanguage(header: string): readonly WeightedRange[] {
  return header
    .slice(0, ACCEPT_LANGUAGE_MAX_LENGTH)
    .toLowerCase()
    .split(',')
    .flatMap((item) => {
      const found =
        /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(item)
      return found?.[1] === undefined ? [] : [{ range: found[1], weight: Number(found[2] ?? '1') }]
    })
    .sort((a, b) => b.weight - a.weight)
}

/** The range, cut from its end until a code matches; then a code that is narrower than the whole range. */
function lookUp(range: string, codes: readonly string[]): string | undefined {
  for (let end = range.length; end > 0; end = range.lastIndexOf('-', end - 1)) {
    const prefix = range.slice(0, end)
    const exact = codes.find((code) => code.toLowerCase() === prefix)
    if (exact !== undefined) return exact
  }
  return codes.find((code) => isWithin(code.toLowerCase(), range))
}

function isWithin(code: string, range: string): boolean {
  return code === range || code.startsWith(`${range}-`)
}
