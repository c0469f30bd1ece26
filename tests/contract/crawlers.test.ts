import { mkdir, writeFile } from 'node:fs/promises'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { type FeedScene, sceneRow } from '../fixtures/feed-scene.ts'
import type { ContractBrands } from './scenes/contract-brands.ts'
import { feedSceneOf } from './scenes/feed-contracts.ts'
import { htmlMarks } from './scenes/html-skeleton.ts'
import { HAS_PAGES, HOST, ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
let scene: FeedScene
/** Games that are over by name of their home side. */
let over: Readonly<Record<string, number>> = {}
let english: ContractBrands['englishTexts'] = {}
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write, englishTexts, brandsDir }) => {
      english = englishTexts
      const jetty = { name: 'Jetty', extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
      await write('jetty/brand.json', { id: 'jetty', hosts: ['jetty.example'], ...jetty })
      await write('jetty/config/seo.json', { isIndexed: false })
      await write('quay/brand.json', { id: 'quay', hosts: ['quay.example'], ...jetty, name: 'Quay' })
      await write('quay/config/seo.json', { endedGames: 'gone', isGameImageMade: false })
      await write('mole/brand.json', { id: 'mole', hosts: ['mole.example'], ...jetty, name: 'Mole' })
      const closedPaths = ['office', 'registration']
      await write('mole/config/seo.json', { closedPaths, socialImage: 'social/card.png' })
      await mkdir(`${brandsDir}/mole/assets/social`, { recursive: true })
      await writeFile(`${brandsDir}/mole/assets/social/card.png`, PNG.sync.write(new PNG({ width: 1200, height: 630 })))
      const question = { order: 10, questionKey: 'site.page_about', answerKey: 'site.page_contacts' }
      await write('pier/config/seo.json', {
        questions: { site: { about: question }, betting: { also: { ...question, answerKey: 'site.page_rules' } } },
        texts: { 'betting-on-tennis': 'seo_tennis' },
      })
      await write('pier/pages/en/seo_tennis.md', '# Tennis, set by set\n\nHow a set becomes a price.\n')
    },
  })
  scene = await feedSceneOf(server)
  const now = server.now()
  const rows = [
    sceneRow(now, -240, 'epl', ['Oldham', 'Harbour'], { condition: 'finished', result: { home: 3, away: 1 } }),
    sceneRow(now, 240, 'epl', ['Rainford', 'Harbour']),
  ]
  await createFeedBook({ door: forFeed(server.database.db), now: () => now }).importRows(rows, 'scene')
  over = await forFeed(server.database.db).write(async (tx) => {
    const games = await tx
      .selectFrom('feed.game as game')
      .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
      .select(['game.game_id', 'home.name'])
      .where('home.name', 'in', ['Oldham', 'Rainford'])
      .execute()
    const ids = Object.fromEntries(games.map(({ name, game_id }) => [name, game_id]))
    const cancelled = tx.updateTable('feed.game').set({ status: MARKET_STATUS.CANCELED })
    await cancelled.where('game_id', '=', ids.Rainford ?? 0).execute()
    return ids
  })
})
afterAll(() => server.close())

const open = (url: string, host = HOST) => server.send(url, { host })
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

