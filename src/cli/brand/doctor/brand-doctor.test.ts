import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BrandDoctorFinding } from '#schemas'
import { isBrandDoctorOutput as isDoctorOutput } from '#schemas/generated/validators/cli.js'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { commands } from '../../commands.ts'
import { pageFacts, shownKeys } from './page-facts.ts'

const HAS_PAGES = existsSync(fileURLToPath(new URL('../../../../dist/client/.vite/manifest.json', import.meta.url)))
const IS_LONG = process.env.LIVERY_LONG === '1'

let folders: BrandFolders
let server: Server | undefined
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(async () => {
  await new Promise((done) => (server ? server.close(done) : done(undefined)))
  server = undefined
  await folders.remove()
})

/** A server whose pages are these, and any other an empty one. @returns its address */
async function serve(pages: Readonly<Record<string, string | number>>): Promise<string> {
  const started = createServer(({ url = '', headers }, answer) => {
    const page = headers.host?.startsWith('harbour.localhost:') ? (pages[url] ?? '') : 500
    answer.statusCode = typeof page === 'number' ? page : 200
    answer.end(`<!DOCTYPE html><html><body>${page}</body></html>`)
  })
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

async function run(...line: readonly string[]) {
  const out: string[] = []
  const code = await commands(['brand', 'doctor', ...line], {
    stdout: (text) => void out.push(text),
    stderr: () => undefined,
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.' },
  })
  return { code, out: out.join('') }
}

const wrongOf = (out: string) =>
  (JSON.parse(out).findings as BrandDoctorFinding[]).map(({ kind, page, found }) => [kind, page, found])

describe('livery brand doctor', () => {
  test('a site without faults has none, in any language', async () => {
    const { code, out } = await run('harbour', '--server', await serve({}), '--json')
    expect(isDoctorOutput(JSON.parse(out))).toBe(true)
    expect(JSON.parse(out)).toMatchObject({ brand: 'harbour', findings: [] })
    expect(JSON.parse(out).pages).toBeGreaterThan(100)
    expect(code).toBe(0)
  })

  test('each thing that a visitor would stumble over is reported once, with a mend', async () => {
    const home = [
      '<a href="/en/no/such">x</a><a href="/en/no/such?page=2">x</a><a href="https://elsewhere.example/404">x</a>',
      '<a href="#top">x</a><a href="/en/results#news">x</a><a href="/en/results#first">x</a>',
      '<img alt="site.menu_live" src="/brand/gone.svg"><p>site.badge_new of betting.example</p>',
      '<script>"site.menu_line"</script>',
    ].join('')
    const url = await serve({
      '/en': home,
      '/en/no/such': 404,
      '/brand/gone.svg': 404,
      '/en/results': '<h2 id="first">x</h2>',
      '/de/results': 500,
    })
    const { code, out } = await run('harbour', '--server', url, '--json')
    expect(code).toBe(1)
    expect(isDoctorOutput(JSON.parse(out))).toBe(true)
    expect(wrongOf(out)).toEqual([
      ['status', '/de/results', '500'],
      ['dead-link', '/en', '/en/no/such'],
      ['dead-link', '/en', '/en/no/such?page=2'],
      ['dead-link', '/en', '/brand/gone.svg'],
      ['dead-anchor', '/en', '#top'],
      ['dead-anchor', '/en', '/en/results#news'],
      ['missing-text', '/en', 'site.menu_live'],
      ['missing-text', '/en', 'site.badge_new'],
    ])
    for (const { mend } of JSON.parse(out).findings) expect(mend.length).toBeGreaterThan(20)
    expect((await run('harbour', '--server', url)).out).toContain('/de/results\n  status: 500\n')
  })

  test('a language that another replaces is reported', async () => {
    await folders.write('harbour/config/dictionary.json', { fallbackLanguage: 'en' })
    await folders.write('harbour/config/global.json', {
      languages: {
        sv: {
          order: 900,
          name: 'Svenska',
          locale: 'sv-SE',
          direction: 'ltr',
          isHiddenForGuests: false,
          hasEnglishDates: false,
        },
      },
    })
    await folders.write('harbour/locales/sv/site.json', { 'site.menu_live': 'Nu' })
    const { out } = await run('harbour', '--server', await serve({}), '--json')
    expect(wrongOf(out)).toEqual([
      ['missing-text', '/sv', expect.stringMatching(/texts are missing in sv; shown instead: en$/)],
    ])
  })

  test.each([
    [['harbour', '--server', 'nowhere'], 'server_unreachable'],
    [['harbour', '--server', 'http://127.0.0.1:1'], 'server_unreachable'],
    [['harbor'], 'brand_unknown'],
    [[], 'usage'],
  ])('%j exits 2', async (line, code) => {
    const { code: exit, out } = await run(...line, '--json')
    expect([exit, JSON.parse(out).error.code]).toEqual([2, code])
  })

  test('a brand with problems is not looked at', async () => {
    await folders.write('harbour/config/coupon.json', { maximumBet: 3 })
    const { code, out } = await run('harbour', '--json')
    expect([code, JSON.parse(out).error.code]).toEqual([2, 'brand_broken'])
  })

  test.skipIf(!HAS_PAGES || !IS_LONG)(
    'without a server one of its own draws the pages',
    async () => {
      const { out } = await run('harbour', '--json')
      expect(isDoctorOutput(JSON.parse(out))).toBe(true)
      const findings = wrongOf(out)
      expect(findings.filter(([kind]) => kind === 'status')).toEqual([])
      expect(JSON.parse(out).pages).toBeGreaterThan(100)
    },
    300_000,
  )
})

describe('what is read of a page', () => {
  test('links, parts, anchors and words, in any form of quotes, and nothing out of scripts', () => {
    const facts = pageFacts(
      `<html><head><link rel="canonical" href="/en"><link rel=stylesheet href='/theme/a.css'><script src="/a.js">"<a href='/no'>"</script></head>
      <body id=top><a class="x>y" href="/en/a?b=1&amp;c=2#d">A &amp; B</a><a href="//other.example/">x</a><img src="data:,"></body></html>`,
    )
    expect(facts.links).toEqual(['/en/a?b=1&c=2#d'])
    expect(facts.parts).toEqual(['/theme/a.css', '/a.js'])
    expect([...facts.anchors]).toEqual(['top'])
    expect(facts.words).toContain('A & B')
    expect(facts.words).not.toContain('/no')
  })

  test('a long page is read in time that grows with its length', () => {
    const startedAt = performance.now()
    pageFacts(`<a ${'x="'.repeat(50_000)}`)
    pageFacts('<'.repeat(100_000))
    pageFacts(`<a${' b="c"'.repeat(50_000)}`)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('only what is the key of a text is one that is shown', () => {
    expect(
      shownKeys('see site.menu_live, site.menu_live and www.site.example', (key) => key === 'site.menu_live'),
    ).toEqual(['site.menu_live'])
  })
})
