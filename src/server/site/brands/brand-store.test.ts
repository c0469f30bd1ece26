import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPublicConfig, isPublicSite, isSiteConfig } from '#schemas/generated/validators/site.js'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import type { ResolvedSite } from '../resolved-site.ts'
import { writeHostIndex } from './brand-hosts.ts'
import { type BrandStore, createBrandStore } from './brand-store.ts'
import { type VisitedBrands, visitedBrands } from './visited-brands.ts'

let folders: BrandFolders
let clockMs: number
let logged: { level: string; message: string; details: object }[]
beforeEach(async () => {
  folders = await makeBrandFolders()
  clockMs = 0
  logged = []
})
afterEach(() => folders.remove())

function openStore(idleMs = 60_000, visited?: VisitedBrands): BrandStore {
  const keep = (level: string) => (details: object, message: string) => void logged.push({ level, message, details })
  const { brandsDir, baseDir } = folders
  return createBrandStore({
    brandsDir,
    baseDir,
    now: () => clockMs,
    log: { info: keep('info'), error: keep('error') },
    idleMs,
    ...(visited && { visited }),
  })
}

async function siteAt(store: BrandStore, host: string): Promise<ResolvedSite> {
  const answer = await store.siteForHost(host)
  if (answer.status !== 'ok') throw new Error(`${host}: ${JSON.stringify(answer)}`)
  return answer.site
}

describe('a site', () => {
  test('is complete, valid and frozen', async () => {
    const site = await siteAt(openStore(), 'harbour.localhost:8080')
    expect(isSiteConfig(structuredClone(site.config)), JSON.stringify(isSiteConfig.errors)).toBe(true)
    expect(isPublicSite(structuredClone(site.publicSite)), JSON.stringify(isPublicSite.errors)).toBe(true)
    expect(site).toMatchObject({
      brandId: 'harbour',
      revision: 3,
      config: { coupon: { maximumBets: 30, historyDays: 14 } },
    })
    expect(() => Object.assign(site.config.coupon, { maximumBets: 1 })).toThrow(TypeError)
    expect(site.theme.css).toContain('--color-canvas')
    expect(site.languages).toContain('en')
  })

  test('OPS-7: inherits values, texts, pages and assets from its parents', async () => {
    const site = await siteAt(openStore(), 'harbour-kz.localhost')
    expect(site.config.coupon).toMatchObject({ maximumBets: 30, historyDays: 3 })
    expect(site.dictionary('en', 'harbour')?.texts['harbour.greeting']).toBe('Welcome aboard, {{name}}')
    expect(site.asset('logo.svg')?.file).toBe(join(folders.brandsDir, 'harbour/assets/logo.svg'))
    expect(site.pages('en', 'about')).toContain(folders.baseDir)
    expect(site.pages('en', 'nothing')).toBeNull()
    expect(site.asset('../brand.json')).toBeNull()
  })

  test('the public part holds no secret and nothing that only the server needs', async () => {
    await folders.write('harbour/config/third-party.json', { smsSender: 'CANARY' })
    await folders.write('harbour/config/captcha.json', { secretKeys: { hcaptcha: 'LIVERY_CANARY_SECRET' } })
    const site = await siteAt(openStore(), 'harbour.localhost')
    expect(site.config.captcha.secretKeys.hcaptcha).toBe('LIVERY_CANARY_SECRET')
    expect(site.publicJson.toString()).not.toMatch(/CANARY|sessionIdleMs|rateLimits/)
    expect(isPublicConfig(structuredClone(site.publicConfig)), JSON.stringify(isPublicConfig.errors)).toBe(true)
  })

  test('its JSON ends no script element', async () => {
    await folders.write('harbour/brand.json', manifest('harbour', { name: '</script><b>\u2028' }))
    const site = await siteAt(openStore(), 'harbour.localhost')
    expect(site.publicJson.toString()).not.toMatch(/<|\u2028/)
    expect(JSON.parse(site.publicJson.toString()).name).toBe('</script><b>\u2028')
  })

  test('a text of a child replaces that of its parent and changes the hash', async () => {
    await folders.write('harbour-kz/locales/en/harbour.json', { 'harbour.greeting': 'Hi, {{name}}' })
    const store = openStore()
    const own = (await siteAt(store, 'harbour-kz.localhost')).dictionary('en', 'harbour')
    const parents = (await siteAt(store, 'harbour.localhost')).dictionary('en', 'harbour')
    expect(own?.texts).toEqual({ 'harbour.greeting': 'Hi, {{name}}' })
    expect(own?.hash).not.toBe(parents?.hash)
  })
})

