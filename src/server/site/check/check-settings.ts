import { CURRENCY_TABLE } from '#machines/money/currency-table.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { countryIdOf } from '#machines/site/tables/country-table.ts'
import type {
  AuthConfig,
  BooleanConfig,
  BrandProblem,
  CouponConfig,
  DictionaryConfig,
  GlobalConfig,
  RegistrationConfig,
  SeoConfig,
} from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, sectionPath, writerOf } from '../brands/brand-level.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import { offeredCodes, writtenLanguages } from './language-coverage.ts'

interface Choice {
  readonly pointer: string
  readonly value: string
  /** Keys of the map in which the value must be. */
  readonly known: readonly string[]
  readonly map: string
  /** Where the map is, when it is not in the same file. */
  readonly mapAt?: string
  /** Whether the engine's own list may name more than a brand keeps: a brand need not clean up after itself. */
  readonly isLenient?: boolean
}

/** Settings that do not go together: those that name an entry of a map, such as languages, currencies and types of registration,
 *  and limits that contradict each other. */
export function checkSettings(level: BrandLevel): readonly BrandProblem[] {
  const globalPath = sectionPath('global')
  const registrationPath = sectionPath('registration')
  const site = level.documents.get(globalPath)?.value as GlobalConfig | undefined
  const registration = level.documents.get(registrationPath)?.value as RegistrationConfig | undefined
  const auth = level.documents.get(sectionPath('auth'))?.value as AuthConfig | undefined
  return [
    ...(site
      ? globalChoices(site, writtenLanguages(level)).flatMap((choice) => choiceProblem(level, globalPath, choice))
      : []),
    ...(registration ? choiceProblem(level, registrationPath, defaultType(registration)) : []),
    ...(site && registration ? phoneNumberProblems(level, registrationPath, registration, site) : []),
    ...(auth ? codeWaitProblems(level, auth) : []),
    ...fallbackProblems(level),
    ...advanceProblems(level),
    ...searchServiceProblems(level),
  ]
}

/** The fallback language of texts must be one that the site speaks. */
function fallbackProblems(level: BrandLevel): readonly BrandProblem[] {
  const path = sectionPath('dictionary')
  const { fallbackLanguage: value } = (level.documents.get(path)?.value as DictionaryConfig | undefined) ?? {}
  if (value === undefined) return []
  const choice = { pointer: '/fallbackLanguage', value, known: offeredCodes(level), map: 'languages with a dictionary' }
  return choiceProblem(level, path, choice)
}

/** Search texts of a service need its address: without it every page would be left to the engine. */
function searchServiceProblems(level: BrandLevel): readonly BrandProblem[] {
  const path = sectionPath('seo')
  const { source, serviceUrl } = (level.documents.get(path)?.value as SeoConfig | undefined) ?? {}
  if (source !== 'service' || serviceUrl !== undefined) return []
  const expected = 'serviceUrl, the address of the service'
  const message =
    '/source names a service of search texts, and serviceUrl is not there. Add its address, or choose "brand".'
  return locateFault(level, path, { pointer: '/source', found: '"service"', expected, suggestion: null, message })
}

/** What a default or a country's entry names that the site does not have. A code that the engine's tables lack is
 *  reported by checkTables. */
function globalChoices(site: GlobalConfig, written: ReadonlySet<string>): readonly Choice[] {
  const languages = { known: Object.keys(site.languages), map: 'languages' }
  const ofCurrency = (pointer: string, value: string, isLenient = false): readonly Choice[] =>
    CURRENCY_TABLE.has(value)
      ? [{ pointer, value, known: Object.keys(site.currencies), map: 'currencies', isLenient }]
      : []
  return [
    {
      pointer: '/defaultLanguage',
      value: site.defaultLanguage,
      known: languages.known.filter((code) => written.has(code)),
      map: 'languages with a dictionary',
    },
    ...ofCurrency('/defaultCurrency', site.defaultCurrency),
    ...(countryIdOf(site.defaultCountry) === undefined
      ? []
      : [
          {
            pointer: '/defaultCountry',
            value: site.defaultCountry,
            known: Object.keys(site.countries),
            map: 'countries',
          },
        ]),
    ...Object.entries(site.countries).flatMap(([code, { language, currency }]) => [
      { pointer: `/countries/${code}/language`, value: language, ...languages, isLenient: true },
      ...ofCurrency(`/countries/${code}/currency`, currency, true),
    ]),
  ]
}

