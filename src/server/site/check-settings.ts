import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, GlobalConfig, RegistrationConfig } from '#schemas'
import { BASE_ID } from './brand-files.ts'
import { type BrandLevel, locateFault, sectionPath, writerOf } from './brand-level.ts'
import { writtenLanguages } from './check-texts.ts'
import { listed, quoted } from './problem-words.ts'

interface Choice {
  readonly pointer: string
  readonly value: string
  /** Keys of the map in which the value must be. */
  readonly known: readonly string[]
  readonly map: string
  /** Whether the engine's own list may name more than a brand keeps: a brand need not clean up after itself. */
  readonly isLenient?: boolean
}

/** Settings that name an entry of a map: languages, currencies, countries, types of registration. */
export function checkSettings(level: BrandLevel): readonly BrandProblem[] {
  const globalPath = sectionPath('global')
  const registrationPath = sectionPath('registration')
  const site = level.documents.get(globalPath)?.value as GlobalConfig | undefined
  const registration = level.documents.get(registrationPath)?.value as RegistrationConfig | undefined
  return [
    ...(site
      ? globalChoices(site, writtenLanguages(level)).flatMap((choice) => choiceProblem(level, globalPath, choice))
      : []),
    ...(registration ? choiceProblem(level, registrationPath, defaultType(registration)) : []),
    ...(site && registration ? phoneNumberProblems(level, registrationPath, registration, site) : []),
  ]
}

function globalChoices(site: GlobalConfig, written: ReadonlySet<string>): readonly Choice[] {
  const languages = { known: Object.keys(site.languages), map: 'languages' }
  const currencies = { known: Object.keys(site.currencies), map: 'currencies' }
  return [
    {
      pointer: '/defaultLanguage',
      value: site.defaultLanguage,
      known: languages.known.filter((code) => written.has(code)),
      map: 'languages with a dictionary',
    },
    { pointer: '/defaultCurrency', value: site.defaultCurrency, ...currencies },
    { pointer: '/defaultCountry', value: site.defaultCountry, known: Object.keys(site.countries), map: 'countries' },
    ...Object.entries(site.countries).flatMap(([code, { language, currency }]) => [
      { pointer: `/countries/${code}/language`, value: language, ...languages, isLenient: true },
      { pointer: `/countries/${code}/currency`, value: currency, ...currencies, isLenient: true },
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
    if (minDigits <= maxDigits) return choiceProblem(level, path, { pointer, value: code, known, map: 'countries' })
    const expected = `at most maxDigits, ${maxDigits}`
    const message = `${pointer}/minDigits is ${minDigits}, more than maxDigits, ${maxDigits}. Swap them, or leave one out.`
    const found = String(minDigits)
    return locateFault(level, path, { pointer: `${pointer}/minDigits`, found, expected, suggestion: null, message })
  })
}

function choiceProblem(
  level: BrandLevel,
  path: string,
  { pointer, value, known, map, isLenient }: Choice,
): readonly BrandProblem[] {
  if (known.includes(value)) return []
  if (isLenient && writerOf(level, path, pointer)?.layer.id === BASE_ID) return []
  const suggestion = nearest(value, known)
  const expected = `a key of ${map}: ${listed(known)}`
  const fix =
    suggestion === null ? `Use ${expected}, or add ${quoted(value)} there.` : `Did you mean ${quoted(suggestion)}?`
  const message = `${pointer} names ${quoted(value)}, which is not in ${map}. ${fix}`
  return locateFault(level, path, { pointer, found: quoted(value), expected, suggestion, message })
}