describe('hosts', () => {
  test('no brand answers a host of the studio, whatever its folder is called or claims', async () => {
    await folders.write('studio/brand.json', manifest('studio'))
    const hosts = ['studio.localhost', 'draft.localhost', 'late.draft.localhost']
    await folders.write('late/brand.json', manifest('late', { hosts }))
    for (const host of hosts) expect(await openStore().siteForHost(host)).toEqual({ status: 'unknown-host' })
  })

  test('a brand answers its own hosts, and no other host', async () => {
    const store = openStore()
    expect((await siteAt(store, 'Harbour.Example.')).brandId).toBe('harbour')
    for (const host of ['other.example', 'nobody.localhost', '_base.localhost', '..localhost', 'localhost']) {
      expect(await store.siteForHost(host)).toEqual({ status: 'unknown-host' })
    }
  })

  test('OPS-12: with an index only the asked brand is read', async () => {
    await folders.write('wreck/brand.json', '{')
    await writeHostIndex(folders.brandsDir, new Map([['harbour.example', 'harbour']]))
    const store = openStore()
    await siteAt(store, 'harbour.example')
    expect(store.loadedIds()).toEqual(['harbour'])
    expect(logged).toEqual([])
  })

  test('OPS-12: warming up reads what brands share and no brand', async () => {
    await folders.write('wreck/brand.json', '{')
    const store = openStore()
    await store.warm()
    expect(store.loadedIds()).toEqual([])
    expect(logged).toEqual([])
  })

  test('warming up reads the brands that were visited last, the first one of the folder where none was, and no other', async () => {
    await folders.write('wreck/brand.json', '{')
    const visited = visitedBrands(folders.brandsDir)
    const fresh = openStore(60_000, visited)
    await fresh.warm()
    expect(fresh.loadedIds()).toEqual(['harbour'])
    await siteAt(fresh, 'harbour-kz.localhost')
    await expect.poll(() => visited.read()).toEqual(['harbour-kz'])
    expect(await fresh.siteForHost('nobody.localhost')).toEqual({ status: 'unknown-host' })
    const again = openStore(60_000, visitedBrands(folders.brandsDir))
    await again.warm()
    expect(again.loadedIds()).toEqual(['harbour-kz'])
    expect(logged).toEqual([])
  })

  test('a fault of a brand that is read ahead is logged, and the server starts all the same', async () => {
    const store = openStore(60_000, { read: () => Promise.reject(new Error('EIO')), note: async () => {} })
    await store.warm()
    expect(logged).toMatchObject([{ level: 'error', message: 'the brands visited last cannot be read ahead' }])
    expect((await siteAt(store, 'harbour.localhost')).brandId).toBe('harbour')
  })

  test('an index that has fallen behind the manifests leads nobody astray', async () => {
    await writeHostIndex(folders.brandsDir, new Map([['moved.example', 'harbour']]))
    await folders.write(
      'harbour-kz/brand.json',
      manifest('harbour-kz', { extends: 'harbour', hosts: ['moved.example'] }),
    )
    expect((await siteAt(openStore(), 'moved.example')).brandId).toBe('harbour-kz')
  })

  test('OPS-1: a brand that is added is served without a restart', async () => {
    const store = openStore()
    expect((await store.siteForHost('late.example')).status).toBe('unknown-host')
    await folders.write('late/brand.json', manifest('late', { hosts: ['late.example'] }))
    clockMs += 1000
    expect((await siteAt(store, 'late.example')).brandId).toBe('late')
    expect((await siteAt(store, 'late.localhost')).brandId).toBe('late')
  })

  test('a brand that is removed is no longer served', async () => {
    const store = openStore()
    await siteAt(store, 'harbour-kz.localhost')
    await rm(join(folders.brandsDir, 'harbour-kz'), { recursive: true })
    clockMs += 1000
    expect((await store.siteForHost('harbour-kz.localhost')).status).toBe('unknown-host')
  })
})

