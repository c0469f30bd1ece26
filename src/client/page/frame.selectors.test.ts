import { describe, expect, test } from 'vitest'
import type { MenuEntry, RulesPage } from '#schemas'
import type { App } from './app-context.ts'
import {
  assetUrl,
  contactGroups,
  footerContacts,
  mediaUrl,
  menuItems,
  ruleItems,
  spriteUrl,
} from './frame.selectors.ts'

const ROUTES = Object.fromEntries(
  ['login', 'contacts', 'office_support', 'events_search', 'about'].map((id) => [id, { isAvailable: true }]),
)

const NOW_MS = Date.parse('2026-12-01T12:00:00Z')

/** A site with a few pages, seen by a guest or a player. */
function appOf({ isPlayer = false, config = {} }: { isPlayer?: boolean; config?: object | undefined } = {}): App {
  return {
    site: {
      assets: '/brand/1/',
      config: {
        application: { routes: ROUTES },
        boolean: { isAuthAllowed: true },
        other: { returnUrlParameter: 'returnUrl' },
        footer: { areSocialLinksShown: true },
        modules: { resources: {} },
        information: {
          contacts: {
            placementTypeId: 1,
            phones: { desk: { order: 10, value: '+7 000 101', labelKey: 'brand.desk' } },
            emails: { desk: { order: 10, value: 'help@a.example' } },
            networks: { tele: { order: 10, value: 'https://t.example/brand', icon: 'telegram' } },
          },
        },
        ...config,
      },
    },
    screens: ROUTES,
    state: { visitor: { language: 'en', country: 'kz', player: isPlayer ? {} : null } },
    visitor: { isRegistrationOffered: true },
    texts: { t: (key: string) => key },
    nowMs: () => NOW_MS,
  } as unknown as App
}

const entry = (more: Partial<MenuEntry>) => ({ one: { order: 10, labelKey: 'site.a', ...more } })
const targets = (app: App, more: Partial<MenuEntry>) => menuItems(app, entry(more), '/en/about').map(({ to }) => to)

describe('menus', () => {
  test('CFG-16: the menu of rules is built from its tags: key, icon, link and text of each, in their order', () => {
    const rule = (more: Partial<RulesPage>): RulesPage => ({
      ...{ order: 10, menuKey: 'a', icon: 'document', dictionaryKey: 'site.a', page: 'a', routeId: 'about', ...more },
    })
    const rules = {
      second: rule({ order: 20, menuKey: 'bets', icon: 'question', dictionaryKey: 'site.bets', routeId: 'contacts' }),
      first: rule({ order: 10, menuKey: 'main' }),
      hidden: rule({ order: 30, menuKey: 'off', routeId: 'payment' }),
    }
    const app = appOf({ config: { information: { rules } } })
    expect(ruleItems(app, '/en/information/contacts')).toEqual([
      { id: 'main', icon: 'document', label: 'site.a', to: '/en/information/about', isCurrent: false },
      { id: 'bets', icon: 'question', label: 'site.bets', to: '/en/information/contacts', isCurrent: true },
    ])
  })

  test('OPS-26: an entry that opens something leads there', () => {
    const guest = appOf()
    const player = appOf({ isPlayer: true })
    expect(targets(guest, { action: 'open-sign-in' })).toEqual(['/en/login?returnUrl=%2Fen%2Fabout'])
    expect(targets(player, { action: 'open-sign-in' })).toEqual([])
    expect(targets(guest, { action: 'open-support' })).toEqual(['/en/information/contacts'])
    expect(targets(player, { action: 'open-support' })).toEqual(['/en/office/support'])
    expect(targets(guest, { action: 'open-search' })).toEqual(['/en/search'])
    expect(targets(guest, { action: 'open-coupon' })).toEqual([])
  })

  test('an entry is shown in its countries, in its time and to whom it is meant for', () => {
    const [guest, player] = [appOf(), appOf({ isPlayer: true })]
    const isShown = (more: Partial<MenuEntry>, app = guest) => targets(app, { routeId: 'about', ...more }).length > 0
    expect([isShown({ countries: ['kz'] }), isShown({ countries: ['cy'] })]).toEqual([true, false])
    expect([isShown({ visibleFor: 'players' }), isShown({ visibleFor: 'players' }, player)]).toEqual([false, true])
    expect([isShown({ startsAt: '2026-12-01T12:00:00Z' }), isShown({ startsAt: '2026-12-01T12:00:01Z' })]).toEqual([
      true,
      false,
    ])
    expect([isShown({ endsAt: '2026-12-01T12:00:01Z' }), isShown({ endsAt: '2026-12-01T12:00:00Z' })]).toEqual([
      true,
      false,
    ])
  })

  test('OPS-26: an entry that stands out says so', () => {
    const marks = (more: Partial<MenuEntry>) => menuItems(appOf(), entry(more), '/')[0]?.isHighlighted
    expect(marks({ routeId: 'about', isHighlighted: true })).toBe(true)
    expect(marks({ routeId: 'about' })).toBeUndefined()
  })
})

describe('contacts', () => {
  test('INFO-2: telephone numbers, mail addresses and networks are links', () => {
    expect(contactGroups(appOf())).toEqual({
      phones: [{ id: 'desk', label: 'brand.desk', value: '+7 000 101', to: 'tel:+7000101', icon: 'phone' }],
      emails: [{ id: 'desk', label: '', value: 'help@a.example', to: 'mailto:help@a.example', icon: 'mail' }],
      networks: [{ id: 'tele', label: '', value: 't.example/brand', to: 'https://t.example/brand', icon: 'telegram' }],
    })
  })

  test('INFO-2: the footer has the networks, unless the brand hides them, and all contacts where it places them there', () => {
    const shown = (config?: object) => footerContacts(appOf({ config })).map(({ to }) => to)
    const { information } = appOf().site.config
    const everywhere = { information: { ...information, contacts: { ...information.contacts, placementTypeId: 2 } } }
    expect(shown()).toEqual(['https://t.example/brand'])
    expect(shown({ footer: { areSocialLinksShown: false } })).toEqual([])
    expect(shown(everywhere)).toEqual(['tel:+7000101', 'mailto:help@a.example', 'https://t.example/brand'])
  })
})

test('I18N-14: a module has the art that the brand names for it, else the engine’s', () => {
  const own = appOf({ config: { modules: { resources: { icons: { main: 'own-icons.svg' } } } } })
  expect(spriteUrl(own, 'icons.svg')).toBe('/brand/1/own-icons.svg')
  expect(spriteUrl(appOf(), 'icons.svg')).toBe('/brand/1/icons.svg')
  expect(mediaUrl(appOf(), 'error-page', 'lost.svg')).toBe('/brand/1/lost.svg')
})

test('I18N-9: pictures come from the content-delivery host that the brand names, the sprite from the site’s own', () => {
  const { site } = appOf({ config: { modules: { resources: {}, contentHost: 'https://cdn.example' } } })
  expect(assetUrl(site, 'assets/lost.svg')).toBe('https://cdn.example/brand/1/lost.svg')
  expect(spriteUrl({ site }, 'icons.svg')).toBe('/brand/1/icons.svg')
  expect(assetUrl(appOf().site, 'lost.svg')).toBe('/brand/1/lost.svg')
})
