import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { findingsOf } from '#tests/fixtures/brands/brand-findings.ts'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

type Case = readonly [name: string, files: Record<string, unknown>, finding: RegExp]
const section = (name: string, text: string) => ({ [`config/${name}.json`]: text })
const block = (text: string) => section('customize', `{"homeBlocks": {"x": {"order": 1,\n${text}}}}`)
const entry = (text: string) =>
  section('header', `{"menu": {"x": {"order": 1, "labelKey": "site.menu_live",\n${text}}}}`)
const banner = (widget: string, text: string) =>
  section(
    'banner-widgets',
    `{"widgets": {"${widget}": {"banners": {"x": {"order": 1, "titleKey": "site.menu_live",\n${text}}}}}}`,
  )

const CASES: readonly Case[] = [
  ...(
    [
      ['rich-text', 'page'],
      ['banner-carousel', 'widget'],
      ['promo-section', 'widget'],
      ['menu-tiles', 'menu'],
      ['feature-cards', 'cards'],
    ] as const
  ).map(
    ([kind, key]): Case => [
      `a block ${kind} without its ${key}`,
      block(`"kind": "${kind}"`),
      new RegExp(`^problem config/customize\\.json:1:17 /homeBlocks/x .*shows nothing without "${key}"`),
    ],
  ),
  [
    'a block whose menu is empty',
    block('"kind": "menu-tiles", "menu": {}'),
    /^problem config\/customize\.json:1:17 \/homeBlocks\/x .*shows nothing without "menu"/,
  ],
  [
    'a key that a kind of block does not read',
    block('"kind": "express", "feed": "live"'),
    /^warning config\/customize\.json:2:20 \/homeBlocks\/x\/feed .*does not read it/,
  ],
  [
    'an entry that leads nowhere',
    entry('"icon": "live"'),
    /^warning config\/header\.json:1:11 \/menu\/x .*leads nowhere/,
  ],
  [
    'an entry of two aims',
    entry('"routeId": "results", "href": "/live"'),
    /^warning config\/header\.json:2:23 \/menu\/x\/href .*follows "routeId", and "href" has no effect/,
  ],
  [
    'parameters without a route',
    entry('"href": "/live", "params": {"kind": "live"}'),
    /^warning config\/header\.json:2:18 \/menu\/x\/params .*belong to a "routeId"/,
  ],
  [
    'a button of a banner that leads nowhere',
    banner('home', '"buttonKey": "site.menu_live"'),
    /^warning config\/banner-widgets\.json:2:1 \/widgets\/home\/banners\/x\/buttonKey .*leads nowhere/,
  ],
  [
    'a card of a promo section that leads nowhere',
    banner('discover', '"textKey": "site.menu_live"'),
    /^warning config\/banner-widgets\.json:1:39 \/widgets\/discover\/banners\/x .*left out without a link/,
  ],
  ...(
    [
      ['emails', 'help at northstar', 'mail address'],
      ['phones', 'call us', 'telephone number'],
      ['networks', 'javascript:alert(1)', 'web address'],
      ['networks', '@northstar', 'web address'],
    ] as const
  ).map(
    ([group, value, what]): Case => [
      `a contact ${value}`,
      section('information', `{"contacts": {"${group}": {"x": {"order": 1,\n"value": "${value}"}}}}`),
      new RegExp(`^problem config/information\\.json:2:1 /contacts/${group}/x/value .*lead nowhere\\. Write a ${what}`),
    ],
  ),
  [
    'countries of a view that is switched off',
    section('betting', '{\n"asianViewCountries": ["kz"]}'),
    /^warning config\/betting\.json:2:1 \/asianViewCountries .*has no effect/,
  ],
  [
    'a registration without a type',
    section(
      'registration',
      '{"types": {"full_reg": {"isAvailable": false}, "fast_reg": null, "phone_reg": null, "soc_reg": null}}',
    ),
    /^problem config\/registration\.json:1:2 \/types .*no way to register/,
  ],
  [
    'a sign-in without a way',
    section(
      'auth',
      '{"types": {"phone": {"isAvailable": false}, "email": {"isAvailable": false}, "account": {"isAvailable": false}}}',
    ),
    /^problem config\/auth\.json:1:2 \/types .*no way to sign in/,
  ],
  [
    'a brand without a home page',
    section('application', '{"routes": {"home": {\n"isAvailable": false}}}'),
    /^warning config\/application\.json:2:1 \/routes\/home\/isAvailable \(true\)/,
  ],
  [
    'neither registration nor sign-in',
    section('boolean', '{"isRegistrationAllowed": false,\n"isAuthAllowed": false}'),
    /^warning config\/boolean\.json:2:1 \/isAuthAllowed \(true\) .*nobody can register or sign in/,
  ],
  [
    'registration that is switched off, and no page to sign in',
    {
      ...section('boolean', '{"isRegistrationAllowed": false}'),
      ...section('application', '{"routes": {"login": {\n"isAvailable": false}}}'),
    },
    /^warning config\/application\.json:2:1 \/routes\/login\/isAvailable \(true\) .*nobody can register or sign in/,
  ],
  [
    'VIP hosts that are none of the brand',
    {
      'brand.json': manifest('faulty', { hosts: ['vip.faulty.example'] }),
      ...section('boolean', '{"isVipDomainGeoAuth": true}'),
      ...section('auth', '{"vipDomains": [\n"vip.fautly.example"]}'),
    },
    /^warning config\/auth\.json:2:1 \/vipDomains\/0 \(vip\.faulty\.example\)/,
  ],
  [
    'a pop-up of agents that is no dialog',
    section('third-party', '{\n"agentPopup": "PROMO_AGENTS"}'),
    /^problem config\/third-party\.json:2:1 \/agentPopup .*promo\.modals has none of that name/,
  ],
  [
    'VIP hosts of which there are none',
    section('boolean', '{\n"isVipDomainGeoAuth": true}'),
    /^warning config\/boolean\.json:2:1 \/isVipDomainGeoAuth .*names no host/,
  ],
  [
    'a captcha without the key of the site',
    section(
      'captcha',
      '{\n"type": "hcaptcha", "guards": {"sign_in": "always"}, "secretKeys": {"hcaptcha": "LIVERY_H"}}',
    ),
    /^problem config\/captcha\.json:2:1 \/type .*siteKeys has none of "hcaptcha"/,
  ],
  [
    'a field of the profile with a slip',
    section('office', '{"profileFields": {\n"sruname": {"order": 5}}}'),
    /^problem config\/office\.json:2:1 \/profileFields\/sruname \(surname\)/,
  ],
  [
    'a field that an address would answer',
    section('registration', '{"prefills": {\n"p": "ref_cdoe"}}'),
    /^problem config\/registration\.json:2:1 \/prefills\/p \(ref_code\)/,
  ],
]

