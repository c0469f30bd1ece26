import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { analyticsOrigins } from '#calls/analytics/analytics-address.ts'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { PageInput, PageOutput, Warn } from '#calls/page.ts'
import { frameScheme, isStatisticsFrame } from '#machines/feed/statistics/statistics-frame.rules.ts'
import { BOARD_COOKIE, readBoardChoice } from '#machines/site/board-choice.rules.ts'
import { OWN_FILES_COOKIE } from '#machines/site/content-host.rules.ts'
import { isReservedPath } from '#machines/site/routes/reserved-segments.ts'
import { isPathOf } from '#machines/site/routes/routes.ts'
import type { Environment, PageState } from '#schemas'
import { dictionaryFiles, pageTexts } from '#server/site/dictionaries.ts'
import { withOwnFiles } from '#server/site/own-files.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import type { CallScope } from '../http/call-scope.ts'
import { STORAGE_RETRY_SECONDS } from '../http/error-answer.ts'
import { isPhone, schemeOf } from '../http/request-brand.ts'
import { IDENTITY_PAGE, isHttps, neverStore, originOf, pagePolicy } from '../http/security-headers.ts'
import { gamePicturePath } from '../seo/game-picture.routes.ts'
import { type HoleValues, newMarks } from './holed-bytes.ts'
import type { BuiltPages } from './page-bundle.ts'
import { codingOf, type RenderedPage, renderedPage } from './rendered-page.ts'
import type { Made, SharedPages } from './shared-pages.ts'
import { styleUrl, themeUrl } from './style-sheet.ts'
import { watchScope } from './watched-scope.ts'
import { type Framing, framingOf, studioOrigins } from './widget-page.ts'

export interface PagePorts {
  readonly environment: Environment
  readonly pages: BuiltPages
  readonly scopeOf: ScopeOf
  /** Sends calls of loaders straight to their handlers, in the scope of the page's request. */
  readonly callIn: (scope: CallScope) => CallPort
  /** Origins that games of a brand may be framed from; none when left out. */
  readonly gameFrames?: ((brandId: string) => Promise<readonly string[]>) | undefined
  /** The pages that guests share; without it each page is rendered for its request. */
  readonly shared?: SharedPages<AnyPage> | undefined
  /** The time from which pages count, ms since 1970; this machine's when left out. */
  readonly nowMs?: (() => number) | undefined
}

type Redirect = Extract<PageOutput, { kind: 'redirect' }>

/** A page as it is kept: one that leads elsewhere, or a document. */
export type AnyPage = Redirect | (RenderedPage & { readonly kind: 'document' })

const NONCE_BYTES = 18
/** No page's address holds a line break, and the router's patterns do not match one. */
const LINE_BREAK = /^[^?]*(?:%0[ad]|%e2%80%a[89])/i
const YEAR_SECONDS = 31_536_000
const OK = 200
const UNAVAILABLE = 503

/** Serves whatever is no call and no asset as a page of the brand; paths without a language are sent to one. */
export function registerPages(app: FastifyInstance, ports: PagePorts): void {
  app.get('/*', async (request, reply) => {
    if (isReservedPath(request.url) || LINE_BREAK.test(request.url)) throw new AppError('route.not_found')
    const scope = wantedFiles(request, await ports.scopeOf(request, reply))
    const target = missingLanguage(request, scope)
    if (target) return reply.header('vary', 'accept-language, cookie').redirect(target, 302)
    return sendPage(request, reply, framingOf(request, reply, scope), ports)
  })
}

/** The scope of a browser as it wants its files: from the site itself, where it could not have code from the content-delivery host. */
function wantedFiles({ cookies }: FastifyRequest, scope: CallScope): CallScope {
  return cookies[OWN_FILES_COOKIE] === undefined ? scope : { ...scope, site: withOwnFiles(scope.site) }
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
  const values: HoleValues = { nonce: randomBytes(NONCE_BYTES).toString('base64'), requestId: request.id }
  const page = await pageFor(request, scope, ports)
  neverStore(reply)
  if (!isStatisticsFrame(request.url)) rememberLanguage(request, reply, scope.language)
  const { iframe, casino, seo, modules, 'third-party': thirdParty } = scope.site.config
  const checks = checksIdentity(request, scope) ? IDENTITY_PAGE : null
  const policy = pagePolicy(values.nonce, {
    styles: page.kind === 'document' ? page.styles : [],
    frameAncestors: ancestors,
    frames: [
      ...iframe.broadcastFrameOrigins,
      ...((await ports.gameFrames?.(scope.site.brandId)) ?? []),
      ...(checks?.frames ?? []),
    ],
    pictures: [...casino.imageOrigins, ...counterOrigins(seo)],
    connects: analyticsOrigins(thirdParty.analyticsApi),
    trustedTypes: checks ? `livery ${checks.trustedTypes}` : 'livery',
    content: modules.contentHost,
  })
  reply.header('content-security-policy', policy)
  if (checks) reply.header('permissions-policy', checks.permissions)
  if (page.kind === 'redirect') return reply.redirect(page.location, page.status)
  if (page.status === UNAVAILABLE) reply.header('retry-after', String(STORAGE_RETRY_SECONDS))
  reply.code(page.status).type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const coding = codingOf(request.headers['accept-encoding'])
  if (coding) reply.header('content-encoding', coding)
  return reply.send(await page.fill(values, coding))
}

