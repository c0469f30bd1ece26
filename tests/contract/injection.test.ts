import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPath } from '#machines/site/routes/routes.ts'
import { htmlMarks, htmlSkeleton } from './scenes/html-skeleton.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

/** Texts by which a brand's folder could try to run script: each breaks out of another place. */
const PAYLOADS = [
  '</script><img src=x onerror=run()>',
  '</script ><svg onload=run()>',
  '<!--<script>',
  '--><script>run()</script>',
  '</title><script>run()</script>',
  '</style><script>run()</script>',
  '" onmouseover="run()" x="',
  "' onfocus='run()' autofocus='",
  '"><img src=x onerror=run()>',
  '`onerror=run()`',
  'javascript:run()',
  '\\u003c/script\\u003e\\u003cscript\\u003erun()\\u003c/script\\u003e',
  '&lt;img src=x onerror=run()&gt;',
  '\u2028run()\u2029//',
  '<iframe srcdoc="&lt;script&gt;run()&lt;/script&gt;">',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '<math><mtext><table><mglyph><style><img src=x onerror=run()>',
  '[run](javascript:run())',
  ']]><script>run()</script>',
] as const
const PLAIN = 'harmless words'
const SCREENS = ['home', 'registration', 'login', 'activation'] as const
/** Written in Markdown, into which the brand's name is put. */
const MARKDOWN_PAGES = ['about', 'contacts', 'main_rules', 'privacy_policy'] as const

let server: TestServer

const brandOf = (index: number) => `mole-${index}`

/** A text with the places for values that the engine's own has. */
function withPlaces(original: string, text: string): string {
  return [text, ...(original.match(/\{\{[^}]*\}\}/g) ?? [])].join(' ')
}

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write, englishTexts }) => {
      for (const [index, text] of [PLAIN, ...PAYLOADS].entries()) {
        const id = brandOf(index)
        const manifest = { id, name: text.slice(0, 60), extends: 'pier', hosts: [], schemaVersion: 2, revision: 1 }
        await write(`${id}/brand.json`, { ...manifest, operator: 'contract-fixtures' })
        for (const [noun, texts] of Object.entries(englishTexts)) {
          const own = Object.entries(texts).map(([key, original]) => [key, withPlaces(original, text)])
          await write(`${id}/locales/en/${noun}.json`, Object.fromEntries(own))
        }
        await write(`${id}/config/footer.json`, {
          paymentMarks: { mark: { order: 10, name: text.slice(0, 60), image: 'logo.svg' } },
        })
        await write(`${id}/config/licence.json`, { number: text.slice(0, 40), holder: text, holderAddress: text })
      }
    },
  })
}, 120_000)
afterAll(() => server.close())

test('every such brand is served: its texts are no faults', async () => {
  for (const index of [PLAIN, ...PAYLOADS].keys()) await open(index, '/en')
  const faults = server
    .log()
    .split('\n')
    .filter((line) => line.includes('brand is broken'))
  expect(faults).toEqual([])
})

const open = async (index: number, url: string) => {
  const answer = await server.send(url, { host: `${brandOf(index)}.localhost`, headers: { accept: 'text/html' } })
  return { status: answer.statusCode, html: answer.body }
}

const numbered = PAYLOADS.map((payload, index) => ({ payload, index: index + 1 }))

describe.skipIf(!HAS_PAGES)('SEC-9: a brand whose every text tries to run script', () => {
  test.each(numbered)('$payload stays text on every screen, and where nothing is found', async ({ index }) => {
    for (const url of [...SCREENS.map((id) => buildPath(id, {}, 'en')), '/en/no-such-page']) {
      const [plain, hostile] = await Promise.all([open(0, url), open(index, url)])
      expect([url, hostile.status]).toEqual([url, plain.status])
      expect(plain.status).toBe(url.endsWith('no-such-page') ? 404 : 200)
      expect(foreignTo(plain.html, hostile.html)).toEqual([])
      expectHarmless(hostile.html)
    }
  })

  test.each(numbered)('$payload runs nothing on a page of Markdown', async ({ index }) => {
    for (const id of MARKDOWN_PAGES) {
      const { status, html } = await open(index, buildPath(id, {}, 'en'))
      expect([id, status]).toEqual([id, 200])
      expectHarmless(html)
    }
  })

  test('the page block is JSON whatever it holds', async () => {
    for (const { index, payload } of numbered) {
      const { html } = await open(index, '/en')
      const block = /<script type="application\/json" id="livery-page"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? ''
      expect((JSON.parse(block) as { site: { name: string } }).site.name).toBe(payload.slice(0, 60))
    }
  })
})