describe('parts of the configuration that do not go together', () => {
  test.each(CASES)('OPS-24: %s', async (_name, files, finding) => {
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(finding)])
  })

  test.each(['isRegistrationAllowed', 'isAuthAllowed'])('a brand without %s alone is no fault', async (flag) => {
    expect(await findingsOf(folders, section('boolean', `{"${flag}": false}`))).toEqual([])
  })

  test('OPS-24: what the engine itself leaves over is no warning', async () => {
    const files = section('boolean', '{"isDuelsShown": false, "isAuthAllowed": false}')
    expect(await findingsOf(folders, files)).toEqual([])
  })
})

const header = (name: string, entries: Record<string, unknown>) => ({
  'config/header.json': `{\n"${name}": ${JSON.stringify(entries)}}`,
})

/** The menus of the engine's own folder, each entry deleted. */
function deleted(name: string): Record<string, null> {
  const document = JSON.parse(readFileSync(join(ENGINE_BASE, 'config/header.json'), 'utf8')) as Record<string, object>
  return Object.fromEntries(Object.keys(document[name] ?? {}).map((id) => [id, null]))
}

describe('menus in which nothing is left', () => {
  test('a menu whose entries are all deleted', async () => {
    expect(await findingsOf(folders, header('errorMenu', deleted('errorMenu')))).toEqual([
      expect.stringMatching(/^warning config\/header\.json:2:1 \/errorMenu .*no entry left .*all of them are deleted/),
    ])
  })

  test('a menu whose entries lead nowhere or to nobody', async () => {
    const entry = { order: 1, labelKey: 'site.menu_live', routeId: 'home', countries: [] }
    const files = header('errorMenu', { ...deleted('errorMenu'), own: entry })
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(/^warning .* \/errorMenu .*no entry left/)])
  })

  test('a menu whose pages are switched off is reported where they are', async () => {
    const own = { order: 1, labelKey: 'site.menu_live', routeId: 'results' }
    const files = {
      ...header('serviceMenu', { ...deleted('serviceMenu'), own }),
      'config/application.json': '{"routes": {"results": {\n"isAvailable": false}}}',
    }
    const found = await findingsOf(folders, files)
    expect(found).toContainEqual(expect.stringMatching(/^warning .* The menu \/serviceMenu of config\/header\.json/))
  })

  test('the navigation of a phone is not drawn with one entry', async () => {
    const home = { order: 1, labelKey: 'site.menu_live', routeId: 'home' }
    const files = header('phoneMenu', { ...deleted('phoneMenu'), home })
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(/\/phoneMenu .*only 1 entry left/)])
  })

  test('a menu that has one entry for somebody is no warning', async () => {
    const own = { order: 1, labelKey: 'site.menu_live', routeId: 'results', visibleFor: 'players', countries: ['kz'] }
    const files = header('errorMenu', { ...deleted('errorMenu'), own })
    expect(await findingsOf(folders, files)).toEqual([])
  })

  test('a page of the office that is off takes its menu along', async () => {
    const routes = { office_security: { isAvailable: false } }
    const files = { 'config/application.json': JSON.stringify({ routes }) }
    expect((await findingsOf(folders, files)).filter((finding) => finding.includes('securityMenu'))).toEqual([])
  })
})
