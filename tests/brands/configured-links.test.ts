import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { renderPage } from '#client/app/entry-server.tsx'
import { patternParams } from '#machines/site/routes/route-pattern.rules.ts'
import { ROUTES } from '#machines/site/routes/routes.ts'
import type { PageState, RouteId } from '#schemas'
import { loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { branchProblems, openTree } from '#server/site/check/check-brand.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { createResolvedSite, type ResolvedSite } from '#server/site/resolved-site.ts'
import { manifest } from '../fixtures/brands/brand-folders.ts'

let brandsDir = ''
beforeAll(async () => {
  brandsDir = await mkdtemp(join(tmpdir(), 'livery-links-'))
})
afterAll(() => rm(brandsDir, { recursive: true, force: true }))

const schemas = await loadBrandSchemas()

async function write(path: string, content: unknown): Promise<void> {
  const file = join(brandsDir, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(content))
}

/** The site of a configuration, or null when its check finds a problem. */
async function siteOf(sections: Record<string, unknown>): Promise<ResolvedSite | null> {
  await write('links/brand.json', manifest('links'))
  for (const [section, value] of Object.entries(sections)) await write(`links/config/${section}.json`, value)
  const tree = openTree({ brandsDir, baseDir: ENGINE_BASE, schemas, ids: ['links'] })
  const branch = await tree.branchOf('links')
  if (!branch) throw new Error('the brand is not there')
  return branchProblems(branch, schemas).length === 0
    ? createResolvedSite(branch.level, schemas, () => undefined)
    : null
}

/** A server that has information pages and nothing else. */
const call: CallPort = (async (asked: { id: string }, input: { segments?: Record<string, string> }) => {
  if (asked.id !== 'getPage') throw new AppError('route.not_found')
  return { page: input.segments?.page, language: 'en', title: 'A page', nodes: ['text'] }
}) as unknown as CallPort

/** Draws a page as the server does. @throws what a page throws */
async function drawn(site: ResolvedSite, path: string, isSignedIn: boolean): Promise<{ html: string; told: string[] }> {
  const told: string[] = []
  const player = isSignedIn ? { userId: 7, balanceMinor: 0, currency: 'EUR' } : null
  const output = await renderPage({
    url: `/en${path}`,
    origin: 'http://links.example',
    site: site.publicSite,
    siteJson: site.publicJson,
    state: {
      visitor: { country: 'cy', language: 'en', player },
      dictionaries: {},
      scheme: 'light',
      isPhone: false,
      board: { format: 'decimal', view: 'full' },
      isDevelopment: false,
      requestId: 'r',
      madeAtMs: 1_795_000_000_000,
    } as unknown as PageState,
    texts: pageTexts(site, 'en'),
    nonce: 'n',
    themeUrl: '/theme.css',
    fonts: { drawn: [], arabic: 'cairo', own: [] },
    manifest: {},
    call,
    textIn: (_language, key) => key,
    seo: { verification: {}, image: null, gameImage: null },
    warn: (name, details) => void told.push(`${name} ${JSON.stringify(details)}`),
  })
  if (output.kind === 'redirect') throw new Error(`${path} leads on to ${output.location}`)
  return { html: output.pieces.map(String).join(''), told }
}

async function drawAll(site: ResolvedSite): Promise<string> {
  const pages = ['', '/information/about', '/no/such/page'].flatMap((path) =>
    [false, true].map((isSignedIn) => drawn(site, path, isSignedIn)),
  )
  return (await Promise.all(pages)).map(({ html, told }) => html + told.join('')).join('')
}

/** One of what the check takes, nine times of ten: a configuration has many links, and one bad link has all of it refused. */
function mostly<Value>(sound: fc.Arbitrary<Value>, strange: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: strange })
}