describe.skipIf(!HAS_PAGES)('SEC-9: an address that tries to run script', () => {
  test.each(PAYLOADS)('%s stays text', async (payload) => {
    const hostile = encodeURIComponent(payload)
    const segment = encodeURIComponent(payload.replaceAll(/[\u2028\u2029]/g, ''))
    for (const [url, like] of [
      [`/en/${segment}`, '/en/plain'],
      [
        `/en/registration?bonus=${hostile}&type=${hostile}&${hostile}=1`,
        '/en/registration?bonus=plain&type=plain&plain=1',
      ],
      [`/en/login?returnUrl=${hostile}`, '/en/login?returnUrl=plain'],
      [`/en/activation?token=${hostile}`, '/en/activation?token=plain'],
    ] as const) {
      const [answer, plain] = await Promise.all([open(0, url), open(0, like)])
      expect([url, answer.status]).toEqual([url, plain.status])
      expect(foreignTo(plain.html, answer.html)).toEqual([])
      expectHarmless(answer.html)
    }
  })
})

test('SEC-9: a page whose Markdown holds HTML or the address of a script is a fault of the brand, and is not served', async () => {
  const pages = [
    '<img src=x onerror=run()>',
    '<script>run()</script>',
    '[x](javascript:run())',
    '[x](JaVaScRiPt:run())',
    '![x](data:text/html,x)',
  ]
  for (const [index, text] of pages.entries()) {
    const id = `page-${index}`
    const manifest = { id, name: 'x', extends: 'pier', hosts: [], schemaVersion: 2, revision: 1, operator: 'fixtures' }
    await server.brands.write(`${id}/brand.json`, manifest)
    await server.brands.write(`${id}/pages/en/about.md`, `# About\n\n${text}\n`)
    const answer = await server.send('/en', { host: `${id}.localhost`, headers: { accept: 'text/html' } })
    expect([text, answer.statusCode]).toEqual([text, 503])
    expectHarmless(answer.body)
  }
})

test.each(PAYLOADS)('SEC-9: %s in the host stays text on the plain page', async (payload) => {
  const host = payload.replaceAll(/[^\x21-\x7e]/g, '')
  const answer = await server.send('/en', { host, headers: { accept: 'text/html' } })
  expect([400, 404]).toContain(answer.statusCode)
  expectHarmless(answer.body)
})

test('the reader of documents sees what breaks out', () => {
  const around = (text: string) =>
    `<title>x</title><p title="${text}">${text}</p><script>let a = "${text}"</script><b></b>`
  const plain = htmlSkeleton(around(PLAIN))
  expect(plain).toEqual([
    'start title',
    'end title',
    'start p title',
    'end p',
    'start script',
    'end script',
    'start b',
    'end b',
  ])
  const raw = PAYLOADS.filter((payload) => /<[a-z/!]|" on/i.test(payload))
  expect(raw.length).toBeGreaterThan(12)
  for (const payload of raw) expect(htmlSkeleton(around(payload))).not.toEqual(plain)
})

/** Tags, with the names of their attributes, that a document has and a harmless one does not have. */
function foreignTo(harmless: string, html: string): readonly string[] {
  const known = new Set(htmlSkeleton(harmless))
  return htmlSkeleton(html).filter((tag) => !known.has(tag))
}

/** Attributes whose value is followed or loaded. */
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data']

/** Holds a document against what could run: handlers in attributes, script addresses, elements that load. */
function expectHarmless(html: string): void {
  for (const { kind, name, attributes } of htmlMarks(html)) {
    if (kind !== 'start') continue
    expect(
      ['iframe', 'object', 'embed', 'base', 'math', 'style'].filter((bad) => bad === name && !isPlain(html)),
    ).toEqual([])
    expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on'))).toEqual([])
    const addresses = ADDRESSES.map((attribute) => attributes[attribute] ?? '')
    expect(addresses.filter((address) => /^[\s\0]*(?:javascript|vbscript|data:text)/i.test(address))).toEqual([])
    if (name === 'meta') expect(attributes['http-equiv']).toBeUndefined()
    if (name === 'img') expect(attributes.src).not.toBe('x')
  }
}

/** The plain page without a brand has a style element of its own. */
function isPlain(html: string): boolean {
  return !html.includes('id="livery-page"') && !html.includes('data-brand')
}