function defaultType(registration: RegistrationConfig): Choice {
  return {
    pointer: '/defaultType',
    value: registration.defaultType,
    known: Object.keys(registration.types),
    map: 'types',
  }
}

/** Phone numbers of a country that the site does not know, or whose fewest digits are more than their most. */
function phoneNumberProblems(
  level: BrandLevel,
  path: string,
  { phoneNumbers }: RegistrationConfig,
  site: GlobalConfig,
): readonly BrandProblem[] {
  const known = Object.keys(site.countries)
  return Object.entries(phoneNumbers).flatMap(([code, { minDigits = 0, maxDigits = Number.POSITIVE_INFINITY }]) => {
    const pointer = `/phoneNumbers/${code}`
    if (minDigits <= maxDigits && countryIdOf(code) === undefined) return []
    if (minDigits <= maxDigits)
      return choiceProblem(level, path, { pointer, value: code, known, map: 'countries', mapAt: sectionPath('global') })
    const expected = `at most maxDigits, ${maxDigits}`
    const message = `${pointer}/minDigits is ${minDigits}, more than maxDigits, ${maxDigits}. Swap them, or leave one out.`
    const found = String(minDigits)
    return locateFault(level, path, { pointer: `${pointer}/minDigits`, found, expected, suggestion: null, message })
  })
}

/** The wait for another code that pages announce, when it is too short: a player who waits that long is still
 *  refused by the short limit. */
function codeWaitProblems(level: BrandLevel, { codeResendMs, rateLimits }: AuthConfig): readonly BrandProblem[] {
  const { short } = rateLimits.code_sending.account ?? {}
  if (!short || short.windowMs <= short.attempts * codeResendMs) return []
  const path = sectionPath('auth')
  const window = '/rateLimits/code_sending/account/short/windowMs'
  const pointer = writerOf(level, path, window)?.layer.id === BASE_ID ? '/codeResendMs' : window
  const least = Math.ceil(short.windowMs / short.attempts)
  const limit = `${short.attempts} in ${short.windowMs} ms`
  return locateFault(level, path, {
    pointer,
    found: String(pointer === window ? short.windowMs : codeResendMs),
    expected: pointer === window ? `at most ${short.attempts * codeResendMs}` : `at least ${least}`,
    suggestion: null,
    message: `A page lets another code be asked for after codeResendMs, ${codeResendMs}, but ${window.slice(0, -'/windowMs'.length)} lets ${limit} pass: a player who waits that long is still refused. Make codeResendMs at least ${least}, or the window shorter.`,
  })
}

/** Stakes that can be advanced where no bet of a type is offered that can be placed on credit (BET-18). */
function advanceProblems(level: BrandLevel): readonly BrandProblem[] {
  const flags = level.documents.get(sectionPath('boolean'))?.value as BooleanConfig | undefined
  const coupon = level.documents.get(sectionPath('coupon'))?.value as CouponConfig | undefined
  if (!flags?.isAdvanceBetAllowed || !coupon) return []
  const { single, express } = coupon.betTypes
  if ([single, express].some((type) => type !== undefined && type.isAvailable !== false)) return []
  const message =
    'Stakes are advanced for single bets and expresses alone, and coupon.betTypes offers neither. Offer one of them, or switch isAdvanceBetAllowed off.'
  return locateFault(level, sectionPath('boolean'), {
    pointer: '/isAdvanceBetAllowed',
    found: 'true',
    expected: 'false, or a single bet or an express in coupon.betTypes',
    suggestion: null,
    message,
  })
}

function choiceProblem(
  level: BrandLevel,
  path: string,
  { pointer, value, known, map, mapAt, isLenient }: Choice,
): readonly BrandProblem[] {
  if (known.includes(value)) return []
  if (isLenient && writerOf(level, path, pointer)?.layer.id === BASE_ID) return []
  const suggestion = nearest(value, known)
  const expected = known.length > 0 ? `a key of ${map}: ${listed(known)}` : `a key of ${map}, which is empty`
  const fix =
    suggestion === null ? `Use ${expected}, or add ${quoted(value)} there.` : `Did you mean ${quoted(suggestion)}?`
  const message = `${pointer} names ${quoted(value)}, which is not in ${map}. ${fix}`
  const causes = [{ path: mapAt ?? path, pointer: `/${map}/${pointerStep(value)}` }]
  return locateFault(level, path, { pointer, found: quoted(value), expected, suggestion, message, causes })
}
