import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '#schemas/validation.ts'

type Node = { readonly [keyword: string]: unknown }

const NAMES = [
  'route-id',
  'menu-entry',
  'banner',
  'banner-widget',
  'footer-column',
  'rules-page',
  'home-block',
  'brand-manifest',
  'dictionary',
  'dictionary-map',
  'unit-dictionary-map',
  'dictionary-content',
]
const schemas = new Map(
  NAMES.map((name) => [
    name,
    JSON.parse(readFileSync(new URL(`./${name}.schema.json`, import.meta.url), 'utf8')) as Node,
  ]),
)
const ajv = new Ajv2020({ strict: true, formats })
for (const schema of schemas.values()) ajv.addSchema(schema)

function accepts(name: string, change: (example: Record<string, unknown>) => unknown): boolean {
  const schema = schemas.get(name) as Node
  const example = (schema.examples as Record<string, unknown>[])[0] as Record<string, unknown>
  const validate = ajv.getSchema(schema.$id as string)
  if (!validate?.(example)) throw new Error(`the example of ${name} is wrong`)
  return validate(change(structuredClone(example))) === true
}

const routeIds = (schemas.get('route-id') as { enum: string[] }).enum

describe('route identifiers', () => {
  test.each([
    ['registration', 'registration registrationIdentification'],
    ['office group 1', 'office office_menu office_menu_profile office_menu_settings office_menu_promo'],
    ['office group 2', 'office_account office_account_edit'],
    ['office group 3', 'office_history office_manager_bets office_bets_history_mail office_bets_history_clear'],
    [
      'office group 4',
      'office_bringfriend office_bring_friend_main office_bring_friend_rules office_bring_friend_banners',
    ],
    ['office group 5', 'office_casino office_casino_vip_cashback'],
    ['office group 6', 'office_recharge office_deduce office_historypay office_paycheck payment_requests'],
    ['office group 7', 'office_messages office_support office_admin_request'],
    ['office group 8', 'office_promotion office_rewards'],
    [
      'office group 9',
      'office_security office_change_password office_security_question office_enable_two_factor_auth office_disable_two_factor_auth office_session_history security_auth_by_email',
    ],
    ['office group 10', 'office_phone_binding office_phone_activate office_phone_change'],
    ['office group 11', 'office_email_change office_activation_email'],
    [
      'office group 12',
      'office_settings office_settings_wallets office_settings_account office_settings_disallow_sports office_settings_mailing office_settings_promo_code_check office_settings_cashback office_settings_bonuses office_settings_bonuses_gifts',
    ],
    ['office group 13', 'office_responsible'],
    ['office group 14', 'office_account_verification office_account_identification'],
    [
      'INFO-1',
      'information contacts about how_to_bet rules payment cookies ussd_instruction points taxes main_rules simple_identification consent licenses privacy_policy aml_kyc_policy dispute_resolution responsible_gaming sms_bets confirm_terms calculator cash_terminals betting_calculator',
    ],
  ])('%s: its identifiers are there', (_id, ids) => {
    expect(ids.split(' ').filter((id) => !routeIds.includes(id))).toEqual([])
  })

  test('each identifier is there once', () => {
    expect(new Set(routeIds).size).toBe(routeIds.length)
  })
})

describe('addresses', () => {
  const refused = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'http://plain.example',
    '/a\\b',
    'relative',
    '/with space',
    'https://evil.example/\nx',
  ]

  test.each(['menu-entry', 'banner'])(
    'SEC-9: the address of a %s leads to a path, a secure page, a mail or a number alone',
    (name) => {
      const withHref = (href: string) => accepts(name, (example) => ({ ...example, href }))
      expect(refused.filter(withHref)).toEqual([])
      expect(
        ['/about', '/', 'https://help.example/a?b=c', 'mailto:a@b.example', 'tel:+357-22'].filter(
          (href) => !withHref(href),
        ),
      ).toEqual([])
    },
  )

  test('an asset stays inside the folder of assets', () => {
    const withImage = (image: string) => accepts('banner', (example) => ({ ...example, image }))
    expect(withImage('banners/summer-2026.webp')).toBe(true)
    expect(
      ['../brand.json', '/etc/passwd', 'banners/../../brand.json', 'https://evil.example/a.png', 'a//b.png'].filter(
        withImage,
      ),
    ).toEqual([])
  })
})

describe('the manifest of a brand', () => {
  const withId = (id: unknown) => accepts('brand-manifest', (example) => ({ ...example, id }))

  test('an identifier is a short lower-case name', () => {
    expect([withId('harbour'), withId('my-brand-2'), withId('a2')]).toEqual([true, true, true])
    expect(['', 'a', '_base', 'Aurora', '2brand', 'a b', '../x', 'x'.repeat(33)].filter(withId)).toEqual([])
  })

  test('OPS-13: the schema version is 1, 2 or 3 and must be given', () => {
    expect(accepts('brand-manifest', (example) => ({ ...example, schemaVersion: 4 }))).toBe(false)
    expect(accepts('brand-manifest', ({ schemaVersion: _version, ...rest }) => rest)).toBe(false)
  })
})

describe('dictionaries', () => {
  test('I18N-5: a dictionary has a version, a language and a content', () => {
    expect(schemas.get('dictionary-content')?.required).toEqual(['version', 'language', 'content'])
  })

  test('a dictionary is flat', () => {
    expect(accepts('dictionary', (example) => ({ ...example, 'site.menu': { live: 'Live' } }))).toBe(false)
    expect(accepts('dictionary', (example) => ({ ...example, 'a key': 'x' }))).toBe(false)
  })
})

test('a page of rules has menu key, icon and dictionary key', () => {
  const node = schemas.get('rules-page') as Node
  expect(node.required).toEqual(expect.arrayContaining(['menuKey', 'icon', 'dictionaryKey']))
})
