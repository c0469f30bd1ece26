import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cssColour, parseColour } from '#machines/site/theme/theme-colour.rules.ts'
import {
  ACCENT_STEP,
  accentColour,
  accentTheme,
  type GeneratedBrand,
  generateBrands,
} from '#tools/bench/loads/generated-brands.ts'
import { type ServerProcess, startEngine } from '#tools/bench/server-process.ts'
import { askHost, lastingBody, pagesHash, themeAddress } from './host-request.ts'

const CLI = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url))
const BRANDS = 60
const PATHS = ['/en', '/en/registration']
const NEW_BRAND_WITHIN_MS = 5000
const EDIT_WITHIN_MS = 1000

let brandsDir: string
let brands: readonly GeneratedBrand[]
let site: ServerProcess
beforeAll(async () => {
  brandsDir = mkdtempSync(join(tmpdir(), 'livery-brands-'))
  brands = await generateBrands(brandsDir, { count: BRANDS })
  site = await startEngine({ brands: brandsDir })
}, 180_000)
afterAll(async () => {
  await site?.stop()
  rmSync(brandsDir, { recursive: true, force: true })
})

const brandAt = (index: number) => brands[index] as GeneratedBrand
const themeFile = (id: string) => join(brandsDir, id, 'theme.tokens.json')
const writeTheme = (id: string, content: object) => writeFileSync(themeFile(id), JSON.stringify(content, null, 2))

async function themeOf(host: string): Promise<string> {
  const page = await askHost(site.port, host, '/en')
  expect(page.status, page.body.slice(0, 300)).toBe(200)
  return (await askHost(site.port, host, themeAddress(page))).body
}

/** Asks again and again until what comes satisfies a condition. @returns ms since the call */
async function until(condition: () => Promise<boolean>, deadlineMs: number): Promise<number> {
  const startedAt = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedAt > deadlineMs) throw new Error(`not so within ${deadlineMs} ms:\n${site.output()}`)
    await new Promise((done) => setTimeout(done, 20))
  }
  return performance.now() - startedAt
}

/** Runs `livery brand …` on these brands. @throws Error with what it wrote when it does not end well */
const livery = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [CLI, 'brand', ...args, '--brands', brandsDir])

/** The light scheme's accent as a style sheet writes it. */
const accentRule = (hue: number) => `--color-accent:${cssColour(parseColour(accentColour(hue)))};`

test('OPS-1: a new brand is served, themed, by the running server within five seconds of the command', {
  timeout: 90_000,
}, async () => {
  const times: number[] = []
  for (const id of ['northstar', 'southstar']) {
    const host = `www.${id}.example`
    expect((await askHost(site.port, host, '/en')).status).toBe(404)
    const startedAt = performance.now()
    await livery('new', id, '--host', host, '--from', 'aurora')
    await until(async () => (await askHost(site.port, host, '/en')).status === 200, NEW_BRAND_WITHIN_MS * 3)
    times.push(performance.now() - startedAt)
    const page = await askHost(site.port, host, '/en')
    expect(page.body).toContain('<html lang="en"')
    expect(page.body).toContain(id === 'northstar' ? 'Northstar' : 'Southstar')
    expect(await themeOf(host)).toContain(accentRuleOf(id))
    expect(await themeOf('aurora.localhost')).not.toContain(accentRuleOf(id))
    expect(await themeOf(`${id}.localhost`)).toBe(await themeOf(host))
    await livery('check', id)
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(NEW_BRAND_WITHIN_MS)
})

/** The rule of the accent that the command drew for a brand. */
function accentRuleOf(id: string): string {
  const tokens = JSON.parse(readFileSync(themeFile(id), 'utf8')) as {
    palette: { accent: Record<string, { $value: ReturnType<typeof accentColour> }> }
  }
  const colour = tokens.palette.accent[ACCENT_STEP]?.$value
  if (!colour) throw new Error(`${id} has no accent of its own`)
  return `--color-accent:${cssColour(parseColour(colour))};`
}

test('OPS-6: a saved edit is in the next page within a second', async () => {
  const { id, host } = brandAt(1)
  const times: number[] = []
  for (const hue of [150, 240]) {
    expect(await themeOf(host)).not.toContain(accentRule(hue))
    writeTheme(id, accentTheme(hue))
    times.push(await until(async () => (await themeOf(host)).includes(accentRule(hue)), EDIT_WITHIN_MS * 5))
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(EDIT_WITHIN_MS)
})

test('OPS-5: a bad edit is not served; the last good version stays, and the log has brand, file and line', async () => {
  const { id, host } = brandAt(2)
  const before = await pagesHash(site.port, host, PATHS)
  writeFileSync(themeFile(id), '{\n  "palette": {},\n  "pallette": {}\n}\n')
  const page = await askHost(site.port, host, '/en')
  await until(async () => {
    expect(lastingBody(await askHost(site.port, host, '/en'))).toBe(lastingBody(page))
    return loggedProblems(id).length > 0
  }, EDIT_WITHIN_MS * 5)
  expect(loggedProblems(id)).toContainEqual(
    expect.objectContaining({ file: expect.stringContaining('theme.tokens.json'), line: 3 }),
  )
  expect(await pagesHash(site.port, host, PATHS)).toBe(before)

  writeTheme(id, accentTheme(150))
  await until(async () => (await themeOf(host)).includes(accentRule(150)), EDIT_WITHIN_MS * 5)
})

/** Problems of a brand in the server's log. */
function loggedProblems(brand: string): readonly { readonly file: string; readonly line: number }[] {
  const entries = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  return entries
    .map((line) => JSON.parse(line) as { brand?: string; problems?: { file: string; line: number }[] })
    .flatMap((entry) => (entry.brand === brand ? (entry.problems ?? []) : []))
}

test('OPS-11: an edit of one brand changes no byte of the pages of others', { timeout: 120_000 }, async () => {
  const edited = brandAt(3)
  const others = [...brands.filter(({ id }) => id !== edited.id).map(({ host }) => host), 'aurora.localhost']
  const hashAll = async () => {
    const hashes: Record<string, string> = {}
    for (const host of others) hashes[host] = await pagesHash(site.port, host, PATHS)
    return hashes
  }
  const before = await hashAll()
  const own = await pagesHash(site.port, edited.host, PATHS)
  writeTheme(edited.id, accentTheme(150))
  await until(async () => (await pagesHash(site.port, edited.host, PATHS)) !== own, EDIT_WITHIN_MS * 5)
  expect(Object.keys(before).length).toBeGreaterThanOrEqual(50)
  expect(new Set(Object.values(before)).size).toBe(others.length)
  expect(await hashAll()).toEqual(before)
})

test('a host without a brand is answered so, as a page and as data', async () => {
  const host = 'nobody.example'
  const page = await askHost(site.port, host, '/en')
  expect(page.status).toBe(404)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(host)
  const data = await askHost(site.port, host, '/en', 'application/json')
  expect(data.status).toBe(404)
  expect(JSON.parse(data.body)).toMatchObject({ code: 'brand.unknown_host', message: expect.stringContaining(host) })
})
