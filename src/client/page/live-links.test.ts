import { expect, test } from 'vitest'
import { withLiveLinks } from './live-links.ts'

type LinkApp = Parameters<typeof withLiveLinks>[0]

/** A site with the boards of sports and one page, and nothing else. */
const APP = {
  site: {
    config: {
      application: { routes: { sport_filter: { isAvailable: true }, main_section: { isAvailable: true } } },
      boolean: {},
      global: { languages: { en: {} } },
    },
  },
  screens: { sport_filter: {}, main_section: {} },
  state: { visitor: { language: 'en', country: 'kz', player: null } },
  visitor: {},
} as unknown as LinkApp

const link = (href: string) => [{ tag: 'a' as const, href, children: ['deposit'] }]

test('OPS-21: a link to a page that the build does not have becomes plain text, however much its path looks like a board', () => {
  expect(withLiveLinks(APP, link('/office/deposit'))).toEqual(['deposit'])
  expect(withLiveLinks(APP, link('/live'))).toEqual([{ tag: 'a', href: '/en/live', children: ['deposit'] }])
})
