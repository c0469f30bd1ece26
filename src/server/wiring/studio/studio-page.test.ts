import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { registerStudio } from './studio.routes.ts'
import { keepStudioApart } from './studio-hosts.ts'
import { loadStudioPages, studioPolicy } from './studio-page.ts'

const SCRIPT = 'export const studio = 1\n'.repeat(100)

/** A build as Vite leaves it. */
function build(entry = 'src/studio/main.tsx'): string {
  const dist = mkdtempSync(join(tmpdir(), 'livery-studio-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const manifest = {
    [entry]: { file: 'studio-assets/main-a1.js', css: ['studio-assets/main-a1.css'], imports: ['_react.js'] },
    '_react.js': { file: 'studio-assets/react-b2.js', css: ['studio-assets/main-a1.css'], imports: ['_react.js'] },
    'src/studio/editor.tsx': { file: 'studio-assets/editor-c3.js' },
  }
  const files = {
    '.vite/manifest.json': JSON.stringify(manifest),
    'studio-assets/main-a1.js': SCRIPT,
    'studio-assets/main-a1.js.gz': gzipSync(SCRIPT),
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), content)
  }
  return dist
}

async function server(dist: string) {
  const app = Fastify()
  onTestFinished(() => app.close())
  keepStudioApart(app, ['studio.localhost'], undefined)
  app.get('/*', async () => 'a brand')
  const previews = ['http://*.draft.localhost:*']
  await registerStudio(app, {
    hosts: ['studio.localhost'],
    handlers: [],
    files: [],
    findOperator: async () => null,
    pages: loadStudioPages(dist),
    previews,
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'studio.localhost:3000', ...headers } })
  return { app, get }
}

test('the document loads what the entry needs first, all by the nonce of its policy', async () => {
  const { get } = await server(build())
  const answer = await get('/brands/pier')
  const policy = String(answer.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  expect(policy).toBe(studioPolicy(nonce, ['http://*.draft.localhost:*']))
  expect(answer.body).toContain(`<script type="module" nonce="${nonce}" src="/studio-assets/main-a1.js">`)
  expect(answer.body.match(/rel="stylesheet"/g)).toHaveLength(1)
  expect(answer.body.match(/rel="modulepreload"/g)).toHaveLength(1)
  expect(answer.body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`)
  expect(answer.body.match(/<(?:script|link rel="(?:stylesheet|modulepreload)")(?![^>]*nonce=)/)).toBeNull()
  expect((await get('/')).headers['content-security-policy']).not.toBe(policy)
})

test('its files are sent as they were compressed, to be kept, and under its host alone', async () => {
  const { app, get } = await server(build())
  const answer = await get('/studio-assets/main-a1.js', { 'accept-encoding': 'gzip' })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(answer.headers['content-type']).toMatch(/javascript/)
  expect((await get('/studio-assets/main-a1.js')).body).toBe(SCRIPT)
  expect((await get('/studio-assets/..%2f.vite/manifest.json')).statusCode).not.toBe(200)
  expect((await app.inject({ url: '/studio-assets/main-a1.js', headers: { host: 'pier.example' } })).body).toBe(
    'a brand',
  )
})

test('without a build the page says how to make it', async () => {
  const { get } = await server(join(tmpdir(), 'livery-no-such-build'))
  const answer = await get('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
})

test('a build without the page is no build', () => {
  expect(() => loadStudioPages(build('src/other/main.tsx'))).toThrow(/npm run build/)
})

test('nothing may be framed where there are no previews', () => {
  expect(studioPolicy('n', [])).toContain("frame-src 'self';")
})
