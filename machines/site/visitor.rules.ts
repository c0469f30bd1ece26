import { isCryptoId } from '#machines/money/crypto-currency.rules.ts'
import type { BooleanConfig, CaptchaConfig, GlobalConfig, PublicConfig } from '#schemas'
import { consultantApiVersion } from './consultant.rules.ts'
import { type OfferedLanguage, offeredLanguages } from './language.rules.ts'

/** The sections of the site configuration that a visitor's part is derived from. */
export type VisitorSections = Pick<PublicConfig, 'global' | 'betting' | 'boolean' | 'registration'> & {
  readonly auth: Pick<PublicConfig['auth'], 'types' | 'vipDomains' | 'vipTypesByCountry'>
  readonly captcha: Pick<CaptchaConfig, 'type'>
}

/** Who asks. */
export interface VisitorFacts {
  /** Alpha-2 in lower case; a country that the brand does not know, or none, becomes the brand's default. */
  readonly country: string | undefined
  readonly language: string
  readonly signedIn: boolean
  /** Host name of the request, without port; it tells VIP domains. */
  readonly host?: string
}

/** A currency with its code, and whether it is a cryptocurrency (CFG-5). */
export type GeoCurrency = GlobalConfig['currencies'][string] & { readonly code: string; readonly isCrypto: boolean }

/** What the site configuration means for one visitor (CFG-4). */
export interface VisitorConfig {
  readonly languageId: string
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly languages: readonly OfferedLanguage[]
  readonly geoCountryId: number
  readonly geoCountryCode: string
  readonly geoCurrency: GeoCurrency
  readonly groupId: number
  readonly minimumAgeYears: number
  readonly coefficientFormat: GlobalConfig['coefficientFormat']['default']
  readonly bettingView: 0 | 1
  /** The views that a visitor can choose from, the one that is shown without a choice among them. */
  readonly bettingViews: readonly (0 | 1)[]
  readonly authTypes: readonly string[]
  readonly captchaType: CaptchaConfig['type']
  /** 3 where players write to the support in a panel over any page, 2 where they do on a page of the office (CFG-15). */
  readonly consultantApiVersion: 2 | 3
  readonly isRegistrationOffered: boolean
  readonly flags: BooleanConfig
}

/** Minimum age when the configuration gives none (CFG-9). */
export const DEFAULT_MINIMUM_AGE_YEARS = 18

/** The part of a brand's configuration that one visitor gets. Pure: the server and the page derive the same.
 *  @throws Error when the configuration names a currency or language that it does not have, which its check refuses */
export function deriveForVisitor(site: { readonly config: VisitorSections }, visitor: VisitorFacts): VisitorConfig {
  const { config } = site
  const { global } = config
  const country = resolveCountry(global, visitor.country)
  const languageId = Object.hasOwn(global.languages, visitor.language) ? visitor.language : global.defaultLanguage
  const language = entryOf(global.languages, languageId, 'language')
  return {
    languageId,
    locale: language.locale,
    direction: language.direction,
    languages: offeredLanguages(global, visitor.signedIn),
    geoCountryId: country.id,
    geoCountryCode: country.code,
    geoCurrency: geoCurrency(global, country.currency),
    groupId: global.groupId,
    minimumAgeYears: minimumAge(config, country),
    coefficientFormat: coefficientFormat(global, country.code, languageId),
    bettingView: bettingView(config, country.code),
    bettingViews: bettingViews(config, country.code),
    authTypes: authTypes(config, country.code, visitor.host),
    captchaType: config.captcha.type,
    consultantApiVersion: consultantApiVersion(config.boolean),
    isRegistrationOffered: config.boolean.isRegistrationAllowed && country.isRegistrationAllowed,
    flags: config.boolean,
  }
}

