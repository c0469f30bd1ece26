import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import { createAppIcons } from '#server/site/app/app-icons.ts'
import { APP_ICONS, type AppIconName, appManifest } from '#server/site/app/app-manifest.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import { DATA_POLICY, DRESSED_POLICY, IMMUTABLE } from '../http/security-headers.ts'
import { offlineFiles, offlinePage } from '../pages/offline-page.ts'
import type { BuiltPages } from '../pages/page-bundle.ts'

const WORKER_ENTRY = 'src/client/web-app/service-worker.entry.ts'
/** What the worker may do: fetch what the site itself has, and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
/** A worker that removes itself and everything that was kept, for a brand that has switched it off. */
const LAST_WORKER = `self.addEventListener('install',()=>self.skipWaiting())
self.addEventListener('activate',(event)=>event.waitUntil((async()=>{for(const name of await caches.keys())await caches.delete(name);await self.registration.unregister()})()))
`
const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8'

/** Serves what makes a brand's site an app: its manifest and icons, its service worker and the page for when it is offline. */
export function registerWebApp(app: FastifyInstance, scopeOf: ScopeOf, pages: BuiltPages): void {
  const icons = createAppIcons()
  const workers = new WeakMap<ResolvedSite, Promise<string>>()
  app.get<{ Querystring: { lng?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const { site, language } = await scopeOf(request, reply)
    const asked = request.query.lng ?? ''
    const lng = site.languages.includes(asked) ? asked : language
    const manifest = appManifest(site, lng, textWriter(lng, pageTexts(site, lng)))
    return reply.type(MANIFEST_TYPE).header('cache-control', 'no-cache').send(JSON.stringify(manifest))
  })
  app.get<{ Params: { hash: string; file: string } }>('/app/icon/:hash/:file', async (request, reply) => {
    const { site } = await scopeOf(request, reply)
    const name = request.params.file.replace(/\.png$/, '')
    if (!Object.hasOwn(APP_ICONS, name) || name === request.params.file) throw new AppError('route.not_found')
    const png = await icons.icon(site, name as AppIconName)
    return reply
      .type('image/png')
      .headers({
        'content-security-policy': DATA_POLICY,
        'cache-control': request.params.hash === site.hash ? IMMUTABLE : 'no-cache',
      })
      .send(png)
  })
  app.get<{ Params: { language: string } }>('/app/offline/:language', async (request, reply) => {
    const { site } = await scopeOf(request, reply)
    const { language } = request.params
    if (!site.languages.includes(language)) throw new AppError('route.not_found')
    reply.header('content-security-policy', DRESSED_POLICY).header('cache-control', 'no-cache')
    return reply.type('text/html; charset=utf-8').send(offlinePage(site, language, pages))
  })
  app.get('/service-worker.js', async (request, reply) => {
    const { site } = await scopeOf(request, reply)
    asWorker(reply)
    if (!site.config.application.isServiceWorkerOn) return reply.send(LAST_WORKER)
    const known = workers.get(site) ?? workerOf(site, pages)
    workers.set(site, known)
    return reply.send(await known)
  })
}

/** A browser asks for it at every visit and must not keep it. */
function asWorker(reply: FastifyReply): void {
  reply
    .type('text/javascript; charset=utf-8')
    .headers({ 'content-security-policy': WORKER_POLICY, 'cache-control': 'no-cache' })
}

/** The worker of a brand: its settings, and the code that all brands share. Any change of either makes it another worker. */
async function workerOf(site: ResolvedSite, pages: BuiltPages): Promise<string> {
  const chunk = pages.manifest[WORKER_ENTRY]
  if (!chunk) throw new AppError('route.not_found')
  const code = await readFile(join(pages.assetsFolder, basename(chunk.file)), 'utf8')
  const documents = site.languages.map((language) => offlinePage(site, language, pages))
  const version = createHash('sha256').update(code).update(documents.join('')).digest('hex').slice(0, 16)
  const settings = {
    version,
    languages: site.languages,
    defaultLanguage: site.languages[0] ?? 'en',
    files: offlineFiles(site, pages),
  }
  return `self.livery=${JSON.stringify(settings)};\n${code}`
}