/** Where the pictures of counters come from. */
function counterOrigins({ counters, counterOrigins: further }: ResolvedSite['config']['seo']): readonly string[] {
  return [...new Set([...Object.values(counters).map((address) => new URL(address).origin), ...further])]
}

/** Whether a page is the one on which a player is checked by Sumsub, at a brand that has it (KYC-6). */
function checksIdentity({ url }: FastifyRequest, { site, player }: CallScope): boolean {
  if (!player || !site.config['third-party'].identity.sumsub) return false
  const [path = '', query = ''] = url.split('?')
  const rest = path.replace(/^\/[^/]+/, '')
  return isPathOf('office_account_verification', rest) && new URLSearchParams(query).get('check') === 'sumsub'
}

/** The page of a request: for a guest one that may have been rendered for another a moment ago. */
async function pageFor(request: FastifyRequest, scope: CallScope, ports: PagePorts): Promise<AnyPage> {
  const { shared } = ports
  if (!shared || scope.player) return (await render(request, scope, ports)).page
  const state = pageState(request, scope, ports, UNMADE)
  const key = JSON.stringify([siteNumber(scope.site), request.url, originOf(request), scope.origin, state])
  return shared.page(key, (grow) => render(request, scope, ports, grow))
}

/** @param grow told what a page that others may have takes beside; left out where it is for this request alone */
async function render(
  request: FastifyRequest,
  scope: CallScope,
  ports: PagePorts,
  grow?: (bytes: number) => void,
): Promise<Made<AnyPage>> {
  const marks = newMarks()
  const watched = watchScope(scope)
  const output = await ports.pages.bundle.renderPage(pageInput(request, watched.scope, ports, marks))
  if (output.kind === 'redirect') return { page: output, bytes: null }
  const isKept = grow !== undefined && output.status === OK && !watched.isVisitors()
  const { bytes, ...page } = renderedPage(output, marks, isKept ? grow : undefined)
  return { page: { kind: 'document', ...page }, bytes: isKept ? bytes : null }
}

const siteNumbers = new WeakMap<ResolvedSite, number>()
let lastSiteNumber = 0

/** Tells one version of a brand from all others. */
function siteNumber(site: ResolvedSite): number {
  const known = siteNumbers.get(site)
  if (known !== undefined) return known
  lastSiteNumber += 1
  siteNumbers.set(site, lastSiteNumber)
  return lastSiteNumber
}

/** When a page was made, and for which request. */
type Making = Pick<PageState, 'requestId' | 'madeAtMs'>

/** A page that has not been made: its state is the key of a page that is shared for a moment. */
const UNMADE: Making = { requestId: '', madeAtMs: 0 }

/** What a page shows beside the brand and its address. */
function pageState(request: FastifyRequest, scope: CallScope, ports: PagePorts, making: Making): PageState {
  const { site, language } = scope
  return {
    visitor: { country: scope.country, language, player: scope.player?.summary ?? null },
    dictionaries: dictionaryFiles(site, language),
    scheme:
      (isStatisticsFrame(request.url) ? frameScheme(request.url) : null) ??
      schemeOf(request, scope.player?.summary.settings?.color_scheme ?? site.theme.defaultScheme),
    isPhone: isPhone(request),
    board: readBoardChoice(request.cookies[BOARD_COOKIE]),
    isDevelopment: ports.environment.LIVERY_MODE === 'development',
    ...(site.preview ? { preview: { studios: studioOrigins(request, site.preview.studioHosts) } } : {}),
    ...making,
  }
}

function pageInput(request: FastifyRequest, scope: CallScope, ports: PagePorts, marks: HoleValues): PageInput {
  const { site, language } = scope
  return {
    url: request.url,
    origin: originOf(request),
    site: site.publicSite,
    siteJson: site.publicJson,
    state: pageState(request, scope, ports, { requestId: marks.requestId, madeAtMs: (ports.nowMs ?? Date.now)() }),
    texts: pageTexts(site, language),
    textIn: (other, key) => pageTexts(site, other).texts[key] ?? key,
    seo: {
      verification: site.config.seo.verification,
      image: site.config.seo.socialImage ? site.publicSite.assets + site.config.seo.socialImage : null,
      gameImage: site.config.seo.isGameImageMade ? (gameId) => gamePicturePath(language, gameId) : null,
    },
    nonce: marks.nonce,
    themeUrl: isStatisticsFrame(request.url) ? themeUrl(site) : styleUrl(site, ports.pages),
    fonts: site.theme.fonts,
    manifest: ports.pages.manifest,
    call: ports.callIn(scope),
    warn: warnOnce(scope),
  }
}

/** What was logged about each version of a brand. */
const told = new WeakMap<ResolvedSite, Set<string>>()

/** Logs what is missing from the pages of a brand, each once for as long as the brand does not change (OPS-24). */
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
