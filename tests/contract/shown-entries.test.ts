import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
const HOST = 'jetty.example'
const [PAST, FUTURE] = ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']

/** Entries that differ in where and when they are shown, named after it. */
const SHOWING = {
  everywhere: {},
  germany: { countries: ['de'] },
  emirates: { countries: ['ae'] },
  running: { startsAt: PAST, endsAt: FUTURE },
  over: { endsAt: PAST },
  ahead: { startsAt: FUTURE },
}
const NAMES = Object.keys(SHOWING)

beforeAll(async () => {
  const entries = Object.entries(SHOWING)
  const menu = Object.fromEntries(
    entries.map(([name, showing], at) => [
      name,
      { order: 10 * at, labelKey: 'site.menu_live', href: `https://menu-${name}.example/`, ...showing },
    ]),
  )
  const homeBlocks = Object.fromEntries(
    entries.map(([name, showing], at) => [
      name,
      {
        ...{ order: 1000 + at, kind: 'menu-tiles', ...showing },
        menu: { one: { order: 1, labelKey: 'site.menu_live', href: `https://block-${name}.example/` } },
      },
    ]),
  )
  server = await startTestServer({
    environment: { LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '10.0.0.1' },
    prepare: async ({ write }) => {
      const made = { id: 'jetty', name: 'Jetty', extends: 'pier', hosts: [HOST], schemaVersion: 2, revision: 1 }
      await write('jetty/brand.json', { ...made, operator: 'contract-fixtures' })
      await write('jetty/config/header.json', { serviceMenu: menu })
      await write('jetty/config/customize.json', { homeBlocks })
    },
  })
})
afterAll(() => server.close())

/** Which of the entries the home page has for a visitor from a country. */
async function shownIn(country: string, what: 'menu' | 'block'): Promise<string[]> {
  const headers = { accept: 'text/html', 'x-country': country, 'x-forwarded-for': '203.0.113.9' }
  const answer = await server.send('/en', { host: HOST, headers })
  // The configuration itself, which the page carries as data, has them all.
  const drawn = answer.body.replace(/<script type="application\/json"[\s\S]*?<\/script>/g, '')
  return NAMES.filter((name) => drawn.includes(`https://${what}-${name}.example/`))
}

describe.runIf(HAS_PAGES)('a served page', () => {
  test.each(['menu', 'block'] as const)(
    'has the entries of a %s for its visitor’s country and its time alone',
    async (what) => {
      expect(await shownIn('DE', what)).toEqual(['everywhere', 'germany', 'running'])
      expect(await shownIn('AE', what)).toEqual(['everywhere', 'emirates', 'running'])
    },
  )
})
