import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { htmlMarks } from './scenes/html-skeleton.ts'
import { HAS_PAGES, ORIGIN, startTestServer, type TestServer } from './scenes/test-server.ts'

const PAGE_DATA = '/seo-module-api/api/v2/pagedata'
const CONTENT = '/frontend-api/seo/seoContent'
const VISUAL = '/seo-module-api/api/v1/visual'
const QUESTIONS = '/web-api/external-api/seo/questions/footer'
const LINKS = '/web-api/external-api/seo/information/links'
const COUNTERS = '/seo-module-api/api/public/v1/analytics-counters'
const CODES = '/seo-module-api/api/public/v1/language-iso-codes'
const QUERY = 'language=en&stream=line&section=betting&path=%2Fen%2Fline'

/** What the stand-in for a service answers, by path; a number is a status, `null` never answers. */
let answers: Record<string, unknown> = {}
const asked: URL[] = []
const service: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  asked.push(url)
  const told = answers[url.pathname.replace('/base', '')]
  if (told === null)
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  if (typeof told === 'number' || told === undefined) return new Response('no', { status: told ?? 404 })
  return new Response(typeof told === 'string' ? told : JSON.stringify(told))
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    fetch: service,
    prepare: async ({ write }) => {
      const jetty = { name: 'Jetty', extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
      await write('jetty/brand.json', { id: 'jetty', hosts: ['jetty.example'], ...jetty })
      const ofService = { source: 'service', serviceUrl: 'https://seo.example/base/', serviceWaitMs: 50, projectId: 7 }
      const kept = { serviceKeptSeconds: 60 }
      await write('jetty/config/seo.json', {
        ...ofService,
        ...kept,
        counterOrigins: ['https://counter.example'],
        contents: {},
      })
      await write('pier/config/seo.json', {
        streams: { line: { titleKey: 'site.page_about', descriptionKey: 'site.page_rules' } },
        contents: {
          all: { section: 'betting', page: 'seo_betting' },
          line: { stream: 'line', page: 'seo_line' },
        },
        counters: { metrica: 'https://counter.example/watch/1' },
        questions: { betting: { also: { order: 10, questionKey: 'site.page_about', answerKey: 'site.page_rules' } } },
      })
      await write('pier/pages/en/seo_line.md', '# Before the whistle\n\nA line is a list.\n')
      await write('pier/pages/en/seo_betting.md', '# Betting\n\nAny board.\n')
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  asked.length = 0
  answers = {}
  server.wait(11 * 60_000)
})

const jsonOf = async (url: string, host?: string) => JSON.parse((await server.send(url, host ? { host } : {})).body)
const ofJetty = (url: string) => jsonOf(url, 'jetty.example')

