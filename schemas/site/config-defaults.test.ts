import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

type Node = { readonly [keyword: string]: unknown }
type Properties = Readonly<Record<string, Node>>
type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const FOLDER = fileURLToPath(new URL('./config/', import.meta.url))
const TEXTS = JSON.parse(
  readFileSync(new URL('../../brands/_base/locales/en/site.json', import.meta.url), 'utf8'),
) as Record<string, string>

const sections = new Map(
  readdirSync(FOLDER).map((name) => {
    const node = JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Node
    return [name.replace('.schema.json', ''), node.properties as Properties]
  }),
)

/** The schema of a key, such as `global.minimumAge`, or of a key inside a group. */
function schemaOf(path: string): Node {
  const [section = '', ...keys] = path.split('.')
  const start: Node = { properties: sections.get(section) }
  return keys.reduce<Node>((node, key) => {
    const child = (node.properties as Properties | undefined)?.[key]
    if (!child) throw new Error(`no key ${path}`)
    return child
  }, start)
}

function defaultOf(path: string): unknown {
  return schemaOf(path).default
}

function accepts(path: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const { $ref: _ref, ...node } = schemaOf(path)
  return ajv.compile(node)(value)
}

function memberNames(path: string): string[] {
  const node = schemaOf(path)
  const entry = node.additionalProperties as Node | undefined
  return Object.keys((entry?.properties ?? node.properties) as Properties).sort()
}

describe('defaults that the specification gives', () => {
  test.each([
    ['CFG-9: the minimum age is 18', 'global.minimumAge', 18],
    ["CFG-20: the amount template is '{v} {c}'", 'global.amountTemplate', '{v} {c}'],
    ['CFG-20: no currency has a template of its own', 'global.amountTemplatesByCurrency', {}],
    ['CFG-23: the coefficient format is 0', 'global.coefficientFormat.default', 0],
    ['CFG-26: the partner is 1', 'global.partnerId', 1],
    ['CFG-26: checkCf is 0', 'coupon.checkCf', 0],
    ['CFG-27: the betting view is [0]', 'betting.views', [0]],
    ['I18N-1: the language is ru', 'global.defaultLanguage', 'ru'],
    ['I18N-10: a dictionary is cached for 15 minutes', 'dictionary.cacheMs', 900_000],
    ['I18N-11: a dictionary of the application is cached for 24 hours', 'dictionary.appCacheMs', 86_400_000],
    [
      'I18N-16: the picture in place of a missing one',
      'modules.fallbackImage',
      '/genfiles/cms/1/desktop/system/pixel.png',
    ],
    ['I18N-20: dates without a year', 'global.dateFormats.withoutYear', 'dd.MM / HH:mm'],
    ['I18N-20: dates with a year', 'global.dateFormats.withYear', 'dd.MM.yyyy / HH:mm'],
    ['AUTH-6: auto logoff is off', 'auth.isAutoLogoffEnabled', false],
    ['auto logoff comes after 30 minutes', 'auth.autoLogoffMs', 1_800_000],
    ['REG-5: the registration type is full_reg', 'registration.defaultType', 'full_reg'],
    ['a dialog greets a new player', 'registration.isModalShown', true],
    [
      'REG-26: players are reminded to save their sign-in data',
      'registration.additionalConfig.isLoginSavingNotificationVisible',
      true,
    ],
    ['a coupon holds 50 bets', 'coupon.maximumBets', 50],
    ['a system or multi bet holds 20 bets', 'coupon.maximumSystemBets', 20],
    ['the history covers 7 days', 'coupon.historyDays', 7],
    ['the over-amount text is 4000000', 'coupon.overAmountText', '4000000'],
    ['UI-13: a notification stays 3000 ms', 'application.notifications.durationMs', 3000],
    ['UI-13: a notification is 260 wide', 'application.notifications.widthPx', 260],
    ['UI-13: notifications are at the bottom right', 'application.notifications.position', 'bottom-right'],
    ['LAYOUT-1: the main menu shows 9 entries', 'header.maxVisibleItems', 9],
    ['LAYOUT-1: the main menu keeps an indent of 100', 'header.indentPx', 100],
    ['a dashboard shows 20 games', 'betting.dashboardGamesLimit', 20],
    ['LAYOUT-3: the media player mode is 3', 'betting.mediaPlayerMode', 3],
    ['LAYOUT-4: the button to the top appears after 4 screens', 'application.scrollToTopScreens', 4],
    ['INFO-2: contacts have the placement type 1', 'information.contacts.placementTypeId', 1],
  ])('%s', (_name, path, expected) => {
    expect(defaultOf(path)).toEqual(expected)
  })

  test('CFG-30: all flags are false but those that the specification names', () => {
    const flags = Object.entries(sections.get('boolean') as Properties)
    expect(flags.every(([, node]) => node.type === 'boolean')).toBe(true)
    expect(flags.filter(([, node]) => node.default === true).map(([name]) => name)).toEqual([
      'isRegistrationAllowed',
      'isAuthAllowed',
      'isPartSaleAllowed',
      'isVideoShown',
      'isInsightsShown',
      'isBonusInHeader',
    ])
    expect(flags.filter(([, node]) => node.default === false).length).toBe(flags.length - 6)
  })
})