describe.skipIf(!HAS_PAGES)('crawlers', () => {
  test('find closed what the brand closes, and its picture on every link', async () => {
    const closed = (await open('/robots.txt', 'mole.example')).body
      .split('\n')
      .filter((line) => line.startsWith('Disallow: /en/'))
    expect(closed).toEqual(['Disallow: /en/office', 'Disallow: /en/registration'])
    const [picture] = htmlMarks((await open('/en', 'mole.example')).body).flatMap(({ name, attributes }) =>
      name === 'meta' && attributes.property === 'og:image' ? [attributes.content] : [],
    )
    expect(picture).toMatch(/^http:\/\/mole\.example\/brand\/[0-9a-f]+\/social\/card\.png$/)
  })

  test('read in robots.txt what is closed, and where the sitemaps are', async () => {
    const { body, statusCode } = await open('/robots.txt')
    expect(statusCode).toBe(200)
    expect(body).toContain('Disallow: /en/office/')
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    expect(body).not.toMatch(/^Disallow: \/$/m)
  })

  test('find each address in one sitemap once, and every listed page says that it may be listed', async () => {
    const files = locations((await open('/sitemap.xml')).body)
    expect(files.length).toBeGreaterThan(2)
    const lists = await Promise.all(files.map(async (file) => locations((await open(new URL(file).pathname)).body)))
    const all = lists.flat()
    expect(new Set(all).size).toBe(all.length)
    const english = all.filter((address) => new URL(address).pathname.startsWith('/en/information/'))
    expect(english.length).toBeGreaterThan(3)
    for (const address of english) {
      const { statusCode, body } = await open(new URL(address).pathname)
      expect([address, statusCode]).toEqual([address, 200])
      const marks = htmlMarks(body).filter(({ name }) => name === 'link' || name === 'meta')
      const of = (key: string, value: string) => marks.filter(({ attributes }) => attributes[key] === value)
      expect(of('rel', 'canonical')[0]?.attributes.href).toBe(address)
      expect(of('name', 'robots')).toEqual([])
      expect(of('property', 'og:url')[0]?.attributes.content).toBe(address)
    }
  })

  test('are answered 404 for a sitemap beyond the last, and for names that are none', async () => {
    for (const file of ['games-999-en.xml', 'pages-xx.xml', 'pages-en.xml.gz', '..%2fpages-en.xml'])
      expect((await open(`/sitemaps/${file}`)).statusCode).toBe(404)
  })

  test('are kept out of a brand that is not to be listed', async () => {
    expect((await open('/robots.txt', 'jetty.example')).body).toBe('User-agent: *\nDisallow: /\n')
    expect((await open('/sitemap.xml', 'jetty.example')).statusCode).toBe(404)
    const robots = htmlMarks((await open('/en', 'jetty.example')).body).find(
      ({ attributes }) => attributes.name === 'robots',
    )
    expect(robots?.attributes.content).toBe('noindex')
  })
})

const jsonOf = async (url: string) => JSON.parse((await open(url)).body)

describe('the calls of search texts', () => {
  const QUESTIONS = '/web-api/external-api/seo/questions/footer'
  const text = (key: string) => english.site?.[key]

  test('SEO-10: the questions of a section are answered as data.attributes.questions, its own before those of the site', async () => {
    const { data } = await jsonOf(`${QUESTIONS}/betting`)
    expect(data.attributes.questions).toEqual([
      { question: text('site.page_about'), answer: text('site.page_rules') },
      { question: text('site.page_about'), answer: text('site.page_contacts') },
    ])
  })

  test('SEO-12: the information pages that the brand offers are answered as links', async () => {
    const { links } = await jsonOf('/web-api/external-api/seo/information/links')
    expect(links).toContainEqual({ title: text('site.page_about'), url: '/en/information/about' })
    expect(links.map(({ url }: { url: string }) => url)).not.toContain('/en/information/payment')
  })

  test('SEO-14: the languages of the site are answered with their language tags', async () => {
    expect(await jsonOf('/seo-module-api/api/public/v1/language-iso-codes')).toMatchObject({ en: 'en-GB', de: 'de-DE' })
  })
})

describe.skipIf(!HAS_PAGES)('search texts', () => {
  test('SEO-4: a text of the brand is a page below seo/, is in the sitemap, and an address without one is 404', async () => {
    const { statusCode, body } = await open('/en/seo/betting-on-tennis')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Tennis, set by set · Pier</title>')
    expect(locations((await open('/sitemaps/pages-en.xml')).body)).toContain(`${ORIGIN}/en/seo/betting-on-tennis`)
    expect((await open('/en/seo/betting-on-golf')).statusCode).toBe(404)
    expect((await open('/en/seo/constructor')).statusCode).toBe(404)
  })
})

describe.skipIf(!HAS_PAGES)('games that are over', () => {
  const gamePage = (name: string, language = 'en') => `/${language}/line/1-football/1/${over[name]}`

  test('SEO-17: the page of a game leads to its statistics once it is settled', async () => {
    const { statusCode, headers } = await open(gamePage('Oldham'))
    expect([statusCode, headers.location]).toEqual([301, `/en/statistics/game/1/${over.Oldham}/main`])
    expect((await open(String(headers.location))).statusCode).toBe(200)
  })

  test('SEO-17: a game that was called off answers 410, and any game where the brand says so; one that never was answers 404', async () => {
    const rained = await open(gamePage('Rainford'))
    expect(rained.statusCode).toBe(410)
    expect(rained.body).toContain('This game is over')
    const quay = await server.send(gamePage('Oldham', 'de'), { host: 'quay.example' })
    expect(quay.statusCode).toBe(410)
    expect(htmlMarks(quay.body).find(({ attributes }) => attributes.name === 'robots')?.attributes.content).toBe(
      'noindex',
    )
    expect((await open('/en/line/1-football/1/999999999')).statusCode).toBe(404)
  })
})

