import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBrandCheckOutput as isProblemList } from '#schemas/generated/validators/cli.js'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { checkBrands } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

const check = (id?: string) => checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id })

/** Writes files of a brand `faulty` and gives its problems, as `file:line:column pointer (suggestion)`. */
async function problemsOf(files: Record<string, unknown>): Promise<string[]> {
  await folders.write('faulty/brand.json', manifest('faulty'))
  for (const [path, content] of Object.entries(files)) await folders.write(`faulty/${path}`, content)
  const problems = await check('faulty')
  expect(isProblemList(structuredClone(problems)), JSON.stringify(isProblemList.errors)).toBe(true)
  for (const problem of problems) expect(problem.message.length).toBeGreaterThan(30)
  return problems.map(({ file, line, column, path, suggestion }) => `${file}:${line}:${column} ${path} (${suggestion})`)
}

describe('a brand folder', () => {
  test('OPS-3: a good brand and its child have no problems', async () => {
    expect(await check('harbour')).toEqual([])
    expect(await check('harbour-kz')).toEqual([])
    expect(await check()).toEqual([])
  })

  test('several codes within the waits for them, or a longer wait than the limit asks for, go together', async () => {
    const short = (attempts: number, windowMs: number) => ({
      code_sending: { account: { short: { attempts, windowMs } } },
    })
    for (const auth of [
      { rateLimits: short(2, 120_000) },
      { codeResendMs: 90_000 },
      { codeResendMs: 30_000, rateLimits: short(3, 90_000) },
    ])
      expect(await problemsOf({ 'config/auth.json': auth })).toEqual([])
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'OPS-4: an unknown key',
      { 'config/coupon.json': '{\n  "maximumBets": 4,\n  "historyDay": 3\n}' },
      ['faulty/config/coupon.json:3:3 /historyDay (historyDays)'],
    ],
    [
      'OPS-4: an unknown key deep inside',
      { 'config/global.json': '{"languages": {\n "en": {"nmae": "x"}}}' },
      ['faulty/config/global.json:2:9 /languages/en/nmae (name)'],
    ],
    [
      'SPORT-8: news without their text, their picture, or their text in the default language',
      {
        'pages/ar/news_far.md': '# x\n\ny\n',
        'config/information.json': `{"news": {
 "one": {"date": "2026-11-20", "section": "champions", "page": "news_none"},
 "two": {"date": "2026-11-20", "section": "champions", "page": "news_far", "image": "news/none.svg"}}}`,
      },
      [
        'faulty/config/information.json:2:56 /news/one/page (null)',
        'faulty/config/information.json:3:56 /news/two/page (null)',
        'faulty/config/information.json:3:76 /news/two/image (null)',
      ],
    ],
    [
      'SPORT-8: news of no day and of no section that has news',
      {
        'config/information.json':
          '{"news": {\n "three": {"date": "2026-13-20", "section": "championz", "page": "about"}}}',
      },
      [
        'faulty/config/information.json:2:12 /news/three/date (null)',
        'faulty/config/information.json:2:34 /news/three/section (champions)',
      ],
    ],
    [
      'OPS-2: a wrong choice',
      { 'config/application.json': '{\n\n  "colourScheme": "drak"}' },
      ['faulty/config/application.json:3:3 /colourScheme (dark)'],
    ],
    [
      'OPS-2: a wrong type',
      { 'config/coupon.json': '{"maximumBets": "4"}' },
      ['faulty/config/coupon.json:1:2 /maximumBets (null)'],
    ],
    [
      'OPS-2: a number out of range',
      { 'config/coupon.json': '{"maximumBets": 51}' },
      ['faulty/config/coupon.json:1:2 /maximumBets (null)'],
    ],
    [
      'AUTH-3: a provider that speaks neither OAuth nor OpenID',
      { 'config/auth.json': '{"types": {\n"metamask": {"isAvailable": true}}}' },
      ['faulty/config/auth.json:2:14 /types/metamask/isAvailable (false)'],
    ],
    [
      'AUTH-3: a provider that needs a scope of the contract',
      { 'config/auth.json': '{"types": {\n"itsme": {"isAvailable": true}}}' },
      ['faulty/config/auth.json:2:11 /types/itsme/isAvailable (false)'],
    ],
    [
      'AUTH-3: a provider that needs the key of the application in its address',
      { 'config/auth.json': '{"types": {\n"ok": {"isAvailable": true}}}' },
      ['faulty/config/auth.json:2:8 /types/ok/isAvailable (false)'],
    ],
    [
      'OPS-2: a syntax error hides no other file',
      { 'config/coupon.json': '{"maximumBets": }', 'config/toto.json': '{"x": 1}' },
      ['faulty/config/coupon.json:1:17 /maximumBets (null)', 'faulty/config/toto.json:1:2 /x (null)'],
    ],
    ['OPS-2: a comment', { 'config/coupon.json': '// mine\n{}' }, ['faulty/config/coupon.json:1:1  (null)']],
    [
      'OPS-2: a key twice',
      { 'config/coupon.json': '{"maximumBets": 3,\n "maximumBets": 4}' },
      ['faulty/config/coupon.json:2:2 /maximumBets (null)'],
    ],
    ['OPS-8: code', { 'assets/site.js': 'alert(1)' }, ['faulty/assets/site.js:1:1  (null)']],
    ['OPS-8: an unknown section', { 'config/cupon.json': '{}' }, ['faulty/config/cupon.json:1:1  (coupon.json)']],
    [
      'OPS-8: an unknown folder is reported once',
      { 'asset/a.svg': 'x', 'asset/b.svg': 'x' },
      ['faulty/asset:1:1  (assets/)'],
    ],
    ['OPS-8: an unknown file', { 'brands.json': '{}' }, ['faulty/brands.json:1:1  (brand.json)']],
    ['SVG: a script', { 'assets/a.svg': '<svg>\n <script>1</script></svg>' }, ['faulty/assets/a.svg:2:2  (null)']],
    ['SVG: an event handler', { 'assets/a.svg': '<svg onload="x()"/>' }, ['faulty/assets/a.svg:1:6  (null)']],
    [
      'SVG: a reference outside',
      { 'assets/a.svg': '<svg><use href="https://e.example/x#a"/></svg>' },
      ['faulty/assets/a.svg:1:11  (null)'],
    ],
    [
      'a page with HTML',
      { 'pages/en/about.md': '# About\n\n<b>x</b>' },
      ['faulty/pages/en/about.md:3:1  (null)', 'faulty/pages/en/about.md:3:5  (null)'],
    ],
    [
      'a page with an unsafe link',
      { 'pages/en/about.md': '# About\n\nsee [x](javascript:a())' },
      ['faulty/pages/en/about.md:3:5  (null)'],
    ],
    [
      'OPS-14: $schema names another schema',
      { 'config/coupon.json': '{\n"$schema": "../../schemas/generated/patch/site/config/toto.schema.json"}' },
      ['faulty/config/coupon.json:2:1 /$schema (null)'],
    ],
    [
      'OPS-13: a version that nobody knows',
      { 'brand.json': JSON.stringify(manifest('faulty', { schemaVersion: 9 }), null, 1) },
      ['faulty/brand.json:5:2 /schemaVersion (null)'],
    ],
    ['an id that is not the folder', { 'brand.json': manifest('other') }, ['faulty/brand.json:2:3 /id (faulty)']],
    [
      'OPS-7: an unknown parent',
      { 'brand.json': manifest('faulty', { extends: 'harbor' }) },
      ['faulty/brand.json:7:3 /extends (harbour)'],
    ],
    [
      'a text that no dictionary has',
      {
        'config/header.json': {
          menu: { x: { order: 10, labelKey: 'site.menu_lvie', routeId: 'main_section', params: { kind: 'live' } } },
        },
      },
      ['faulty/config/header.json:5:7 /menu/x/labelKey (site.menu_live)'],
    ],
    [
      'an unsafe address',
      { 'config/header.json': { menu: { x: { order: 10, labelKey: 'site.menu_live', href: 'javascript:alert(1)' } } } },
      ['faulty/config/header.json:6:7 /menu/x/href (null)'],
    ],
    [
      'an unknown route',
      { 'config/header.json': { menu: { x: { order: 10, labelKey: 'site.menu_live', routeId: 'cassino' } } } },
      ['faulty/config/header.json:6:7 /menu/x/routeId (casino)'],
    ],
    [
      'an asset that is absent',
      { 'config/customize.json': { logo: 'lgoo.svg' } },
      ['faulty/config/customize.json:2:3 /logo (null)'],
    ],
    [
      'a default that is in no map',
      { 'config/global.json': { defaultCurrency: 'EURO' } },
      ['faulty/config/global.json:2:3 /defaultCurrency (EUR)'],
    ],
    [
      'a language without dictionary',
      { 'config/global.json': { languages: { xx: { order: 10, name: 'X', locale: 'xx', direction: 'ltr' } } } },
      ['faulty/config/global.json:3:5 /languages/xx (null)'],
    ],
    [
      'a required key deleted by null',
      { 'config/global.json': '{"languages": {"en": {\n  "name": null}}}' },
      ['faulty/config/global.json:2:3 /languages/en/name (null)'],
    ],
    [
      'SEC-6: a limit deleted by null',
      { 'config/auth.json': '{"rateLimits": {"sign_in": {"ip": null},\n "code_check": {\n  "ip": {"short": null}}}}' },
      [
        'faulty/config/auth.json:1:17 /rateLimits/sign_in (null)',
        'faulty/config/auth.json:3:3 /rateLimits/code_check/ip (null)',
      ],
    ],
    [
      'a limit without its window',
      { 'config/auth.json': '{"rateLimits": {"sign_in":\n {"ip": {"long": {"attempts": 9}}}}}' },
      ['faulty/config/auth.json:2:10 /rateLimits/sign_in/ip/long (null)'],
    ],
    [
      'a regular expression that can explode',
      {
        'config/registration.json': {
          phoneRules: { a: { countryId: 1, regex: '^(1+)+$', messageKey: 'phone_min_length' } },
        },
      },
      ['faulty/config/registration.json:5:7 /phoneRules/a/regex (null)'],
    ],
    [
      'an invalid regular expression',
      {
        'config/registration.json': { phoneRules: { a: { countryId: 1, regex: '[', messageKey: 'phone_min_length' } } },
      },
      ['faulty/config/registration.json:5:7 /phoneRules/a/regex (null)'],
    ],
    [
      'phone numbers of a country that the site does not know',
      { 'config/registration.json': { phoneNumbers: { zz: { isOffered: true } } } },
      ['faulty/config/registration.json:3:5 /phoneNumbers/zz (null)'],
    ],
    [
      'phone numbers whose fewest digits are more than their most',
      { 'config/registration.json': { phoneNumbers: { kz: { minDigits: 11, maxDigits: 10 } } } },
      ['faulty/config/registration.json:4:7 /phoneNumbers/kz/minDigits (null)'],
    ],
    [
      'a wait before another code that is shorter than the limit of one recipient',
      { 'config/auth.json': { codeResendMs: 59_999 } },
      ['faulty/config/auth.json:2:3 /codeResendMs (null)'],
    ],
    [
      'a limit of one recipient that is longer than the waits for its codes',
      {
        'config/auth.json': {
          rateLimits: { code_sending: { account: { short: { attempts: 2, windowMs: 120_001 } } } },
        },
      },
      ['faulty/config/auth.json:7:11 /rateLimits/code_sending/account/short/windowMs (null)'],
    ],
    [
      'BET-18: an advance where nothing is offered that could be placed on credit',
      {
        'config/boolean.json': { isAdvanceBetAllowed: true },
        'config/coupon.json': { betTypes: { single: { isAvailable: false }, express: null } },
      },
      ['faulty/config/boolean.json:2:3 /isAdvanceBetAllowed (null)'],
    ],
    [
      'BET-18: an advance of more than the bets can pay',
      { 'config/betting.json': { advance: { sharePercent: 101 } } },
      ['faulty/config/betting.json:3:5 /advance/sharePercent (null)'],
    ],
    [
      'search texts of a service whose address is not there',
      { 'config/seo.json': { source: 'service' } },
      ['faulty/config/seo.json:2:3 /source (null)'],
    ],
    [
      'OPS-9: an alias that leads nowhere',
      { 'theme.tokens.json': { color: { light: { text: { $value: '{palette.nothing.500}' } } } } },
      ['faulty/theme.tokens.json:5:9 /color/light/text/$value (null)'],
    ],
    [
      'a placeholder that the engine does not fill',
      {
        'brand.json': manifest('faulty', { extends: 'harbour' }),
        'locales/ru/harbour.json': '{\n"harbour.greeting": "Hi {{nmae}}"}',
      },
      ['faulty/locales/ru/harbour.json:2:1 /harbour.greeting (name)'],
    ],
    [
      'a registration field that no catalogue has',
      { 'registration/full_reg.json': { fields: { emial: { order: 5 } } } },
      ['faulty/registration/full_reg.json:3:5 /fields/emial (email)'],
    ],
    [
      'a condition upon a field that is not in the form',
      {
        'registration/full_reg.json': {
          fields: { email: { depends_on: { action: 'show', condition: ['x'], field_id: 'contry_id' } } },
        },
      },
      ['faulty/registration/full_reg.json:9:9 /fields/email/depends_on/field_id (country_id)'],
    ],
    [
      'fields that wait for one another',
      {
        'registration/full_reg.json': {
          fields: {
            email: { depends_on: { action: 'show', condition: ['x'], field_id: 'password' } },
            password: { depends_on: { action: 'show', condition: ['x'], field_id: 'email' } },
          },
        },
      },
      ['faulty/registration/full_reg.json:9:9 /fields/email/depends_on/field_id (null)'],
    ],
    [
      'FIELD-17: a field that waits for itself',
      {
        'registration/full_reg.json': {
          fields: { email: { depends_on: { action: 'show', condition: ['x'], field_id: 'email' } } },
        },
      },
      ['faulty/registration/full_reg.json:9:9 /fields/email/depends_on/field_id (null)'],
    ],
    [
      'FIELD-18: a condition that can never hold',
      {
        'registration/full_reg.json': {
          fields: {
            nickname: { order: 5, depends_on: { action: 'show', condition: ['x'], field_id: 'note' } },
            note: { type: 'label', order: 6 },
          },
        },
      },
      ['faulty/registration/full_reg.json:7:9 /fields/nickname/depends_on/condition (null)'],
    ],
    [
      'RULE-14: a pattern that can explode',
      { 'registration/full_reg.json': { fields: { email: { validation: { match: { value: '(a+)+$' } } } } } },
      ['faulty/registration/full_reg.json:6:11 /fields/email/validation/match/value (null)'],
    ],
    [
      'FIELD-12: a bound that is neither number nor date',
      { 'registration/full_reg.json': { fields: { birthday: { validation: { maxValue: { value: 'tomorrow' } } } } } },
      ['faulty/registration/full_reg.json:6:11 /fields/birthday/validation/maxValue/value (null)'],
    ],
    [
      'RULE-13: a comparison with a field that is not in the form',
      {
        'registration/full_reg.json': { fields: { password_again: { validation: { compare: { value: 'pasword' } } } } },
      },
      ['faulty/registration/full_reg.json:6:11 /fields/password_again/validation/compare/value (password)'],
    ],
    [
      'RULE-5: a function that is not ours, in the catalogue',
      { 'registration/fields.json': { name: { validation: { userFunction: { value: 'eval' } } } } },
      ['faulty/registration/fields.json:5:9 /name/validation/userFunction/value (null)'],
    ],
    [
      'OFF-25: a list of cities without the field of the region',
      { 'registration/full_reg.json': { fields: { city_id: { order: 75, options_of: 'country_id' } } } },
      ['faulty/registration/full_reg.json:5:7 /fields/city_id/options_of (null)'],
    ],
    [
      'OFF-25: a list of regions in a field that is no select',
      { 'registration/full_reg.json': { fields: { region_id: { order: 75, type: 'dropdown' } } } },
      ['faulty/registration/full_reg.json:5:7 /fields/region_id/type (select)'],
    ],
    [
      'FIELD-13: a choice without anything to choose',
      { 'registration/full_reg.json': { fields: { team: { type: 'select', order: 5, required: true } } } },
      ['faulty/registration/full_reg.json:3:5 /fields/team (null)'],
    ],
    [
      'a field called as what every object has',
      { 'registration/full_reg.json': { fields: { constructor: { type: 'input', order: 5 } } } },
      ['faulty/registration/full_reg.json:3:5 /fields/constructor (null)'],
    ],
    [
      'a variant by the chosen country that changes what chooses it',
      {
        'registration/full_reg.json': {
          variants: { own: { order: 5, by: 'chosen', countries: ['at'], fields: { country_id: { hide: true } } } },
        },
      },
      ['faulty/registration/full_reg.json:10:9 /variants/own/fields/country_id (null)'],
    ],
    [
      'a variant by the chosen country where none is chosen',
      {
        'registration/full_reg.json': {
          fields: { country_id: null },
          variants: { own: { order: 5, by: 'chosen', countries: ['at'], fields: { inn: { order: 5 } } } },
        },
      },
      ['faulty/registration/full_reg.json:8:7 /variants/own/by (detected)'],
    ],
    [
      'a text that is no text',
      { 'locales/en/site.json': '{"site.menu_live": 4}' },
      ['faulty/locales/en/site.json:1:2 /site.menu_live (null)'],
    ],
  ])('%s is refused at its place', async (_name, files, expected) => {
    expect(await problemsOf(files)).toEqual(expected)
  })

  test('OPS-9: a pair of colours that is too close is named', async () => {
    await folders.write('faulty/brand.json', manifest('faulty'))
    await folders.write('faulty/theme.tokens.json', { color: { light: { text: { $value: '#cccccc' } } } })
    const problems = await check('faulty')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      brand: 'faulty',
      file: 'faulty/theme.tokens.json',
      line: 5,
      path: '/color/light/text/$value',
    })
    expect(problems[0]?.message).toMatch(/color\.light\.text upon color\.light\.\S+ has [\d.]+:1 and needs 4\.5:1/)
    const suggestion = problems[0]?.suggestion
    expect(problems[0]?.message).toContain(`"${suggestion}" here, of the same hue, passes.`)
    await folders.write('faulty/theme.tokens.json', { color: { light: { text: { $value: suggestion } } } })
    expect(await check('faulty')).toEqual([])
  })

  test('OPS-8: a link out of the folder is refused', async () => {
    await folders.write('faulty/brand.json', manifest('faulty'))
    await folders.write('faulty/assets/kept.svg', '<svg/>')
    await symlink('/etc/hostname', join(folders.brandsDir, 'faulty/assets/secret.svg'))
    expect(await check('faulty')).toMatchObject([
      { file: 'faulty/assets/secret.svg', found: 'a link that leads out of the brand folder' },
    ])
  })

  test('brands that extend one another in a circle are one problem', async () => {
    await folders.write('ring-b/brand.json', manifest('ring-b', { extends: 'ring-a' }))
    await folders.write('ring-a/brand.json', manifest('ring-a', { extends: 'ring-b' }))
    expect(await check()).toMatchObject([
      { file: 'ring-a/brand.json', path: '/extends', message: expect.stringContaining('ring-a → ring-b → ring-a') },
    ])
  })

  test('a host of two brands is reported at the second', async () => {
    await folders.write('zephyr/brand.json', manifest('zephyr', { hosts: ['zephyr.example', 'Harbour.Example'] }))
    expect(await check()).toMatchObject([{ file: 'zephyr/brand.json', path: '/hosts/1', line: 6 }])
  })

  test.each(['studio.localhost', 'Draft.localhost', 'harbour-x7.draft.localhost', 'studio.operator.example'])(
    'the host %s is the studio’s',
    async (host) => {
      await folders.write('faulty/brand.json', manifest('faulty', { hosts: ['own.example', host] }))
      const { brandsDir, baseDir } = folders
      const studioHosts = ['studio.operator.example']
      const problems = await checkBrands({ brandsDir, baseDir, id: 'faulty', studioHosts })
      expect(problems.map(({ path, message }) => `${path} ${message.includes('studio')}`)).toEqual(['/hosts/1 true'])
    },
  )

  test.each(['studio', 'draft'])('the id %s is the studio’s', async (id) => {
    await folders.write(`${id}/brand.json`, manifest(id))
    const problems = await check()
    expect(problems.map(({ file, message }) => `${file} ${message.includes('the studio has this name')}`)).toEqual([
      `${id} true`,
    ])
  })

  test('OPS-2: a fault that descendants inherit is reported once, where it was written', async () => {
    await folders.write('harbour/config/customize.json', { logo: 'absent.svg' })
    await folders.write('harbour-kz/config/toto.json', {})
    expect(await check()).toMatchObject([{ brand: 'harbour', file: 'harbour/config/customize.json', path: '/logo' }])
    expect(await check('harbour-kz')).toMatchObject([{ brand: 'harbour', file: 'harbour/config/customize.json' }])
  })

  test('OPS-2: every fault of a folder is reported in one run, sorted', async () => {
    const problems = await problemsOf({
      'config/coupon.json': '{"a": 1,\n "b": 2, "maximumBets": "x"}',
      'config/betting.json': '[]',
      'theme.tokens.json': '{',
      'x.ts': '',
    })
    expect(problems).toEqual([
      'faulty/config/betting.json:1:1  (null)',
      'faulty/config/coupon.json:1:2 /a (null)',
      'faulty/config/coupon.json:2:2 /b (null)',
      'faulty/config/coupon.json:2:10 /maximumBets (null)',
      'faulty/theme.tokens.json:1:2  (null)',
      'faulty/x.ts:1:1  (null)',
    ])
  })

  test('files of no brand in the brands directory are refused', async () => {
    await folders.write('notes.txt', 'x')
    expect(await check()).toMatchObject([{ file: 'notes.txt' }])
  })
})