/** A configured minimum age in years: 18 when there is none (CFG-9), 0 when it is not numeric (CFG-8, decision 12). */
export function parseMinimumAge(configured: unknown): number {
  if (configured === undefined || configured === null) return DEFAULT_MINIMUM_AGE_YEARS
  const isNumeric = typeof configured === 'number' || (typeof configured === 'string' && configured.trim() !== '')
  const years = isNumeric ? Number(configured) : Number.NaN
  return Number.isFinite(years) && years >= 0 ? Math.floor(years) : 0
}

type Country = GlobalConfig['countries'][string] & { readonly code: string }

function resolveCountry(global: GlobalConfig, asked: string | undefined): Country {
  const wanted = asked?.toLowerCase()
  const code = wanted !== undefined && Object.hasOwn(global.countries, wanted) ? wanted : global.defaultCountry
  return { ...entryOf(global.countries, code, 'country'), code }
}

function geoCurrency(global: GlobalConfig, wanted: string): GeoCurrency {
  const code = Object.hasOwn(global.currencies, wanted) ? wanted : global.defaultCurrency
  const currency = entryOf(global.currencies, code, 'currency')
  return { ...currency, code, isCrypto: isCryptoId(currency.id) }
}

/** Registration's own list wins over the country's age, that over the site's (DATE-5). */
function minimumAge({ registration, global }: VisitorSections, country: Country): number {
  return parseMinimumAge(
    ownValue(registration.minAgesInCountries, country.code) ?? country.minimumAge ?? global.minimumAge,
  )
}

/** The override of the country, else of the language, else the default (CFG-22, CFG-23). */
function coefficientFormat({ coefficientFormat: formats }: GlobalConfig, country: string, language: string) {
  return ownValue(formats.byCountry, country) ?? ownValue(formats.byLanguage, language) ?? formats.default
}

/** The Asian view in its countries when it is allowed, else the brand's first view (CFG-27 to CFG-29, decision 44). */
function bettingView({ betting, boolean }: VisitorSections, country: string): 0 | 1 {
  const isAsianCountry = betting.asianViewCountries.includes(country)
  if (isAsianCountry) return boolean.isAsianViewAllowed ? 1 : 0
  return betting.views[0] ?? 0
}

/** The brand's views and that of the country, European first; where the Asian one is not allowed, the European alone (CFG-29). */
function bettingViews(config: VisitorSections, country: string): readonly (0 | 1)[] {
  const { betting, boolean } = config
  if (betting.asianViewCountries.includes(country) && !boolean.isAsianViewAllowed) return [0]
  return [...new Set([...betting.views, bettingView(config, country)])].sort()
}

/** The view of the boards: the visitor's choice where the brand offers it, else that of the country or the brand. */
export function chosenView(
  { bettingView: own, bettingViews: offered }: Pick<VisitorConfig, 'bettingView' | 'bettingViews'>,
  choice: number | null | undefined,
): 0 | 1 {
  return offered.find((view) => view === choice) ?? own
}

/** The ways to sign in, in the brand's order (CFG-11); on a VIP domain only those of the country (CFG-35). */
function authTypes({ auth, boolean }: VisitorSections, country: string, host: string | undefined): readonly string[] {
  const offered = Object.entries(auth.types)
    .filter(([, { isAvailable }]) => isAvailable)
    .sort(([a, first], [b, second]) => first.order - second.order || (a < b ? -1 : 1))
    .map(([type]) => type)
  const isVipDomain = host !== undefined && auth.vipDomains.includes(host.toLowerCase())
  const ofCountry = ownValue(auth.vipTypesByCountry, country)
  if (!boolean.isVipDomainGeoAuth || !isVipDomain || !ofCountry) return offered
  return offered.filter((type) => (ofCountry as readonly string[]).includes(type))
}

function ownValue<Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

function entryOf<Value>(map: Readonly<Record<string, Value>>, key: string, what: string): Value {
  const entry = ownValue(map, key)
  if (entry === undefined) throw new Error(`the site configuration has no ${what} ${JSON.stringify(key)}`)
  return entry
}
