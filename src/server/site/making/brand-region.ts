import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { GlobalConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'
import { offeredCodes } from '../check/language-coverage.ts'
import { listed } from '../faults/problem-words.ts'
import { REFERENCE_LANGUAGE } from '../text-index.ts'
import { amountChanges } from './brand-amounts.ts'
import { combinedFiles, type FilePatches } from './file-patches.ts'
import { type MakingCode, MakingFailure } from './making-failure.ts'
import { sectionOf } from './making-sections.ts'
import { untranslatedPatches, worldLanguage } from './untranslated-language.ts'

/** Where a brand is for: what stands on the command line. */
export interface AskedRegion {
  /** The languages that are offered, the default first; none offers those of the parent. */
  readonly languages: readonly string[]
  readonly country: string | undefined
  readonly currency: string | undefined
  /** Whether a language may be chosen that the engine has no texts of: those of another are shown until they are written. */
  readonly isUntranslatedAllowed?: boolean
}

/** What a brand writes to be of a country, in languages, with money of a currency.
 *  @throws MakingFailure `language_unknown`, `country_unknown`, `currency_unknown` */
export function regionPatches(level: BrandLevel, asked: AskedRegion): FilePatches {
  const global = sectionOf<GlobalConfig>(level, 'global')
  const [languages, added] = chosenLanguages(level, asked)
  const country = asked.country === undefined ? undefined : knownCountry(global, asked.country)
  const currency = asked.currency === undefined ? undefined : knownCurrency(global, asked.currency)
  const rates = currency === undefined ? {} : rateChanges(global, currency)
  const untranslated = added.map((code) => untranslatedPatches(code, country))
  return combinedFiles(untranslated.reduce(combinedFiles, {}), {
    [sectionPath('global')]: {
      ...(languages.length > 0 ? { languages: languageChoice(global, languages) } : {}),
      defaultLanguage: languages[0] ?? usualLanguage(level, global),
      ...(country === undefined ? {} : { defaultCountry: country, ...zoneOf(country) }),
      ...(currency === undefined ? {} : { defaultCurrency: currency, ...rates }),
      ...countryChanges(level, global, { languages, country: country ?? global.defaultCountry, currency }),
    },
    ...(currency === undefined ? {} : amountChanges(level, global, currency)),
  })
}

/** The languages of a brand, and those among them that nobody has written a text of; with one of these the language that replaces what
 *  it lacks is offered too. */
function chosenLanguages(
  level: BrandLevel,
  { languages, isUntranslatedAllowed = false }: AskedRegion,
): readonly [all: readonly string[], added: readonly string[]] {
  const offered = offeredCodes(level)
  const world = (code: string) => (isUntranslatedAllowed ? worldLanguage(code) : null)
  const chosen = languages.map((code) => {
    const own = world(code)
    return own !== null && !offered.includes(own) ? own : knownLanguage(level, code)
  })
  const added = [...new Set(chosen)].filter((code) => !offered.includes(code))
  return [[...new Set([...chosen, ...(added.length > 0 ? [REFERENCE_LANGUAGE] : [])])], added]
}

/** English where the site has it; a brand upon another speaks as its parent does. */
function usualLanguage(level: BrandLevel, { defaultLanguage }: GlobalConfig): string {
  const offered = offeredCodes(level)
  const usual = level.parent === null ? REFERENCE_LANGUAGE : defaultLanguage
  return offered.includes(usual) ? usual : (offered[0] ?? REFERENCE_LANGUAGE)
}

function knownLanguage(level: BrandLevel, asked: string): string {
  const known = offeredCodes(level)
  const names = namesOf(known, (code) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(code), ownName(code)])
  return knownCode(asked, known, names, 'language_unknown')
}

function ownName(code: string): string | undefined {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code)
}

function knownCountry({ countries }: GlobalConfig, asked: string): string {
  const known = Object.keys(countries)
  const names = namesOf(known, (code) => [new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase())])
  return knownCode(asked, known, names, 'country_unknown')
}

