import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { PageInput, Warn } from '#calls/page.ts'
import { BOARD_COOKIE, readBoardChoice } from '#machines/site/board-choice.rules.ts'
import { isReservedPath } from '#machines/site/reserved-segments.ts'
import type { Environment, PageState } from '#schemas'
import { dictionaryFiles, pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { ScopeOf } from './call-routes.ts'
import type { CallScope } from './call-scope.ts'
import { STORAGE_RETRY_SECONDS } from './error-answer.ts'
import type { BuiltPages } from './page-bundle.ts'
import { isHttps, neverStore, originOf, pagePolicy } from './security-headers.ts'
import { type Framing, framingOf } from './widget-page.ts'

export interface PagePorts {
  readonly environment: Environment
  readonly pages: BuiltPages
  readonly scopeOf: ScopeOf
  /** Sends calls of loaders straight to their handlers, in the scope of the page's request. */
  readonly callIn: (scope: CallScope) => CallPort
}

const NONCE_BYTES = 18
/** No page's address holds a line break, and the router's patterns do not match one. */
const LINE_BREAK = /^[^?]*(?:%0[ad]|%e2%80%a[89])/i
const YEAR_SECONDS = 31_536_000
const UNAVAILABLE = 503

/** Serves whatever is no call and no asset as a page of the brand; paths without a language are sent to one. */
export function registerPages(app: FastifyInstance, ports: PagePorts): void {
  app.get('/*', async (request, reply) => {
    if (isReservedPath(request.url) || LINE_BREAK.test(request.url)) throw new AppError('route.not_found')
    const scope = await ports.scopeOf(request, reply)
    const target = missingLanguage(request, scope)
    if (target) return reply.header('vary', 'accept-language, cookie').redirect(target, 302)
    return sendPage(request, reply, framingOf(request, reply, scope), ports)
  })
}

/** Where a path without the language prefix leads: the same path in the visitor's language. */
function missingLanguage(request: FastifyRequest, { site, language }: CallScope): string | null {
  const [path = '/', query] = request.url.split('?')
  const first = path.split('/')[1] ?? ''
  if (Object.hasOwn(site.config.global.languages, first)) return null
  return `/${language}${path === '/' ? '' : path}${query ? `?${query}` : ''}`
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, ancestors }: Framing,
  ports: PagePorts,
): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const output = await ports.pages.bundle.renderPage(pageInput(request, scope, ports, nonce))
  neverStore(reply)
  rememberLanguage(request, reply, scope.language)
  reply.header('content-security-policy', pagePolicy(nonce, ancestors, scope.site.config.iframe.broadcastFrameOrigins))
  if (output.kind === 'redirect') return reply.redirect(output.location, output.status)
  if (output.status === UNAVAILABLE) reply.header('retry-after', String(STORAGE_RETRY_SECONDS))
  reply.code(output.status).type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const html = Buffer.concat(output.pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  return reply.send(await compressed(request, reply, html))
}

function pageInput(request: FastifyRequest, scope: CallScope, ports: PagePorts, nonce: string): PageInput {
  const { site, language } = scope
  const state: PageState = {
    visitor: { country: scope.country, language, player: scope.player?.summary ?? null },
    dictionaries: dictionaryFiles(site, language),
    scheme: schemeOf(request, scope.player?.summary.settings?.color_scheme ?? site.theme.defaultScheme),
    board: readBoardChoice(request.cookies[BOARD_COOKIE]),
    isDevelopment: ports.environment.LIVERY_MODE === 'development',
    requestId: request.id,
  }
  return {
    url: request.url,
    origin: originOf(request),
    site: site.publicSite,
    siteJson: site.publicJson,
    state,
    texts: pageTexts(site, language),
    nonce,
    themeUrl: `/theme/${site.theme.hash}.css`,
    fonts: site.theme.fonts,
    manifest: ports.pages.manifest,
    call: ports.callIn(scope),
    warn: warnOnce(scope),
  }
}

/** What was told of each version of a brand. */
const told = new WeakMap<ResolvedSite, Set<string>>()

/** Logs what pages of a brand go on without, each once as long as the brand stays as it is (OPS-24). */
function warnOnce({ site, log }: CallScope): Warn {
  const known = told.get(site) ?? new Set<string>()
  told.set(site, known)
  return (name, details) => {
    const line = JSON.stringify([name, details])
    if (known.has(line)) return
    known.add(line)
    log.warn({ brand: site.brandId, ...details }, name)
  }
}

/** A page in a language is a choice of it: the next address without a prefix leads there. */
function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: string): void {
  if (request.cookies.lng === language) return
  const secure = isHttps(request)
  reply.setCookie('lng', language, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', httpOnly: true, secure })
}

/** The choice of this browser, else the player's own, else the brand's default. */
function schemeOf(request: FastifyRequest, byDefault: PageState['scheme']): PageState['scheme'] {
  const { scheme } = request.cookies
  return scheme === 'light' || scheme === 'dark' || scheme === 'system' ? scheme : byDefault
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The document in the best coding that the client takes; quick levels, since a page is made for one request. */
async function compressed(request: FastifyRequest, reply: FastifyReply, html: Buffer): Promise<Buffer> {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (takes(accepted, 'br')) {
    reply.header('content-encoding', 'br')
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
    return brotli(html, { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: html.length } })
  }
  if (takes(accepted, 'gzip')) {
    reply.header('content-encoding', 'gzip')
    return zip(html, { level: 4 })
  }
  return html
}

/** Whether an Accept-Encoding header names a coding with a weight above zero (RFC 9110, 12.5.3). */
function takes(accepted: string | string[], coding: string): boolean {
  return String(accepted)
    .split(',')
    .some((item) => {
      const [name = '', weight = 'q=1'] = item.trim().split(/\s*;\s*/)
      return name === coding && Number(weight.replace(/^q=/, '')) > 0
    })
}
