import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DictionaryContent } from '#schemas'
import { expectError, faultsOf } from './scenes/answer-checks.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

let server: TestServer
const IMMUTABLE = 'public, max-age=31536000, immutable'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function unitsOf(language: string): Promise<Record<string, string>> {
  return (await server.send(`/translation-api/api/external/v2/unit/language/${language}`)).json()
}

describe('dictionaries', () => {
  test('I18N-6, I18N-7: the map is JSON text in JSON, of the same files as the map of units', async () => {
    const { dictionaryMap } = (await server.send('/translation-api/by-lang/de')).json<{ dictionaryMap: string }>()
    expect(typeof dictionaryMap).toBe('string')
    expect(JSON.parse(dictionaryMap)).toEqual(await unitsOf('de'))
    expect(Object.keys(await unitsOf('de'))).toContain('app')
  })

  test('I18N-5, I18N-8: every file of the map is there, in its language, and is cached permanently', async () => {
    for (const language of ['en', 'de', 'ar']) {
      for (const file of Object.values(await unitsOf(language))) {
        const answer = await server.send(`/genfiles/web-app-v2/${file}`)
        expect(answer.headers['cache-control']).toBe(IMMUTABLE)
        const dictionary = answer.json<DictionaryContent>()
        expect(await faultsOf('site/dictionary-content', dictionary)).toEqual([])
        expect(dictionary.language).toBe(language)
        expect(file).toContain(dictionary.version)
        expect(Object.keys(dictionary.content).length).toBeGreaterThan(3)
      }
    }
  })

  test('I18N-13: a file under an old hash still has the texts of now, and is not kept', async () => {
    const { app = '' } = await unitsOf('en')
    const old = await server.send('/genfiles/web-app-v2/en/app.0123456789abcdef.json')
    const current = await server.send(`/genfiles/web-app-v2/${app}`)
    expect(old.json()).toEqual(current.json())
    expect(old.headers['cache-control']).toBe('private, no-store')
  })

  test('style sheets, pictures and dictionaries travel compressed, and mean the same', async () => {
    const { app = '' } = await unitsOf('en')
    const { body: html } = await server.send('/en')
    const theme = /\/theme\/[0-9a-f-]+\.css/.exec(html)?.[0] ?? 'the page names no style sheet'
    const icons = /\/brand\/[0-9a-f]+\/icons\.svg/.exec(html)?.[0] ?? 'the page names no icons'
    for (const path of [`/genfiles/web-app-v2/${app}`, theme, icons]) {
      const plain = await server.send(path)
      expect(plain.headers['content-encoding'], path).toBeUndefined()
      expect(plain.headers.vary, path).toContain('accept-encoding')
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        for (const round of ['compressed', 'kept']) {
          const coded = await server.send(path, { headers: { 'accept-encoding': coding } })
          expect(coded.headers['content-encoding'], `${path} ${round}`).toBe(coding)
          expect(decode(coded.rawPayload).equals(plain.rawPayload), `${path} ${round}`).toBe(true)
          expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
        }
      }
    }
  })

  test('a changed text gives the file another name', async () => {
    const before = await unitsOf('en')
    await server.brands.write('pier/locales/en/forms.json', { 'forms.optional': 'as you like' })
    await expect.poll(async () => (await unitsOf('en')).forms, { timeout: 5000 }).not.toBe(before.forms)
    expect((await unitsOf('en')).app).toBe(before.app)
  })

  test.each(['xx', 'constructor', '__proto__', 'EN', 'en-GB'])('of the language %j are unknown', async (language) => {
    for (const url of [
      `/translation-api/by-lang/${language}`,
      `/translation-api/api/external/v2/unit/language/${language}`,
      `/genfiles/web-app-v2/${language}/app.json`,
    ])
      await expectError(await server.send(url), 'dictionary.unknown')
  })

  test.each(['..%2f..%2fbrand.json', 'constructor.json', '__proto__', 'delivery.json', '%00'])(
    'there is no dictionary %j',
    async (file) => {
      await expectError(await server.send(`/genfiles/web-app-v2/en/${file}`), 'dictionary.unknown')
    },
  )
})

describe('files of a brand', () => {
  test.each([
    '/brand/x/..%2fbrand.json',
    '/brand/x/..%2f..%2f_base%2fconfig%2fglobal.json',
    '/brand/x/brand.json',
    '/brand/x/config/global.json',
    '/brand/x/constructor',
    '/brand/x/%00.svg',
    '/brand/x/no-such.svg',
  ])('%s is none', async (url) => {
    await expectError(await server.send(url), 'route.not_found')
  })

  test('I18N-15: a picture is its file, drawn as an image that can run nothing', async () => {
    const answer = await server.send('/brand/0000000000000000/logo.svg')
    expect(answer.body).toContain('M0 0h8v8H0z')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })
})

describe('OPS-14: schemas', () => {
  test.each(['site/brand-manifest', 'generated/patch/site/config/global', 'defs/error-answer'])(
    '%s is served under its own address, with everything that it refers to',
    async (name) => {
      const answer = await server.send(`/schemas/${name}.schema.json`)
      expect(answer.statusCode).toBe(200)
      const schema = answer.json<{ $id: string; $schema: string }>()
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
      expect(new URL(schema.$id).pathname).toBe(`/schemas/${name}.schema.json`)
      for (const [, reference = ''] of answer.body.matchAll(/"\$ref":\s*"([^"#]+)/g)) {
        const { pathname } = new URL(reference, schema.$id)
        expect([pathname, (await server.send(pathname)).statusCode]).toEqual([pathname, 200])
      }
    },
  )

  test.each([
    'generated/types.ts',
    'index.ts',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    'defs',
    'no-such.schema.json',
  ])('%s is none', async (path) => {
    const answer = await server.send(`/schemas/${path}`)
    expect([302, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('"dependencies"')
  })
})

describe.skipIf(!HAS_PAGES)('files of the bundle', () => {
  test('are sent as they were compressed at build, and are the same', async () => {
    const page = (await server.send('/en')).body
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const plain = await server.send(script)
    const brotli = await server.send(script, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotli.headers.vary).toMatch(/accept-encoding/i)
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(script).toMatch(/-[\w-]{8,}\.js$/)
  })

  test.each([
    '/assets/no-such.js',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/.vite/manifest.json',
    '/assets/%00',
  ])('%s is none, and nothing keeps that answer', async (url) => {
    const answer = await server.send(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
