import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSeoAuditOutput } from '#schemas/generated/validators/cli.js'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { commands } from '../commands.ts'

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

/** A server on which each brand is a site of one page. @param titleOf the title of a brand's page, by its id @returns its address */
async function serve(titleOf: (brand: string) => string): Promise<string> {
  const started = createServer(({ url = '', headers: { host = '' } }, answer) => {
    const home = `http://${host}/en`
    const files: Record<string, string> = {
      '/sitemap.xml': `<loc>http://${host}/sitemaps/pages-en.xml</loc>`,
      '/sitemaps/pages-en.xml': `<loc>${home}</loc>`,
      '/en':
        `<title>${titleOf(host.split('.')[0] ?? '')}</title><meta name="description" content="d">` +
        `<link rel="canonical" href="${home}"><link rel="alternate" hrefLang="x-default" href="${home}">`,
    }
    answer.statusCode = files[url] === undefined ? 404 : 200
    answer.end(files[url] ?? '')
  })
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

async function run(...line: readonly string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await commands(['seo', 'audit', ...line], {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.' },
  })
  return { code, out: out.join(''), err: err.join('') }
}

test('without a name every brand of the folder is crawled under its own host', async () => {
  const { code, out } = await run('--server', await serve((brand) => (brand === 'harbour' ? '' : brand)), '--json')
  const output: unknown = JSON.parse(out)
  expect(isSeoAuditOutput(output)).toBe(true)
  const { sites } = output as { sites: { site: string; pages: number; faults: { code: string }[] }[] }
  expect(sites.map(({ site }) => site)).toEqual(['harbour', 'harbour-kz'])
  expect(sites.every(({ pages }) => pages === 1)).toBe(true)
  expect(sites.flatMap(({ site, faults }) => faults.map((one) => `${site} ${one.code}`))).toEqual([
    'harbour title_missing',
  ])
  expect(code).toBe(1)
})

test('a brand that is named is crawled alone, and an address as it stands', async () => {
  const address = await serve((brand) => brand)
  const { code, out } = await run('harbour-kz', '--server', address)
  expect([code, out]).toEqual([0, 'harbour-kz: 1 pages and 0 further links read, 0 faults.\n'])
  const byAddress = address.replace('127.0.0.1', 'harbour-kz.localhost')
  expect((await run(byAddress)).out).toBe(`${byAddress}: 1 pages and 0 further links read, 0 faults.\n`)
})

test.each([
  ['a brand that is none', ['harbor'], /no brand "harbor".*"harbour"/s],
  ['a server that does not answer', ['harbour-kz', '--server', 'http://127.0.0.1:1'], /cannot be read.*--server/s],
  ['a server that is no address', ['harbour-kz', '--server', 'nowhere'], /livery seo audit/],
  ['a number of pages that is none', ['harbour-kz', '--most', '0'], /livery seo audit/],
])('%s is refused with what to do', async (_what, line, message) => {
  const { code, err } = await run(...line)
  expect(code).toBe(2)
  expect(err).toMatch(message)
})