describe('edits', () => {
  test('OPS-6: an edit is live for the next request within 1 s, also of a parent', async () => {
    const store = openStore()
    await siteAt(store, 'harbour-kz.localhost')
    await folders.write('harbour/config/coupon.json', { maximumBets: 8 })
    clockMs += 999
    expect((await siteAt(store, 'harbour-kz.localhost')).config.coupon.maximumBets).toBe(8)
    expect((await siteAt(store, 'harbour.localhost')).config.coupon.maximumBets).toBe(8)
  })

  test('OPS-6: an unchanged brand is not made again', async () => {
    const store = openStore()
    const first = await siteAt(store, 'harbour.localhost')
    clockMs += 5000
    expect(await siteAt(store, 'harbour.localhost')).toBe(first)
  })

  test('OPS-5: a bad edit is logged once with its place, and the last good version stays', async () => {
    const store = openStore()
    const good = await siteAt(store, 'harbour.localhost')
    await folders.write('harbour/config/coupon.json', '{\n "maximumBets": 900}')
    for (let request = 0; request < 3; request += 1) {
      clockMs += 1000
      expect(await siteAt(store, 'harbour.localhost')).toBe(good)
    }
    const problem = { file: 'harbour/config/coupon.json', line: 2, column: 2, path: '/maximumBets' }
    expect(logged).toMatchObject([{ level: 'error', details: { brand: 'harbour', problems: [problem] } }])
    await folders.write('harbour/config/coupon.json', { maximumBets: 9 })
    clockMs += 1000
    expect((await siteAt(store, 'harbour.localhost')).config.coupon.maximumBets).toBe(9)
  })

  test('OPS-5: a brand that was never good is broken, with its problems', async () => {
    await folders.write('wreck/brand.json', '{')
    expect(await openStore().siteForHost('wreck.localhost')).toMatchObject({
      status: 'broken',
      problems: [{ file: 'wreck/brand.json' }],
    })
  })

  test('OPS-5: a good version that could not come back is not let go', async () => {
    const store = openStore(1000)
    const good = await siteAt(store, 'harbour.localhost')
    await folders.write('harbour/config/coupon.json', '{')
    clockMs += 1000
    await siteAt(store, 'harbour.localhost')
    clockMs += 100_000
    await siteAt(store, 'harbour-kz.localhost').catch(() => undefined)
    expect(await siteAt(store, 'harbour.localhost')).toBe(good)
  })
})

describe('many brands', () => {
  test('OPS-12: requests at the same time load a brand once', async () => {
    const store = openStore()
    const sites = await Promise.all(Array.from({ length: 50 }, () => siteAt(store, 'harbour.localhost')))
    expect(new Set(sites).size).toBe(1)
  })

  test('OPS-12: a brand that nobody visits is let go', async () => {
    const store = openStore(1000)
    await siteAt(store, 'harbour.localhost')
    clockMs += 2000
    await siteAt(store, 'harbour-kz.localhost')
    expect(store.loadedIds()).toEqual(['harbour-kz'])
  })

  test('OPS-12: a host is found within 1 ms at p99, however many brands there are', async () => {
    for (let index = 0; index < 300; index += 1) {
      const id = `many-${index}`
      await folders.write(`${id}/brand.json`, manifest(id, { hosts: [`${id}.example`] }))
    }
    const store = openStore()
    await siteAt(store, 'many-150.example')
    const times: number[] = []
    for (let request = 0; request < 3000; request += 1) {
      const startedMs = performance.now()
      await store.siteForHost('many-150.example')
      times.push(performance.now() - startedMs)
    }
    expect(times.sort((left, right) => left - right)[2970]).toBeLessThan(1)
    expect(store.loadedIds()).toEqual(['many-150'])
  })

  test('OPS-12: brands share what they inherit', async () => {
    const store = openStore()
    const [one, other] = [await siteAt(store, 'harbour.localhost'), await siteAt(store, 'harbour-kz.localhost')]
    expect(other.config.betting).toBe(one.config.betting)
    expect(other.publicConfig.betting).toBe(one.publicConfig.betting)
  })

  test('OPS-11: changing one brand changes no byte of any other', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `brand-${index}`)
    for (const id of ids) await folders.write(`${id}/brand.json`, manifest(id, { name: id.toUpperCase() }))
    const store = openStore()
    const bytesOf = async (id: string) => {
      const site = await siteAt(store, `${id}.localhost`)
      return [site.hash, site.publicJson, site.theme.css, site.assetsHash, site.dictionary('en', 'site')?.hash].join(
        '\n',
      )
    }
    const before = await Promise.all(ids.map(bytesOf))
    await folders.write('brand-7/config/coupon.json', { maximumBets: 2 })
    await folders.write('brand-7/locales/en/site.json', { 'site.menu_live': 'Now' })
    clockMs += 1000
    const after = await Promise.all(ids.map(bytesOf))
    expect(ids.filter((_, index) => before[index] !== after[index])).toEqual(['brand-7'])
  })
})
