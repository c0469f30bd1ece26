import { fromDefault } from '#machines/betting/coupon/coupon-terms.rules.ts'
import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BettingConfig, CouponConfig, GlobalConfig, RegistrationConfig } from '#schemas'
import { BASE_ID } from '#server/site/brands/brand-files.ts'
import { type BrandLevel, sectionPath } from '#server/site/brands/brand-level.ts'
import { offeredCodes } from '#server/site/check/language-coverage.ts'
import { listed } from '#server/site/faults/problem-words.ts'
import { REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import { say } from '../../command-text.ts'
import { BrandCommandFailure } from '../brand-arguments.ts'
import { sectionOf } from '../brand-folder.ts'
import type { FilePatches } from './file-patches.ts'

/** Where a brand is for: what stands on the command line. */
export interface AskedRegion {
  /** The languages that are offered, the default first; none offers those of the parent. */
  readonly languages: readonly string[]
  readonly country: string | undefined
  readonly currency: string | undefined
}

/** What a brand writes to be of a country, in languages, with money of a currency.
 *  @throws BrandCommandFailure `language_unknown`, `country_unknown`, `currency_unknown` */
export function regionPatches(level: BrandLevel, asked: AskedRegion): FilePatches {
  const global = sectionOf<GlobalConfig>(level, 'global')
  const languages = [...new Set(asked.languages.map((code) => knownLanguage(level, code)))]
  const country = asked.country === undefined ? undefined : knownCountry(global, asked.country)
  const currency = asked.currency === undefined ? undefined : knownCurrency(global, asked.currency)
  const rates = currency === undefined ? {} : rateChanges(global, currency)
  return {
    [sectionPath('global')]: {
      ...(languages.length > 0 ? { languages: languageChoice(global, languages) } : {}),
      defaultLanguage: languages[0] ?? usualLanguage(level, global),
      ...(country === undefined ? {} : { defaultCountry: country, ...zoneOf(country) }),
      ...(currency === undefined ? {} : { defaultCurrency: currency, ...rates }),
      ...countryChanges(level, global, { languages, country: country ?? global.defaultCountry, currency }),
    },
    ...(currency === undefined ? {} : amountChanges(level, global, currency)),
  }
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
  return knownCode(asked, known, names, (message) => new BrandCommandFailure('language_unknown', message, asked))
}

function ownName(code: string): string | undefined {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code)
}

function knownCountry({ countries }: GlobalConfig, asked: string): string {
  const known = Object.keys(countries)
  const names = namesOf(known, (code) => [new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase())])
  return knownCode(asked, known, names, (message) => new BrandCommandFailure('country_unknown', message, asked))
}

function knownCurrency({ currencies }: GlobalConfig, asked: string): string {
  const known = Object.keys(currencies)
  const names = namesOf(known, (code) => [currencies[code]?.name])
  return knownCode(asked, known, names, (message) => new BrandCommandFailure('currency_unknown', message, asked))
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
  failure: (message: string) => BrandCommandFailure,
): string {
  const found = known.find((code) => code.toLowerCase() === asked.toLowerCase())
  if (found !== undefined) return found
  const name = [...names.keys()].find((one) => one.toLowerCase() === asked.toLowerCase())
  const near = name ?? nearest(asked, [...known, ...names.keys()])
  const meant = near === null ? undefined : (names.get(near) ?? near)
  throw failure(
    meant === undefined
      ? say('brand.code_unknown', { asked, known: listed(known, 24) })
      : say('brand.code_meant', { asked, meant }),
  )
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

/** The amounts that the configuration writes in the default currency, as much in the new one and as handy: 1000 EUR are 6000 BRL. */
function amountChanges(level: BrandLevel, global: GlobalConfig, currency: string): FilePatches {
  if (currency === global.defaultCurrency) return {}
  const { source: old, currency: own } = fromDefault(global, currency)
  const rate = Number(own.baseRate) / Number(old.baseRate)
  const whole = (units: number) => handy(units * rate)
  const minor = (amount: number) => (amount === 0 ? 0 : whole(amount * 10 ** (own.exponent - old.exponent)))
  const coupon = sectionOf<CouponConfig>(level, 'coupon')
  const { riskLimits, advance, vipBets, taxes } = sectionOf<BettingConfig>(level, 'betting')
  const { bonusAmountMinor } = sectionOf<RegistrationConfig>(level, 'registration')
  const { overAmountText } = coupon
  return {
    [sectionPath('coupon')]: {
      quickStakesMinor: [...new Set(coupon.quickStakesMinor.map(minor))],
      maximumStakeMinor: minor(coupon.maximumStakeMinor),
      maximumPayoutMinor: minor(coupon.maximumPayoutMinor),
      ...(overAmountText === undefined ? {} : { overAmountText: String(whole(Number(overAmountText))) }),
    },
    [sectionPath('betting')]: {
      riskLimits: {
        outcomeLiabilityMinor: minor(riskLimits.outcomeLiabilityMinor),
        playerOutcomeStakeMinor: minor(riskLimits.playerOutcomeStakeMinor),
      },
      advance: { maximumMinor: minor(advance.maximumMinor) },
      vipBets: { maximumStakeMinor: minor(vipBets.maximumStakeMinor) },
      ...(taxes.activationThresholdMinor > 0
        ? {
            taxes: {
              activationThresholdMinor: Math.round(
                taxes.activationThresholdMinor * rate * 10 ** (own.exponent - old.exponent),
              ),
            },
          }
        : {}),
    },
    [sectionPath('registration')]: { bonusAmountMinor: minor(bonusAmountMinor) },
  }
}

/** An amount with two digits that are not noughts, as a person would choose it; at least 1. */
function handy(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1)
  return Math.max(1, Math.round(amount / unit) * unit)
}