describe('values that a brand may write', () => {
  test('CFG-9: an age is a whole number, and a text is refused', () => {
    expect([18, 21, '18', '', 18.5, true].map((age) => accepts('global.minimumAge', age))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('CFG-10: the captcha types are the six of the specification', () => {
    expect(schemaOf('captcha.type').enum).toEqual(['google', 'hunt', 'puzzle', 'hcaptcha', 'custom', 'disabled'])
  })

  test('CFG-13: the support has hours, a colour for each consultant by name, and a queue for each language with a default', () => {
    const hours = ['09:00', '23:59', '24:00', '9:00', '']
    for (const key of ['support.startTime', 'support.endTime']) {
      expect(accepts(key, defaultOf(key)), key).toBe(true)
      expect(hours.map((hour) => accepts(key, hour))).toEqual([true, true, false, false, false])
    }
    expect(accepts('support.consultantColours', { Anna: '#2a6fdb' })).toBe(true)
    expect(accepts('support.consultantColours', { Anna: 'blue' })).toBe(false)
    expect(accepts('support.consultantIds', { de: 'german-desk', 'pt-BR': 'desk_2' })).toBe(true)
    expect(accepts('support.consultantIds', { German: 'german-desk' })).toBe(false)
    expect(accepts('support.defaultConsultantId', defaultOf('support.defaultConsultantId'))).toBe(true)
    expect(accepts('support.defaultConsultantId', '')).toBe(false)
  })

  test('CFG-21: a currency may have a template of its own, in which the value has a place', () => {
    expect(accepts('global.amountTemplatesByCurrency', { USD: '{c}{v}' })).toBe(true)
    expect(accepts('global.amountTemplatesByCurrency', { USD: 'dollars' })).toBe(false)
  })

  test('CFG-22: coefficient formats may be given by country and by language', () => {
    expect(accepts('global.coefficientFormat', { default: 0, byCountry: { us: 2 }, byLanguage: { en: 1 } })).toBe(true)
    expect(accepts('global.coefficientFormat', { default: 0, byCountry: { us: 6 }, byLanguage: {} })).toBe(false)
  })

  test.each([
    [
      'a currency',
      'global.currencies',
      ['baseRate', 'exponent', 'id', 'isHidden', 'minimumBetMinor', 'name', 'order', 'symbol'],
    ],
    ['cyber sports', 'cyber', ['labelPrefix', 'sections', 'typeLabels', 'version']],
    ['INFO-2: contacts', 'information.contacts', ['emails', 'networks', 'phones', 'placementTypeId']],
    ['the global event', 'global.globalEvent', ['championshipId', 'firstGameStart', 'id', 'name']],
  ])('%s has its members', (_name, path, members) => {
    expect(memberNames(path)).toEqual(members)
  })

  test('support has hours and colours of consultants', () => {
    const keys = Object.keys(sections.get('support') as Properties)
    expect(keys).toEqual(expect.arrayContaining(['startTime', 'endTime', 'consultantColours']))
    expect(accepts('support.consultantColours', { Anna: 'red' })).toBe(false)
  })

  test('CFG-17: the office names the required fields of each document type', () => {
    expect(accepts('office.requiredDocumentFields', { passport: ['name', 'passport'] })).toBe(true)
    expect(accepts('office.requiredDocumentFields', { passport: ['shoe_size'] })).toBe(false)
  })

  test('CFG-25: taxes have type, both taxes, threshold, coefficient limit and the return flag', () => {
    expect(memberNames('betting.taxes')).toEqual(
      expect.arrayContaining([
        'activationThresholdMinor',
        'coefficientLimit',
        'hasReturnTax',
        'payoutTaxPercent',
        'stakeTaxPercent',
        'type',
      ]),
    )
  })

  test('REG-25: the additional configuration of registration has its twelve members', () => {
    expect(memberNames('registration.additionalConfig')).toEqual(
      'emailButtonText firstDepositText hiddenRegistrationFormLeftBanner isLoginSavingNotificationVisible phoneButtonText rechargeButtonText registrationRedirectText saveLoginButtonDesign showBackButton showDepositBanner showLeftBanner welcomeBonusDescription'.split(
        ' ',
      ),
    )
  })

  test('STORE-4: the cookie consent levels are 0 to 3', () => {
    const level = schemaOf('other.cookieConsent.defaultLevel')
    expect(level.enum).toEqual([0, 1, 2, 3])
    expect(level['x-enum-names']).toEqual(['disabled', 'only-functionality', 'only-marketing', 'all'])
  })

  test('TABLE-4: menu sections are 3, 7, 8, 9, 11, 13, 28 and 1001 to 1012, and no other number', () => {
    const allowed = [3, 7, 8, 9, 11, 13, 28, ...Array.from({ length: 12 }, (_, index) => 1001 + index)]
    expect(accepts('betting.menuSections', allowed)).toBe(true)
    const refused = [0, 1, 4, 10, 12, 27, 29, 1000, 1013].filter((id) => !accepts('betting.menuSections', [id]))
    expect(refused).toHaveLength(9)
  })
})

describe('the defaults together make a site', () => {
  const languages = defaultOf('global.languages') as Entries
  const currencies = defaultOf('global.currencies') as Entries
  const countries = defaultOf('global.countries') as Entries

  test('the languages that have dictionaries are offered, each with its own name and direction', () => {
    expect(Object.keys(languages).sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'pt', 'ru', 'tr'])
    expect(new Set(Object.values(languages).map((language) => language.name)).size).toBe(Object.keys(languages).length)
    const rightToLeft = Object.keys(languages).filter((code) => languages[code]?.direction === 'rtl')
    expect(rightToLeft).toEqual(['ar'])
  })

  test('what is named by a key is there', () => {
    expect(languages).toHaveProperty(defaultOf('global.defaultLanguage') as string)
    expect(currencies).toHaveProperty(defaultOf('global.defaultCurrency') as string)
    expect(countries).toHaveProperty(defaultOf('global.defaultCountry') as string)
    const strays = Object.values(countries).filter(
      (country) => !((country.currency as string) in currencies) || !((country.language as string) in languages),
    )
    expect(strays).toEqual([])
    const widgets = defaultOf('banner-widgets.widgets') as Entries
    const named = Object.values(defaultOf('customize.homeBlocks') as Entries).flatMap((block) =>
      block.widget ? [block.widget] : [],
    )
    expect(named.filter((id) => !((id as string) in widgets))).toEqual([])
  })

  test('CFG-6: the base rate of the default currency is 1', () => {
    expect(currencies[defaultOf('global.defaultCurrency') as string]?.baseRate).toBe('1')
  })

  test('BET-25: a better price is taken where neither the brand nor the player says otherwise', () => {
    expect(defaultOf('coupon.pricePolicy')).toBe('higher')
  })

  test('TABLE-6: country ids are 1 to 291 without 100, each once', () => {
    const ids = Object.values(countries).map((country) => country.id as number)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id < 1 || id > 291 || id === 100)).toEqual([])
  })

  test('ids of currencies are given once', () => {
    expect(new Set(Object.values(currencies).map((currency) => currency.id)).size).toBe(Object.keys(currencies).length)
  })

  test('CFG-32: the list of routes names every route, and none is off', () => {
    const routeIds = (
      JSON.parse(readFileSync(new URL('./route-id.schema.json', import.meta.url), 'utf8')) as { enum: string[] }
    ).enum
    const routes = defaultOf('application.routes') as Entries
    expect(Object.keys(routes)).toEqual(routeIds)
    expect(Object.keys(routes).filter((id) => routes[id]?.isAvailable === false)).toEqual([])
  })

  test('entries of one map have places of their own', () => {
    const maps = [...sections.values()]
      .flatMap((properties) => Object.values(properties))
      .flatMap((node) => mapsIn(node.default))
    expect(maps.length).toBeGreaterThan(20)
    expect(maps.filter((orders) => new Set(orders).size !== orders.length)).toEqual([])
  })

  test('every picture that a default names is among the assets of the engine', () => {
    const assets = new URL('../../brands/_base/assets/', import.meta.url)
    const pictures = Object.values(defaultOf('banner-widgets.widgets') as Entries)
      .flatMap((widget) => Object.values(widget.banners as Entries))
      .flatMap(({ image, imageDark, imagePhone }) => [image, imageDark, imagePhone])
      .filter((path) => typeof path === 'string')
    expect(pictures.length).toBeGreaterThan(3)
    expect(pictures.filter((path) => !existsSync(new URL(path, assets)))).toEqual([])
  })

  test('every text that a default names is in the English dictionary', () => {
    const keys = new Set(
      [...sections.values()]
        .flatMap((properties) => Object.values(properties))
        .flatMap((node) => textKeys(node.default)),
    )
    const prefix = defaultOf('cyber.labelPrefix') as string
    keys.delete(prefix)
    for (const label of Object.values(defaultOf('cyber.typeLabels') as Record<string, string>)) keys.add(prefix + label)
    expect([...keys].filter((key) => !(key in TEXTS))).toEqual([])
    expect(keys.size).toBeGreaterThan(100)
  })
})

function mapsIn(value: unknown): number[][] {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return []
  const children = Object.values(value)
  const orders = children.flatMap((child) =>
    child && typeof child === 'object' && 'order' in child ? [child.order as number] : [],
  )
  return [...(orders.length ? [orders] : []), ...children.flatMap(mapsIn)]
}

function textKeys(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('site.') ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(textKeys) : []
}