const routeIds = Object.keys(ROUTES) as RouteId[]
const routeId = fc.constantFrom(...routeIds)
/** A route that is named without parameters. */
const plainRouteId = mostly(
  fc.constantFrom(...routeIds.filter((id) => patternParams(ROUTES[id].path).length === 0)),
  routeId,
)
const value = fc.constantFrom('live', 'line', 'later', '1', '1-football', '0', 'a b', 'shooters', 'game', '../x', 'x.y')
const paramValue = (name: string) => mostly(fc.constantFrom(...(name === 'kind' ? ['live', 'line'] : ['1'])), value)
/** A link to a route: most often with all its parameters and no other. */
const routeLink = routeId.chain((id) => {
  const names = patternParams(ROUTES[id].path).map(({ name }) => name.replace('*', 'rest'))
  const own = fc.record(Object.fromEntries(names.map((name) => [name, paramValue(name)])))
  const more = fc.dictionary(fc.constantFrom('kind', 'sport', 'page', 'tab'), value, { maxKeys: 2 })
  const params = mostly(
    own,
    fc.tuple(more, own).map((both) => Object.assign({}, ...both)),
  )
  return fc.record({ routeId: fc.constant(id), params: mostly(params, fc.constant(undefined)) })
})
const path = mostly(
  fc.constantFrom('/', '/live', '/en', '/en/line', '/information/about', '/de/results'),
  fc.oneof(
    fc.constantFrom('/office/share-idea', '/outbox', '/brand/x', '/%E0%A4%A'),
    fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`),
  ),
)
const link = fc.oneof(
  { weight: 3, arbitrary: routeLink },
  { weight: 1, arbitrary: path.map((href) => ({ href })) },
  { weight: 1, arbitrary: fc.constant({}) },
)
const icon = mostly(fc.constantFrom('live', 'football'), fc.constantFrom('rocket', 'x'))
const named = fc
  .tuple(link, fc.option(icon, { nil: undefined }))
  .map(([one, own]) => ({ order: 1, labelKey: 'site.menu_live', ...one, ...(own && { icon: own }) }))
/** What else of a configuration a page is made of: zones, times, countries, blocks that may lack what they need. */
const moment = fc.constantFrom('2026-01-01T00:00:00Z', '2026-12-31T23:59:59+05:30', '2030-06-30T12:00:00Z')
const surroundings = fc.record({
  timeZone: mostly(fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'), fc.constantFrom('Europe/Stokholm', 'Mars')),
  amountTemplate: mostly(fc.constantFrom('{v} {c}', '{c}{v}'), fc.constantFrom('{c}', '')),
  times: fc.record(
    {
      startsAt: mostly(moment, fc.constant('2026-12-31T23:59:60Z')),
      endsAt: mostly(moment, fc.constant('2026-02-30')),
    },
    { requiredKeys: [] },
  ),
  countries: mostly(fc.subarray(['cy', 'de', 'kz']), fc.constantFrom<string[]>(['uk'], ['zz'])),
  intervalMs: mostly(fc.constantFrom(0, 5000), fc.constantFrom(1, -1)),
  block: mostly(
    fc.constantFrom<object>(
      { kind: 'rich-text', page: 'about' },
      { kind: 'banner-carousel', widget: 'home' },
      { kind: 'promo-section', widget: 'home', titleKey: 'site.menu_live' },
      { kind: 'menu-tiles', menu: { a: { order: 1, labelKey: 'site.menu_live', routeId: 'results' } }, columns: 6 },
    ),
    fc.constantFrom<object>(
      { kind: 'rich-text' },
      { kind: 'rich-text', page: 'nowhere' },
      { kind: 'banner-carousel', widget: 'nowhere' },
      { kind: 'menu-tiles', menu: {} },
      { kind: 'feature-cards' },
    ),
  ),
  networks: mostly(fc.constant('https://t.me/links'), fc.constantFrom('javascript:alert(1)', '@links')),
})
const configuration = fc
  .record({
    menu: fc.dictionary(fc.constantFrom('a', 'b'), named),
    phone: fc.dictionary(fc.constantFrom('a', 'b'), named),
    missing: fc.dictionary(fc.constantFrom('a', 'b'), named),
    tiles: fc.dictionary(fc.constantFrom('a', 'b'), named),
    foot: fc.dictionary(fc.constantFrom('a', 'b'), named),
    banner: link,
    card: fc.option(plainRouteId, { nil: undefined }),
    rule: fc.option(plainRouteId, { nil: undefined }),
    around: surroundings,
  })
  .map(({ menu, phone, missing, tiles, foot, banner, card, rule, around }) => ({
    global: { defaultLanguage: 'en', timeZone: around.timeZone, amountTemplate: around.amountTemplate },
    header: { menu, phoneMenu: phone, notFoundMenu: missing },
    footer: { columns: { own: { order: 1, titleKey: 'site.menu_live', links: foot } } },
    'banner-widgets': {
      widgets: {
        home: {
          intervalMs: around.intervalMs,
          banners: {
            own: { order: 1, titleKey: 'site.menu_live', countries: around.countries, ...around.times, ...banner },
          },
        },
      },
    },
    information: {
      rules: rule ? { main_rules: { routeId: rule } } : {},
      contacts: { networks: { own: { order: 1, value: around.networks, icon: 'telegram' } } },
    },
    customize: {
      homeBlocks: {
        live_games: null,
        line_games: null,
        top_champs: null,
        express: null,
        welcome_bonus: null,
        own_tiles: Object.keys(tiles).length > 0 ? { order: 1, kind: 'menu-tiles', menu: tiles } : null,
        own_block: { order: 3, ...around.block },
        own_cards: {
          order: 2,
          kind: 'feature-cards',
          cards: {
            a: {
              order: 1,
              icon: 'shield',
              titleKey: 'site.menu_live',
              textKey: 'site.menu_live',
              ...(card && { routeId: card }),
            },
          },
        },
      },
    },
  }))

test('OPS-24: whatever links, blocks, times and names a configuration has, if its check is content every page is drawn and every link could be built', async () => {
  let served = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(configuration, async (sections) => {
      const site = await siteOf(JSON.parse(JSON.stringify(sections)) as Record<string, unknown>)
      if (!site) {
        refused += 1
        return
      }
      served += 1
      expect(await drawAll(site)).not.toContain('link.left_out')
    }),
    { numRuns: 60 },
  )
  expect(served).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
}, 240_000)

test('OPS-24: a link that cannot be built, and that no check has seen, is left out and reported, and the page is drawn', async () => {
  const site = await siteOf({
    global: { defaultLanguage: 'en' },
    header: {},
    footer: {},
    'banner-widgets': {},
    information: {},
    customize: {},
  })
  if (!site) throw new Error('the brand is not served')
  const { publicSite } = site
  const menu = {
    bad: { order: 1, labelKey: 'site.menu_live', routeId: 'game' as const },
    good: { order: 2, labelKey: 'site.menu_live', routeId: 'results' as const },
  }
  const header = { ...publicSite.config.header, menu }
  const broken = { ...site, publicSite: { ...publicSite, config: { ...publicSite.config, header } } }
  const { html, told } = await drawn(broken, '/information/about', false)
  expect(html).toContain('/en/results')
  expect(told).toContain('link.left_out {"routeId":"game","parameter":"kind","reason":"missing"}')
})
