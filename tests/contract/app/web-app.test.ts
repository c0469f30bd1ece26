import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebAppManifest } from '#schemas'
import { faultsOf } from '../scenes/answer-checks.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      const jetty = { name: 'Quay', extends: 'pier', schemaVersion: 3, revision: 1 }
      await write('quay/brand.json', { id: 'quay', hosts: ['quay.example'], ...jetty })
      await write('quay/config/application.json', {
        iosAppUrl: 'https://apps.apple.com/app/id1234567890',
        iosBetaUrl: 'https://testflight.apple.com/join/example',
        androidAppUrl: 'https://play.google.com/store/apps/details?id=com.example.quay',
        androidLiteUrl: 'https://apps.example/lite.apk',
      })
    },
  })
})
afterAll(() => server.close())

const PNG_SIGNATURE = '89504e470d0a1a0a'

/** Width and height of a PNG, from its first chunk (PNG, 11.2.2). */
function sizeOf(png: Buffer): string {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

async function manifestIn(language: string): Promise<WebAppManifest> {
  const answer = await server.send(`/manifest.webmanifest?lng=${language}`)
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  return answer.json<WebAppManifest>()
}

describe('the manifest of a brand', () => {
  test('APP-4: names the brand, its language, direction, start and colours, by its schema', async () => {
    const [english, arabic] = [await manifestIn('en'), await manifestIn('ar')]
    for (const manifest of [english, arabic]) expect(await faultsOf('site/web-app-manifest', manifest)).toEqual([])
    expect(english).toMatchObject({ id: '/', lang: 'en', dir: 'ltr', start_url: '/en', display: 'standalone' })
    expect(arabic).toMatchObject({ id: '/', lang: 'ar', dir: 'rtl', start_url: '/ar' })
    expect(arabic.shortcuts.map(({ name }) => name)).not.toEqual(english.shortcuts.map(({ name }) => name))
  })

  test('a language that the brand does not have falls back to that of the visitor', async () => {
    expect((await manifestIn('xx')).lang).toBe((await server.send('/manifest.webmanifest')).json<WebAppManifest>().lang)
  })

  test('APP-4: every icon is a real picture of the size that it is said to have', async () => {
    const { icons } = await manifestIn('en')
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    for (const { src, sizes } of icons) {
      const answer = await server.send(src)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(answer.headers['cache-control']).toContain('immutable')
      expect(sizeOf(answer.rawPayload)).toBe(sizes)
    }
  })

  test('an icon under another hash is not kept, and other names are none', async () => {
    const old = await server.send('/app/icon/0000000000000000/apple-180.png')
    expect(old.headers['cache-control']).toBe('no-cache')
    expect(sizeOf(old.rawPayload)).toBe('180x180')
    for (const name of ['any-193.png', 'any-192', 'constructor.png', '..%2fany-192.png'])
      expect((await server.send(`/app/icon/0000000000000000/${name}`)).statusCode, name).toBe(404)
  })
})

describe('the page for when the visitor is offline', () => {
  test('APP-5: is there in every language of the brand, loads nothing of its own and keeps the id of no request', async () => {
    const texts = new Map<string, string>()
    for (const [language, direction] of [
      ['en', 'ltr'],
      ['de', 'ltr'],
      ['ar', 'rtl'],
    ]) {
      const answer = await server.send(`/app/offline/${language}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(`lang="${language}" dir="${direction}"`)
      expect(answer.body).not.toContain('<script')
      expect(answer.body).not.toContain(String(answer.headers['x-request-id']))
      texts.set(language ?? '', answer.body)
    }
    expect(new Set(texts.values()).size).toBe(3)
    expect((await server.send('/app/offline/xx')).statusCode).toBe(404)
  })
})

describe.runIf(HAS_PAGES)('the service worker', () => {
  test('APP-5: is the same until the brand changes, may be fetched from this host alone, and is never kept', async () => {
    const [first, second] = [await server.send('/service-worker.js'), await server.send('/service-worker.js')]
    expect(first.body).toBe(second.body)
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.headers['content-security-policy']).toContain("connect-src 'self'")
    expect(first.body).not.toMatch(/importScripts|\beval\(|new Function/)
  })
})

describe('a brand that has switched its worker off', () => {
  test('APP-5: sends one that removes itself and what was kept', async () => {
    const off = await startTestServer({
      prepare: ({ write }) =>
        write('pier/config/application.json', {
          routes: { payment: { isAvailable: false } },
          isServiceWorkerOn: false,
        }),
    })
    const { body } = await off.send('/service-worker.js')
    expect(body).toContain('unregister()')
    expect(body).toContain('caches.delete')
    expect(body).not.toContain('fetch')
    await off.close()
  })
})

describe.skipIf(!HAS_PAGES)('apps of the brand', () => {
  const open = (path: string, host: string) => server.send(path, { host, headers: { accept: 'text/html' } })

  test('APP-3: iOS, its beta, Android and the web app each have a page, and none about an app that there is not', async () => {
    const pages = ['mobile', 'mobile/ios', 'mobile/ios/beta', 'mobile/android', 'mobile/web-app']
    const titles = await Promise.all(
      pages.map(async (path) => {
        const { statusCode, body } = await open(`/en/${path}`, 'quay.example')
        expect([path, statusCode]).toEqual([path, 200])
        return /<title>([^<]*)/.exec(body)?.[1]
      }),
    )
    expect(new Set(titles).size).toBe(pages.length)
    const closed = await Promise.all(pages.map(async (path) => (await open(`/en/${path}`, 'pier.example')).statusCode))
    expect(closed).toEqual([404, 404, 404, 404, 200])
  })

  test('APP-6: a page names every app that it is about', async () => {
    const { body } = await open('/de/mobile/android', 'quay.example')
    expect(body).toContain('href="https://play.google.com/store/apps/details?id=com.example.quay"')
    expect(body).toContain('href="https://apps.example/lite.apk"')
    expect(body).not.toContain('href="https://apps.apple.com')
  })

  test('APP-6: Safari is given the app of the store for its banner, and the manifest names the apps in stores', async () => {
    const { body } = await open('/en', 'quay.example')
    expect(body).toContain('<meta name="apple-itunes-app" content="app-id=1234567890"')
    expect((await open('/en', 'pier.example')).body).not.toContain('apple-itunes-app')
    const manifest = (await open('/manifest.webmanifest?lng=en', 'quay.example')).json<WebAppManifest>()
    expect(await faultsOf('site/web-app-manifest', manifest)).toEqual([])
    expect(manifest.related_applications?.map(({ platform, id }) => [platform, id])).toEqual([
      ['play', 'com.example.quay'],
      ['itunes', '1234567890'],
    ])
    expect(await manifestIn('en')).not.toHaveProperty('related_applications')
  })
})
