import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CURRENCY_TABLE, type TableCurrency } from '#machines/money/currency-table.ts'
import type { BooleanConfig, PublicConfig } from '#schemas'
import { chosenView, deriveForVisitor, parseMinimumAge } from './visitor.rules.ts'

const directory = new URL('../../brands/_base/config/', import.meta.url)
const base = Object.fromEntries(
  readdirSync(directory).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(new URL(file, directory), 'utf8')),
  ]),
) as unknown as PublicConfig

type Sections = { [Section in keyof PublicConfig]?: Partial<PublicConfig[Section]> }
const site = (changes: Sections = {}) => {
  const config = { ...base } as Record<string, unknown>
  for (const [section, change] of Object.entries(changes))
    config[section] = { ...(config[section] as object), ...change }
  return { config: config as unknown as PublicConfig }
}
const guest = { country: 'kz', language: 'en', signedIn: false }
const flag = (name: keyof BooleanConfig, value = true) => ({ [name]: value })

describe('what a visitor gets', () => {
  test('language, locale, country and group', () => {
    const derived = deriveForVisitor(site({ global: { groupId: 9 } }), guest)
    expect(derived).toMatchObject({
      languageId: 'en',
      locale: 'en-GB',
      direction: 'ltr',
      geoCountryCode: 'kz',
      groupId: 9,
    })
    expect(derived.geoCountryId).toBe(base.global.countries.kz?.id)
  })

  test('CFG-4: an unknown country or language becomes the default of the brand', () => {
    for (const country of [undefined, 'zz', 'constructor', '']) {
      expect(deriveForVisitor(site(), { ...guest, country }).geoCountryCode).toBe(base.global.defaultCountry)
    }
    expect(deriveForVisitor(site(), { ...guest, country: 'KZ' }).geoCountryCode).toBe('kz')
    expect(deriveForVisitor(site(), { ...guest, language: 'xx' }).languageId).toBe(base.global.defaultLanguage)
  })

  test('CFG-5: the geo currency has id, code, symbol, name, whether it is hidden, rate, smallest bet and whether it is crypto', () => {
    const derived = deriveForVisitor(site(), guest)
    expect(derived.geoCurrency).toEqual({ ...base.global.currencies.KZT, code: 'KZT', isCrypto: false })
    for (const field of ['id', 'symbol', 'name', 'isHidden', 'baseRate', 'minimumBetMinor']) {
      expect(derived.geoCurrency).toHaveProperty(field)
    }
    const { id, exponent } = CURRENCY_TABLE.get('BTC') as TableCurrency
    const coin = {
      order: 1,
      id,
      exponent,
      symbol: '₿',
      name: 'Bitcoin',
      baseRate: '0.00001',
      minimumBetMinor: 1,
      isHidden: false,
    }
    const { kz } = base.global.countries
    const countries = { ...base.global.countries, kz: { ...kz, currency: 'BTC' } } as typeof base.global.countries
    const crypto = site({ global: { countries, currencies: { ...base.global.currencies, BTC: coin } } })
    expect(deriveForVisitor(crypto, guest).geoCurrency).toEqual({ ...coin, code: 'BTC', isCrypto: true })
    const { KZT: _, ...currencies } = base.global.currencies
    expect(deriveForVisitor(site({ global: { currencies } }), guest).geoCurrency.code).toBe(base.global.defaultCurrency)
  })

  test('CFG-8: a minimum age that is not numeric is 0', () => {
    expect(['abc', '', {}, [], true, Number.NaN, -1].map(parseMinimumAge)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect([21, '21', 21.5].map(parseMinimumAge)).toEqual([21, 21, 21])
  })

  test('CFG-9: without a minimum age it is 18', () => {
    expect(parseMinimumAge(undefined)).toBe(18)
    expect(base.global.minimumAge).toBe(18)
  })

  test('CFG-8: the age of registration wins over that of the country, that over that of the site', () => {
    const kz = { order: 1, id: 110, currency: 'KZT', language: 'ru', isRegistrationAllowed: true }
    const ages = (minimumAge: number | undefined, minAgesInCountries: Record<string, number>) => {
      const country = minimumAge === undefined ? kz : { ...kz, minimumAge }
      const changed = site({
        global: { minimumAge: 19, countries: { kz: country } },
        registration: { minAgesInCountries },
      })
      return deriveForVisitor(changed, guest).minimumAgeYears
    }
    expect([ages(20, { kz: 25 }), ages(20, { cy: 25 }), ages(undefined, {})]).toEqual([25, 20, 19])
  })

  test('CFG-10: the captcha type is that of the brand', () => {
    for (const type of ['google', 'hunt', 'puzzle', 'hcaptcha', 'custom', 'disabled'] as const) {
      expect(deriveForVisitor(site({ captcha: { type } }), guest).captchaType).toBe(type)
    }
  })

  test('CFG-11: the available ways to sign in, in their order', () => {
    const types = {
      google: { order: 5, isAvailable: true },
      phone: { order: 1, isAvailable: true },
      email: { order: 2, isAvailable: false },
    }
    expect(deriveForVisitor(site({ auth: { types } }), guest).authTypes).toEqual(['phone', 'google'])
  })

  test('CFG-15: version 3 of the consultant with the new helper, else 2', () => {
    expect(deriveForVisitor(site({ boolean: flag('isNewHelper') }), guest).consultantApiVersion).toBe(3)
    expect(deriveForVisitor(site({ boolean: flag('isNewHelper', false) }), guest).consultantApiVersion).toBe(2)
    expect(deriveForVisitor(site(), guest).consultantApiVersion).toBe(2)
  })

  test('CFG-22: the coefficient format of the country, else of the language', () => {
    const format = (byCountry: Record<string, 1>, byLanguage: Record<string, 2>) =>
      deriveForVisitor(site({ global: { coefficientFormat: { default: 0, byCountry, byLanguage } } }), guest)
        .coefficientFormat
    expect([format({ kz: 1 }, { en: 2 }), format({}, { en: 2 }), format({ cy: 1 }, { ar: 2 })]).toEqual([1, 2, 0])
  })

  test('CFG-23: the coefficient format is 0 without overrides', () => {
    expect(deriveForVisitor(site(), guest).coefficientFormat).toBe(0)
  })
})

describe('betting view, VIP domains, flags', () => {
  const view = (isAllowed: boolean, views: (0 | 1)[], asianViewCountries: string[]) =>
    deriveForVisitor(
      site({ betting: { views, asianViewCountries }, boolean: flag('isAsianViewAllowed', isAllowed) }),
      guest,
    ).bettingView

  test('CFG-27: the betting view is 0 by default', () => {
    expect(base.betting.views).toEqual([0])
    expect(deriveForVisitor(site(), guest).bettingView).toBe(0)
    expect(view(false, [1, 0], [])).toBe(1)
  })

  test('CFG-28: the Asian view in its countries when it is allowed', () => {
    expect(view(true, [0], ['kz'])).toBe(1)
    expect(view(true, [0], ['cy'])).toBe(0)
  })

  test('CFG-29: the view stays 0 in those countries when it is not allowed', () => {
    expect(view(false, [0], ['kz'])).toBe(0)
    expect(view(false, [1], ['kz'])).toBe(0)
  })

  test('CFG-27, CFG-28, CFG-29: a visitor can choose among the views of the brand and the country', () => {
    const offered = (isAllowed: boolean, views: (0 | 1)[], asianViewCountries: string[]) =>
      deriveForVisitor(
        site({ betting: { views, asianViewCountries }, boolean: flag('isAsianViewAllowed', isAllowed) }),
        guest,
      )
    expect(offered(false, [0], []).bettingViews).toEqual([0])
    expect(offered(false, [1, 0], []).bettingViews).toEqual([0, 1])
    expect(offered(true, [0], ['kz']).bettingViews).toEqual([0, 1])
    expect(offered(false, [0, 1], ['kz']).bettingViews).toEqual([0])
    const both = offered(false, [1, 0], [])
    expect([chosenView(both, null), chosenView(both, 0), chosenView(both, 1), chosenView(both, 7)]).toEqual([
      1, 0, 1, 1,
    ])
    expect(chosenView(offered(false, [0, 1], ['kz']), 1)).toBe(0)
  })

  test('CFG-30: flags that the brand does not set are false except for those that the specification names', () => {
    const set = Object.entries(deriveForVisitor(site(), guest).flags).filter(([, value]) => value === true)
    expect(set.length).toBe(6)
  })

  test('CFG-31: the flags of the specification that are true when the configuration does not set them', () => {
    expect(deriveForVisitor(site(), guest).flags).toMatchObject({
      isRegistrationAllowed: true,
      isAuthAllowed: true,
      isPartSaleAllowed: true,
      isVideoShown: true,
      isInsightsShown: true,
      isBonusInHeader: true,
    })
  })

  test('CFG-35: on a VIP domain the ways to sign in are those of the country', () => {
    const auth = { vipDomains: ['vip.example'], vipTypesByCountry: { kz: ['phone' as const] } }
    const types = (host: string, country: string, isOn = true) =>
      deriveForVisitor(site({ auth, boolean: flag('isVipDomainGeoAuth', isOn) }), { ...guest, country, host }).authTypes
    const all = deriveForVisitor(site(), guest).authTypes
    expect(all.length).toBeGreaterThan(1)
    expect(types('VIP.example', 'kz')).toEqual(['phone'])
    expect([types('vip.example', 'cy'), types('other.example', 'kz'), types('vip.example', 'kz', false)]).toEqual([
      all,
      all,
      all,
    ])
  })

  test('registration is offered where the brand and the country allow it', () => {
    const countries = { kz: { order: 1, id: 110, currency: 'KZT', language: 'ru', isRegistrationAllowed: false } }
    expect(deriveForVisitor(site(), guest).isRegistrationOffered).toBe(true)
    expect(deriveForVisitor(site({ global: { countries } }), guest).isRegistrationOffered).toBe(false)
    expect(deriveForVisitor(site({ boolean: flag('isRegistrationAllowed', false) }), guest).isRegistrationOffered).toBe(
      false,
    )
  })
})