describe('pictures of games', () => {
  const picture = (id: number | string, language = 'en', host = HOST) =>
    open(`/genfiles/social/${language}/${id}.png`, host)

  test('SEO-16: a game has a picture of 1200 × 630 pixels, which other sites may show', async () => {
    const { statusCode, headers, rawPayload } = await picture(scene.games.Northgate ?? 0)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    const arabic = await picture(scene.games.Northgate ?? 0, 'ar')
    expect(arabic.statusCode).toBe(200)
    expect(arabic.rawPayload.equals(rawPayload)).toBe(false)
  })

  test('there is none of a game, a language or a brand that has none', async () => {
    for (const [id, language] of [[999999999], ['0'], ['..%2f1'], ['1e3'], [scene.games.Northgate, 'xx']] as const)
      expect((await picture(id ?? '', language)).statusCode).toBe(404)
    expect((await picture(scene.games.Northgate ?? 0, 'en', 'quay.example')).statusCode).toBe(404)
  })

  test.skipIf(!HAS_PAGES)('SEO-16: the page of the game names it', async () => {
    const { headers } = await open(`/en/line/1/1/${scene.games.Northgate}`)
    const { body } = await open(String(headers.location))
    const image = htmlMarks(body).find(({ attributes }) => attributes.property === 'og:image')
    expect(image?.attributes.content).toBe(`${ORIGIN}/genfiles/social/en/${scene.games.Northgate}.png`)
  })
})

type Statement = Readonly<Record<string, unknown>> & { readonly '@type': string }

/** What search engines need of each kind of statement; a fault by kind. */
const NEEDS: Readonly<Record<string, (statement: Statement) => boolean>> = {
  SportsEvent: ({ name, startDate, url, homeTeam, awayTeam }) =>
    [name, startDate, url].every((one) => typeof one === 'string' && one !== '') &&
    !Number.isNaN(Date.parse(String(startDate))) &&
    (homeTeam === undefined) === (awayTeam === undefined),
  BreadcrumbList: ({ itemListElement }) =>
    (itemListElement as { position: number; name: string; item: string }[]).every(
      ({ position, name, item }, index) => position === index + 1 && name !== '' && URL.canParse(item),
    ),
  FAQPage: ({ mainEntity }) =>
    (mainEntity as { name: string; acceptedAnswer: { text: string } }[]).every(
      ({ name, acceptedAnswer: { text } }) => name !== '' && text !== '',
    ),
  Organization: ({ name, url }) => name === 'Pier' && URL.canParse(String(url)),
  WebSite: ({ potentialAction }) => String((potentialAction as { target: string }).target).includes('{text}'),
}

describe.skipIf(!HAS_PAGES)('a page that search engines list', () => {
  test('SEO-16: has title, description, canonical, all alternates, Open Graph and sound statements of its kind, without script', async () => {
    const pages: Readonly<Record<string, readonly string[]>> = {
      '/en': ['FAQPage', 'Organization', 'WebSite'],
      '/de/line': ['BreadcrumbList', 'FAQPage'],
      [`/ar/line/1/${scene.champs.E0}`]: ['BreadcrumbList'],
      [`/en/line/1/1/${scene.games.Northgate}`]: ['BreadcrumbList', 'SportsEvent'],
      '/de/information/about': ['BreadcrumbList'],
    }
    for (const [address, kinds] of Object.entries(pages)) {
      const first = await open(address)
      const path = first.statusCode === 301 ? String(first.headers.location) : address
      const { body } = await open(path)
      const marks = htmlMarks(body)
      const of = (key: string, value: string) => marks.filter(({ attributes }) => attributes[key] === value)
      expect([path, /<title>[^<]{5,}<\/title>/.test(body)]).toEqual([path, true])
      expect(of('name', 'description')[0]?.attributes.content?.length).toBeGreaterThan(10)
      expect(of('rel', 'canonical').map(({ attributes }) => attributes.href)).toEqual([
        encodeURI(decodeURI(ORIGIN + path)),
      ])
      const languages = of('rel', 'alternate').map(({ attributes }) => attributes.hreflang)
      expect(languages).toEqual(expect.arrayContaining(['en', 'de', 'ar', 'x-default']))
      for (const property of ['og:title', 'og:description', 'og:type', 'og:url', 'og:site_name', 'og:locale'])
        expect(of('property', property)[0]?.attributes.content).toBeTruthy()
      const statements = [...body.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)].map(
        ([, text = '']): Statement => JSON.parse(text),
      )
      expect([path, statements.map((one) => one['@type']).sort()]).toEqual([path, kinds])
      for (const one of statements)
        expect([one['@type'], one['@context'], NEEDS[one['@type']]?.(one)]).toEqual([
          one['@type'],
          'https://schema.org',
          true,
        ])
      expect(body).toMatch(/<h1/)
    }
  })
})
