import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContractBrands } from './scenes/contract-brands.ts'
import { htmlMarks } from './scenes/html-skeleton.ts'
import { HAS_PAGES, HOST, ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
let english: ContractBrands['englishTexts'] = {}
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write, englishTexts }) => {
      english = englishTexts
      const jetty = { name: 'Jetty', extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
      await write('jetty/brand.json', { id: 'jetty', hosts: ['jetty.example'], ...jetty })
      await write('jetty/config/seo.json', { isIndexed: false })
      const question = { order: 10, questionKey: 'site.page_about', answerKey: 'site.page_contacts' }
      await write('pier/config/seo.json', {
        questions: { site: { about: question }, betting: { also: { ...question, answerKey: 'site.page_rules' } } },
        texts: { 'betting-on-tennis': 'seo_tennis' },
      })
      await write('pier/pages/en/seo_tennis.md', '# Tennis, set by set\n\nHow a set becomes a price.\n')
    },
  })
})
afterAll(() => server.close())

const open = (url: string, host = HOST) => server.send(url, { host })
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

describe.skipIf(!HAS_PAGES)('crawlers', () => {
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