function knownCurrency({ currencies }: GlobalConfig, asked: string): string {
  const known = Object.keys(currencies)
  const names = namesOf(known, (code) => [currencies[code]?.name])
  return knownCode(asked, known, names, 'currency_unknown')
}

function namesOf(
  codes: readonly string[],
  names: (code: string) => readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  return new Map(codes.flatMap((code) => names(code).flatMap((name) => (name === undefined ? [] : [[name, code]]))))
}

/** A code in any case, or a name; a misspelling of either is reported with the code that was probably meant. */
function knownCode(
  asked: string,
  known: readonly string[],
  names: ReadonlyMap<string, string>,
  code: MakingCode,
): string {
  const found = known.find((code) => code.toLowerCase() === asked.toLowerCase())
  if (found !== undefined) return found
  const name = [...names.keys()].find((one) => one.toLowerCase() === asked.toLowerCase())
  const near = name ?? nearest(asked, [...known, ...names.keys()])
  const meant = near === null ? undefined : (names.get(near) ?? near)
  if (meant === undefined) throw new MakingFailure(code, 'unknown', asked, { known: listed(known, 24) })
  throw new MakingFailure(code, 'meant', asked, { meant })
}

/** The languages of a brand in their order, and the others of its parent taken away. */
function languageChoice({ languages }: GlobalConfig, chosen: readonly string[]): JsonObject {
  const kept = chosen.map((code, index) => [code, { order: (index + 1) * 10 }] as const)
  const others = Object.keys(languages).filter((code) => !chosen.includes(code))
  return Object.fromEntries([...kept, ...others.map((code) => [code, null] as const)])
}

/** A locale that knows the zones of its region (ECMA-402, Intl Locale Info); the compiler's library lacks it. */
interface ZonedLocale extends Intl.Locale {
  readonly getTimeZones?: () => readonly string[] | undefined
}

/** The zone of a country that has one; of several nobody can know which. */
function zoneOf(country: string): { readonly timeZone?: string } {
  const locale: ZonedLocale = new Intl.Locale(`und-${country.toUpperCase()}`)
  const [zone, ...others] = locale.getTimeZones?.() ?? []
  return zone === undefined || others.length > 0 ? {} : { timeZone: zone }
}

interface Chosen {
  readonly languages: readonly string[]
  readonly country: string
  readonly currency: string | undefined
}

/** Visitors of the default country get the default language and currency; no country keeps a language that the brand
 *  does not have. The engine's own list may name more than a brand keeps. */
function countryChanges(
  level: BrandLevel,
  { countries }: GlobalConfig,
  { languages, country, currency }: Chosen,
): JsonObject {
  const [first] = languages
  const changes = Object.entries(countries).flatMap(([code, own]) => {
    const isOwn = code === country
    const isLost = first !== undefined && !languages.includes(own.language) && level.layer.id !== BASE_ID
    const change = {
      ...(first !== undefined && (isOwn || isLost) && own.language !== first ? { language: first } : {}),
      ...(currency !== undefined && isOwn && own.currency !== currency ? { currency } : {}),
    }
    return Object.keys(change).length > 0 ? [[code, change] as const] : []
  })
  return changes.length > 0 ? { countries: Object.fromEntries(changes) } : {}
}

const RATE_DIGITS = 8

/** The rates by which other currencies are converted, for one unit of the new default. */
function rateChanges({ currencies, defaultCurrency }: GlobalConfig, currency: string): JsonObject {
  if (currency === defaultCurrency) return {}
  const own = Number(currencies[currency]?.baseRate)
  const rates = Object.entries(currencies).map(([code, { baseRate }]) => {
    const rate = (Number(baseRate) / own).toPrecision(RATE_DIGITS)
    return [code, { baseRate: plainDecimal(rate) }] as const
  })
  return { currencies: Object.fromEntries(rates) }
}

/** A number without an exponent, with at most twelve digits behind the point. */
function plainDecimal(rate: string): string {
  return Number(rate)
    .toFixed(12)
    .replace(/\.?0+$/, '')
}