describe('the brand as the source of search texts', () => {
  test('SEO-5 SEO-9: pagedata answers the eleven fields of a head by the words of the stream', async () => {
    const { data, title } = await jsonOf(`${PAGE_DATA}?${QUERY}`)
    expect(title).toBe('About us')
    expect(data.attributes).toEqual({
      ...{ title: 'About us', description: expect.any(String), siteName: 'Pier' },
      ...{
        metaRobots: '',
        hierarchyMetaRobots: '',
        ampPageUrl: '',
        alternateMedia: '',
        languageIsoCode: 'en-GB',
        metas: [],
      },
      alternativeLinks: expect.objectContaining({ en: `${ORIGIN}/en/line`, de: `${ORIGIN}/de/line` }),
      customCanonical: `${ORIGIN}/en/line`,
    })
    expect(data.attributes.description).not.toBe('')
  })

  test('SEO-6 SEO-8: seoContent answers style, content and microschema, of several texts the one that names most', async () => {
    const { data } = await jsonOf(`${CONTENT}?${QUERY}`)
    expect(data.attributes.style).toBe('')
    expect(data.attributes.content[0]).toEqual({ tag: 'h2', children: ['Before the whistle'] })
    expect(JSON.stringify(data.attributes.content)).not.toContain('script')
    expect(data.attributes.microschema).toMatchObject([{ '@type': 'FAQPage' }])
    const live = await jsonOf(`${CONTENT}?language=en&stream=live&section=betting`)
    expect(live.data.attributes.content[0]).toEqual({ tag: 'h2', children: ['Betting'] })
    const game = await jsonOf(`${CONTENT}?${QUERY}&subsection=1&championship=2&match=3`)
    expect(game.data.attributes.content).toEqual([])
  })

  test('SEO-9: visual answers title, description and picture of a shared link', async () => {
    expect(await jsonOf(`${VISUAL}?${QUERY}`)).toMatchObject({ title: 'About us', data: { attributes: { image: '' } } })
  })

  test.each(['ja', 'aa-AaA'])(
    'a language that the brand does not have, %s, is answered in that of the request',
    async (language) => {
      const { data } = await jsonOf(`${VISUAL}?language=${language}&section=site`)
      expect(data.attributes).toHaveProperty('description')
      const head = await jsonOf(`${PAGE_DATA}?language=${language}&section=site`)
      expect(head.data.attributes.languageIsoCode).toBe('en-GB')
    },
  )

  test('SEO-11: the questions of main are those of the whole site', async () => {
    expect(await jsonOf(`${QUESTIONS}/main`)).toEqual(await jsonOf(`${QUESTIONS}/site`))
    expect((await server.send(`${QUESTIONS}/nowhere`)).statusCode).toBe(404)
  })

  test('SEO-13: the counters of the brand are answered', async () => {
    const { counters } = await jsonOf(`${COUNTERS}?projectId=7&domain=pier.example`)
    expect(counters).toEqual([{ id: 'metrica', url: 'https://counter.example/watch/1' }])
    expect(asked).toEqual([])
  })
})

const HOSTILE = `<h1>Odds</h1><p style="position:fixed" onclick="alert(1)">Every <b>match</b></p><script>alert(1)</script>
  <img src=x onerror=alert(1)><a href="javascript:alert(1)">press</a><iframe src="https://evil.example"></iframe>`
const GOOD = {
  [PAGE_DATA]: {
    title: 'Every line in one place',
    data: {
      attributes: {
        ...{ description: 'Said by the service.', siteName: 'Jetty Sports', metaRobots: 'max-snippet:50' },
        ...{ customCanonical: 'https://jetty.example/en/line', ampPageUrl: 'https://amp.jetty.example/en/line' },
        ...{ alternateMedia: 'javascript:alert(1)', languageIsoCode: 'en-IE' },
        alternativeLinks: {
          ga: 'https://jetty.example/ga/line',
          'x-default': 'https://jetty.example/',
          de: 'http://plain.example',
        },
        metas: [
          { name: 'author', content: 'Jetty "desk" <b>' },
          { 'http-equiv': 'refresh', content: '0;url=https://evil.example' },
          { name: 'viewport', content: 'width=1' },
        ],
      },
    },
  },
  [CONTENT]: {
    data: {
      attributes: {
        style: 'body{display:none}',
        content: HOSTILE,
        microschema: [
          { '@context': 'http://schema.org/', '@type': 'Organization', name: '</script><script>alert(1)//' },
          { '@context': 'https://evil.example', '@type': 'Organization' },
        ],
      },
    },
  },
}

