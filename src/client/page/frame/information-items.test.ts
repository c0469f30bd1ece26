import { expect, test } from 'vitest'
import type { App } from '../app-context.ts'
import { informationItems } from './information-items.ts'

const SCREENS = Object.fromEntries(['about', 'contacts', 'office_support'].map((id) => [id, { isAvailable: true }]))
const MENU = {
  about: { order: 10, labelKey: 'site.about', routeId: 'about' },
  contacts: { order: 20, labelKey: 'site.contacts', routeId: 'contacts' },
  consultant: { order: 30, labelKey: 'site.consultant', action: 'open-support', visibleFor: 'players' },
}

/** A site with information, agents in one country and a consultant, seen by a guest or a player. */
function appOf(country: string, player: object | null = null): App {
  return {
    site: {
      config: {
        application: { routes: SCREENS },
        boolean: {},
        information: { menu: MENU },
        'third-party': {
          cashAgentCountries: ['kz'],
          cashAgentLinks: {
            agents: { order: 10, labelKey: 'site.agents', routeId: 'contacts', params: { modal: 'PROMO_AGENTS' } },
          },
        },
        global: { languages: { en: {} } },
      },
    },
    screens: SCREENS,
    state: { visitor: { language: 'en', country, player } },
    visitor: { isRegistrationOffered: true },
    texts: { t: (key: string) => key },
    nowMs: () => 0,
  } as unknown as App
}
const seen = (app: App) => informationItems(app, '').map(({ label, to }) => `${label} ${to}`)

test('CFG-34: the information leads to agents who take cash in their countries alone', () => {
  const agents = 'site.agents /en/information/contacts?modal=PROMO_AGENTS'
  expect(seen(appOf('kz'))).toContain(agents)
  expect(seen(appOf('cy')).some((one) => one.startsWith('site.agents'))).toBe(false)
})

test('the consultant is an entry of players; guests have the contacts', () => {
  expect(seen(appOf('cy', { userId: 1 }))).toContain('site.consultant /en/office/support')
  expect(seen(appOf('cy'))).toEqual(['site.about /en/information/about', 'site.contacts /en/information/contacts'])
})
