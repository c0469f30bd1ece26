import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPath } from '#machines/site/routes/routes.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { type BrandStore, createBrandStore } from '#server/site/brands/brand-store.ts'
import { makeLetter } from '#server/wiring/pages/letter.ts'
import { HOSTILE_TEXTS, stringsOfSections, writeHostileBrands } from '#tests/fixtures/hostile-brands.ts'
import { htmlMarks } from './scenes/html-skeleton.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

const SCREENS = ['home', 'registration', 'login', 'about', 'contacts'] as const
const idOf = (index: number) => `hostile-${index}`

let server: TestServer
let store: BrandStore
let counts: { readonly tried: number; readonly kept: number }
beforeAll(async () => {
  server = await startTestServer({
    prepare: async (brands) => {
      counts = await writeHostileBrands(
        HOSTILE_TEXTS.map((_text, index) => idOf(index)),
        { ...brands, texts: HOSTILE_TEXTS },
      )
    },
  })
  const { brandsDir, baseDir } = server.brands
  store = createBrandStore({ brandsDir, baseDir, now: Date.now, log: silentLog })
}, 300_000)
afterAll(() => server.close())

test('SEC-9: 5,000 hostile texts and more are tried, in every string of the configuration; each is taken or refused at its place', () => {
  const places = [...stringsOfSections().values()].reduce((sum, { places: found }) => sum + found.size, 0)
  expect(counts.tried).toBe(places * HOSTILE_TEXTS.length)
  expect(counts.tried).toBeGreaterThan(5000)
  // Texts that the check refuses alone would prove nothing of the page.
  expect(counts.kept).toBeGreaterThan(500)
})

describe.each(HOSTILE_TEXTS.map((text, index) => ({ text, id: idOf(index) })))('SEC-9: $text', ({ text, id }) => {
  test.skipIf(!HAS_PAGES)('runs nothing on a page', async () => {
    for (const screen of SCREENS) {
      const url = buildPath(screen, {}, 'en')
      const answer = await server.send(url, { host: `${id}.localhost`, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode]).toEqual([url, answer.statusCode < 500 ? answer.statusCode : 'an answer'])
      expect(answer.body).toContain('id="livery-page"')
      expectHarmless(answer.body)
    }
    const theme = /href="(\/theme[^"]+\.css)"/.exec((await home(id)).body)?.[1]
    if (theme) expect((await server.send(theme, { host: `${id}.localhost` })).body).not.toMatch(/run\(|evil\.example/)
  })

  test('runs nothing in a mail, whose sender is one line', async () => {
    const site = await store.siteForBrand(id)
    if (site.status !== 'ok') throw new Error(`${id} is ${site.status}`)
    const { html, sender } = makeLetter(site.site, 'en', {
      subject: text,
      body: `${text}\n\nhttps://x.example/${text}`,
    })
    expect(htmlMarks(html).filter(({ kind }) => kind === 'comment')).toEqual([])
    expectHarmless(html, true)
    expect(`${sender.name}${sender.address}`).not.toMatch(/[\r\n]/)
  })
})

const home = (id: string) => server.send('/en', { host: `${id}.localhost`, headers: { accept: 'text/html' } })

/** Attributes whose value is followed or loaded. */
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data']

function expectHarmless(html: string, isMail = false): void {
  for (const { kind, name, attributes } of htmlMarks(html)) {
    if (kind !== 'start') continue
    expect([
      'iframe',
      'object',
      'embed',
      'base',
      'math',
      ...(isMail ? ['script', 'img', 'link', 'svg'] : []),
    ]).not.toContain(name)
    expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on'))).toEqual([])
    const addresses = ADDRESSES.map((attribute) => attributes[attribute] ?? '')
    expect(addresses.filter((address) => /^[^a-z]*(?:javascript|vbscript|data:text)/i.test(address))).toEqual([])
    expect(addresses.filter((address) => /^(?:https?:)?[/\\]{2}evil/i.test(address))).toEqual([])
    if (name === 'script') expect(attributes.nonce ?? '').not.toBe('')
    if (name === 'img') expect(attributes.src).not.toBe('x')
  }
}