describe('a service as the source of search texts', () => {
  test('SEO-8 SEO-9: it is asked by the parameters of the page, with the number of the project', async () => {
    answers = GOOD
    const { title, data } = await ofJetty(
      `${PAGE_DATA}?${QUERY}&subsection=1&championship=2&match=3&domain=jetty.example&timezone=2`,
    )
    expect(title).toBe('Every line in one place')
    expect(data.attributes).toMatchObject({ languageIsoCode: 'en-IE', alternateMedia: '', metas: [{ name: 'author' }] })
    expect(data.attributes.alternativeLinks).toEqual({
      ga: 'https://jetty.example/ga/line',
      'x-default': 'https://jetty.example/',
    })
    expect(asked[0]?.origin).toBe('https://seo.example')
    expect(asked[0]?.pathname).toBe(`/base${PAGE_DATA}`)
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      ...{ language: 'en', domain: 'jetty.example', timezone: '2', projectId: '7', stream: 'line', section: 'betting' },
      ...{ subsection: '1', championship: '2', match: '3', path: '/en/line' },
    })
  })

  test('is asked once for as long as its answer is kept', async () => {
    answers = GOOD
    await Promise.all([ofJetty(`${PAGE_DATA}?${QUERY}`), ofJetty(`${PAGE_DATA}?${QUERY}`)])
    expect(asked).toHaveLength(1)
    server.wait(59_000)
    await ofJetty(`${PAGE_DATA}?${QUERY}`)
    expect(asked).toHaveLength(1)
    server.wait(2000)
    await ofJetty(`${PAGE_DATA}?${QUERY}`)
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['answers 500', 500],
    ['answers no JSON', '<html>'],
    ['answers another form', { data: [] }],
    ['answers too much', `{"data":"${'x'.repeat(300_000)}"}`],
    ['is silent', null],
  ])('SEO-15: where it %s, everything is empty and flagged', async (_what, told) => {
    const all = [PAGE_DATA, CONTENT, VISUAL, `${QUESTIONS}/main`, LINKS, COUNTERS, CODES]
    answers = Object.fromEntries(all.map((path) => [path, told]))
    const head = await ofJetty(`${PAGE_DATA}?${QUERY}`)
    expect(head).toMatchObject({ title: '', isFailed: true, data: { attributes: { title: '', alternativeLinks: {} } } })
    expect(await ofJetty(`${QUESTIONS}/main`)).toEqual({ data: { attributes: { questions: [] } }, isFailed: true })
    expect(await ofJetty(LINKS)).toEqual({ links: [], isFailed: true })
    expect(await ofJetty(COUNTERS)).toEqual({ counters: [], isFailed: true })
    expect(await ofJetty(CODES)).toEqual({})
    expect(await ofJetty(`${CONTENT}?${QUERY}`)).toMatchObject({
      isFailed: true,
      data: { attributes: { content: [] } },
    })
    expect(await ofJetty(`${VISUAL}?${QUERY}`)).toMatchObject({ isFailed: true, title: '' })
    expect(server.log()).toContain('seo.failed')
  })

  test('a silent service is waited for once, not by every page', async () => {
    answers = { [PAGE_DATA]: null }
    await ofJetty(`${PAGE_DATA}?${QUERY}`)
    await ofJetty(`${PAGE_DATA}?language=de&stream=live`)
    expect(asked).toHaveLength(1)
    server.wait(10_001)
    await ofJetty(`${PAGE_DATA}?language=de&stream=live`)
    expect(asked).toHaveLength(2)
  })

  test('SEO-13: counters come from the origins that the brand allows, and from no other', async () => {
    const counters = [
      { id: 'a', url: 'https://counter.example/1' },
      { id: 'b', url: 'https://evil.example/1' },
      { url: 1 },
    ]
    answers = { [COUNTERS]: { counters } }
    expect(await ofJetty(COUNTERS)).toEqual({ counters: [{ id: 'a', url: 'https://counter.example/1' }] })
  })

  test('SEO-10 SEO-12 SEO-14: its questions, links and languages are answered', async () => {
    answers = {
      [`${QUESTIONS}/main`]: {
        data: { attributes: { questions: [{ question: 'Q?', answer: 'A.' }, { question: 'No answer' }] } },
      },
      [LINKS]: {
        links: [
          { title: 'About', url: '/en/about' },
          { title: 'Bad', url: 'javascript:alert(1)' },
        ],
      },
      [CODES]: { en: 'en-IE', 'not a code': 'x' },
    }
    expect((await ofJetty(`${QUESTIONS}/main`)).data.attributes.questions).toEqual([{ question: 'Q?', answer: 'A.' }])
    expect((await ofJetty(LINKS)).links).toEqual([{ title: 'About', url: '/en/about' }])
    expect(await ofJetty(CODES)).toEqual({ en: 'en-IE' })
  })
})

