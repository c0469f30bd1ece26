import { expect, test } from 'vitest'
import type { PromoConfig, PromoModal } from '#schemas'
import type { App } from '../app-context.ts'
import { cashAgents, navigationBanner, siteModals, unseenModal } from './site-modals.ts'

const NOW_MS = Date.parse('2026-12-01T12:00:00Z')
const SCREENS = { promotions: { isAvailable: true }, about: { isAvailable: true } }
const dialog = (more: Partial<PromoModal> = {}): PromoModal => ({
  ...{ order: 10, titleKey: 'site.a', textKey: 'site.b', ...more },
})

/** A site with dialogs and agents, seen by a guest of a country. */
function appOf(country: string, { promo = {}, thirdParty = {} }: { promo?: object; thirdParty?: object } = {}): App {
  const none = { agentPopupCountries: [], cashAgentCountries: [], cashAgentLinks: {} }
  return {
    site: {
      config: {
        application: { routes: SCREENS },
        boolean: {},
        promo: { modals: {}, ...promo },
        'third-party': { ...none, ...thirdParty },
        global: { languages: { en: {} } },
      },
    },
    screens: SCREENS,
    state: { visitor: { language: 'en', country, player: null } },
    visitor: { isRegistrationOffered: true },
    texts: { t: (key: string) => key },
    nowMs: () => NOW_MS,
  } as unknown as App
}
const names = (app: App) => siteModals(app).map(({ name }) => name)

test('CFG-18: the promo section names dialogs, which visitors are shown in its order, in their countries and time', () => {
  const modals = {
    PROMO_LATE: dialog({ order: 30 }),
    PROMO_FIRST: dialog({ order: 10 }),
    PROMO_KZ: dialog({ order: 20, countries: ['kz'] }),
    PROMO_OVER: dialog({ endsAt: '2026-12-01T12:00:00Z' }),
    PROMO_PLAYERS: dialog({ visibleFor: 'players' }),
  }
  expect(names(appOf('cy', { promo: { modals } }))).toEqual(['PROMO_FIRST', 'PROMO_LATE'])
  expect(names(appOf('kz', { promo: { modals } }))).toEqual(['PROMO_FIRST', 'PROMO_KZ', 'PROMO_LATE'])
})

test('CFG-18: the home page opens the first dialog that asks for it and was not seen', () => {
  const modals = {
    PROMO_LINKED: dialog({ order: 1 }),
    PROMO_ONE: dialog({ order: 2, opensByItself: true }),
    PROMO_TWO: dialog({ order: 3, opensByItself: true }),
  }
  const app = appOf('cy', { promo: { modals } })
  const opened = (...seen: string[]) => unseenModal(app, seen)?.name
  expect([opened(), opened('PROMO_ONE'), opened('PROMO_ONE', 'PROMO_TWO')]).toEqual([
    ...['PROMO_ONE', 'PROMO_TWO'],
    undefined,
  ])
})

test('CFG-18: the banner of the navigation has its text, icon and link, for its audience alone', () => {
  const banner = (more: Partial<PromoConfig['navigationBanner']>, country = 'kz') =>
    navigationBanner(appOf(country, { promo: { navigationBanner: { textKey: 'site.line', ...more } } }))
  expect(banner({ routeId: 'about', icon: 'fire' })).toEqual({
    ...{ text: 'site.line', icon: 'fire', to: '/en/information/about' },
  })
  expect(banner({ routeId: 'about', countries: ['kz'] }, 'cy')).toBeNull()
  expect(banner({ routeId: 'about', startsAt: '2026-12-02T00:00:00Z' })).toBeNull()
  expect(banner({})).toBeNull()
  expect(navigationBanner(appOf('kz'))).toBeNull()
})

test('CFG-34: the pop-up of the agents is shown in its countries only, the links to cash agents in theirs', () => {
  const link = { map: { order: 10, labelKey: 'site.agents', href: 'https://agents.example/' } }
  const thirdParty = {
    ...{ agentPopupCountries: ['uz'], agentPopup: 'PROMO_AGENT', cashAgentCountries: ['kg'], cashAgentLinks: link },
  }
  const promo = { modals: { PROMO_AGENT: dialog() } }
  const seen = (country: string) => {
    const app = appOf(country, { promo, thirdParty })
    return [names(app), cashAgents(app).map(({ to }) => to)]
  }
  expect(seen('uz')).toEqual([['PROMO_AGENT'], []])
  expect(seen('kg')).toEqual([[], ['https://agents.example/']])
  expect(seen('cy')).toEqual([[], []])
  expect(names(appOf('cy', { promo, thirdParty: { ...thirdParty, agentPopup: undefined } }))).toEqual(['PROMO_AGENT'])
})