describe.skipIf(!HAS_PAGES)('search texts on pages', () => {
  const open = async (path: string, host = 'jetty.example') => (await server.send(path, { host })).body
  const headOf = (html: string) => htmlMarks(html).filter(({ name }) => name === 'meta' || name === 'link')
  const content = (html: string, key: string, value: string, of = 'content') =>
    headOf(html).find(({ attributes }) => attributes[key] === value)?.attributes[of]

  test('SEO-5 SEO-7: the head says what the service says', async () => {
    answers = GOOD
    const html = await open('/en/results')
    expect(html).toContain('<title>Every line in one place</title>')
    expect(content(html, 'name', 'description')).toBe('Said by the service.')
    expect(content(html, 'name', 'robots')).toBe('max-snippet:50')
    expect(content(html, 'rel', 'canonical', 'href')).toBe('https://jetty.example/en/line')
    expect(content(html, 'property', 'og:url')).toBe('https://jetty.example/en/line')
    expect(content(html, 'property', 'og:site_name')).toBe('Jetty Sports')
    expect(content(html, 'property', 'og:locale')).toBe('en_IE')
    expect(content(html, 'rel', 'amphtml', 'href')).toBe('https://amp.jetty.example/en/line')
    expect(content(html, 'hreflang', 'ga', 'href')).toBe('https://jetty.example/ga/line')
    expect(content(html, 'hreflang', 'x-default', 'href')).toBe('https://jetty.example/')
    expect(content(html, 'name', 'author')).toContain('Jetty')
    expect(headOf(html).filter(({ attributes }) => attributes.name === 'viewport')).toHaveLength(1)
    expect(headOf(html).filter(({ attributes }) => 'http-equiv' in attributes)).toEqual([])
  })

  test('SEO-18: hostile HTML and microschema of the service are words on the page, and nothing of them runs', async () => {
    answers = GOOD
    const html = await open('/en/results')
    expect(html).toMatch(/<h2[^>]*>Odds<\/h2>/)
    expect(html).toMatch(/Every <strong[^>]*>match/)
    const marks = htmlMarks(html)
    expect(marks.filter(({ attributes }) => Object.keys(attributes).some((name) => name.startsWith('on')))).toEqual([])
    expect(marks.filter(({ name }) => name === 'iframe')).toEqual([])
    for (const { attributes } of marks.filter(({ name, kind }) => name === 'script' && kind === 'start'))
      expect(attributes.nonce).toMatch(/.{20}/)
    expect(html).not.toContain('display:none')
    const statements = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)].map(
      ([, text = '']) => JSON.parse(text),
    )
    expect(statements).toContainEqual(expect.objectContaining({ name: '</script><script>alert(1)//' }))
  })

  test('SEO-15: a page of a service that has failed is the brand’s own, and is not late', async () => {
    answers = { [PAGE_DATA]: null, [CONTENT]: null, [`${QUESTIONS}/results`]: null }
    const started = performance.now()
    const html = await open('/en/results')
    expect(html).toMatch(/<title>[^<]+ · Jetty<\/title>/)
    expect(content(html, 'rel', 'canonical', 'href')).toBe('http://jetty.example/en/results')
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('a page that the service closes is not listed', async () => {
    answers = { [PAGE_DATA]: { data: { attributes: { hierarchyMetaRobots: 'noindex' } } } }
    const html = await open('/en/results')
    expect(content(html, 'name', 'robots')).toBe('noindex')
    expect(content(html, 'rel', 'canonical', 'href')).toBeUndefined()
    expect(content(html, 'property', 'og:title')).toBeUndefined()
  })

  test('SEO-18: the brand’s text is below its boards', async () => {
    const html = await open('/en/line', 'pier.example')
    expect(html).toMatch(/<h2[^>]*>Before the whistle<\/h2>/)
    expect(html).not.toContain('alert(1)')
    expect(await open('/en/live', 'pier.example')).toMatch(/<h2[^>]*>Betting<\/h2>/)
  })
})
