import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import type { Counter, Metric } from 'prom-client'
import { analyticsOrigins } from '#calls/analytics/analytics-address.ts'
import { AppError } from '#calls/app-error.ts'
import { JSON_API } from '#calls/http/request-builder.ts'
import { type TextValues, type TextWriter, textWriter } from '#machines/site/text.rules.ts'
import type { Environment } from '#schemas'
import type { SupportFiles } from './account/office/support-files.ts'
import { newToken } from './account/secrets/secrets.ts'
import { KNOWN_BROWSER_MS } from './account/sign-in/known-browsers.ts'
import type { OpenDatabase } from './db/open-database.ts'
import type { ChannelHub } from './feed/stream/channel-hub.ts'
import type { BrandStore } from './site/brands/brand-store.ts'
import { pageTexts } from './site/dictionaries.ts'
import { currentTracer } from './tracing/tracing.ts'
import { registerCaptcha } from './wiring/account/captcha.routes.ts'
import { type IdentityWebhookPorts, registerIdentityWebhook } from './wiring/account/identity-webhook.routes.ts'
import { registerSupportFiles } from './wiring/account/support-files.routes.ts'
import { type RecordingRoutePorts, registerRecordings } from './wiring/analytics/recording.routes.ts'
import { registerWebApp } from './wiring/app/web-app.routes.ts'
import { LOTTERY_PATH, registerTableStream, type TableStreamPorts } from './wiring/casino/table-stream.routes.ts'
import { registerWalletCalls, type WalletRoutePorts } from './wiring/casino/wallet.routes.ts'
import { registerOddsStream } from './wiring/feed/odds-stream.routes.ts'
import { callPortIn } from './wiring/http/call-port.ts'
import { registerCalls, type ScopeOf } from './wiring/http/call-routes.ts'
import type { AnyHandler, CallScope, PlayerScope } from './wiring/http/call-scope.ts'
import { checkHost } from './wiring/http/checked-host.ts'
import { codeFiles } from './wiring/http/coded-files.ts'
import { limitConnections } from './wiring/http/connection-limit.ts'
import { engineText } from './wiring/http/engine-texts.ts'
import { errorAnswer, httpStatus, TOLD_ALREADY, toAppError } from './wiring/http/error-answer.ts'
import { registerHealth } from './wiring/http/health.routes.ts'
import { createParserFaults } from './wiring/http/parser-faults.ts'
import { COUNTRY_OVERRIDE, countryOf, languageOf, schemeOf, siteOf } from './wiring/http/request-brand.ts'
import { checkOrigin, commonHeaders, IMMUTABLE, isHttps, linkOrigin } from './wiring/http/security-headers.ts'
import { type BodyPace, endSlowBodies } from './wiring/http/slow-bodies.ts'
import {
  registerAssets,
  registerPixel,
  registerSchemas,
  registerSendingWorker,
  shareContent,
} from './wiring/http/static.routes.ts'
import { traceCalls, traceRequests } from './wiring/http/traced-requests.ts'
import { registerFrameLoaders } from './wiring/pages/frame-loaders.routes.ts'
import { type OutboxPort, registerOutbox } from './wiring/pages/outbox.routes.ts'
import type { BuiltPages } from './wiring/pages/page-bundle.ts'
import { type AnyPage, registerPages } from './wiring/pages/pages.routes.ts'
import { type PlainDress, plainPage } from './wiring/pages/plain-page.ts'
import { createSharedPages, type SharedPagesPorts } from './wiring/pages/shared-pages.ts'
import { registerSiteFiles } from './wiring/pages/site.routes.ts'
import { styleUrl } from './wiring/pages/style-sheet.ts'
import { registerVerifier } from './wiring/pages/verifier.routes.ts'
import { registerHostedPage } from './wiring/payments/hosted-page.routes.ts'
import { type CashierPorts, registerPaymentWebhooks } from './wiring/payments/payment-webhooks.routes.ts'
import { registerSafeRecords } from './wiring/protection/safe-records.wiring.ts'
import { registerGamePictures } from './wiring/seo/game-picture.routes.ts'
import { type ListedFeed, registerCrawlerFiles } from './wiring/seo/seo.routes.ts'
import { type ReadStatus, registerStatusPage } from './wiring/status/status.wiring.ts'
import { registerStudio, type StudioServerPorts } from './wiring/studio/studio.routes.ts'
import { keepStudioApart } from './wiring/studio/studio-hosts.ts'
import { type FeedPushPorts, registerFeedPush } from './wiring/upstream/feed-push.routes.ts'
import { asSecure } from './wiring/upstream/upstream-answer.ts'

export interface ServerPorts {
  readonly environment: Environment
  readonly log: Logger
  readonly brands: BrandStore
  readonly pages: BuiltPages
  readonly handlers: readonly AnyHandler[]
  /** The signed-in player of the token of a cookie, or of a bearer; null when it belongs to no live session. */
  readonly findPlayer: (brandId: string, token: string, by: 'cookie' | 'bearer') => Promise<PlayerScope | null>
  /** The scope of a page's request with the player whom an operator's own platform knows; left out where there is none. */
  readonly withPlayer?: ((scope: CallScope) => Promise<CallScope>) | undefined
  readonly outbox: OutboxPort
  /** The channels of the odds stream, one book for all brands; without it no stream is served. */
  readonly oddsStream?: ChannelHub | undefined
  /** The book of the feed, whose games sitemaps list; without it they list none. */
  readonly listedFeed?: ListedFeed | undefined
  /** The tables of the casino; without them none can be watched. */
  readonly casinoTables?: TableStreamPorts | undefined
  /** Bingo rooms and draws that are watched. */
  readonly lotteryStream?: TableStreamPorts | undefined
  /** Where providers push changes of games; without it nobody does. */
  readonly feedPush?: FeedPushPorts | undefined
  /** Where payment providers send their events, and the built-in one shows its page; without it there is neither. */
  readonly cashier?: CashierPorts | undefined
  /** Where the records for authorities are. */
  readonly safeRecords?: Pick<OpenDatabase, 'db'> | undefined
  /** Takes calls of providers of games; without it there are none. */
  readonly walletCalls?: (WalletRoutePorts & { readonly counter: Counter }) | undefined
  /** What is counted besides, for the metrics. */
  readonly counters?: readonly Metric[] | undefined
  /** Takes events of providers of identity checks; without it none are. */
  readonly identityWebhook?: IdentityWebhookPorts | undefined
  /** Files that players have sent to the support; without them none can be fetched. */
  readonly supportFiles?: Pick<SupportFiles, 'openOwn'> | undefined
  /** Takes recordings of visits; without it none are. */
  readonly recordings?: RecordingRoutePorts | undefined
  /** The time from which pages count, ms since 1970; this machine's when left out. */
  readonly nowMs?: (() => number) | undefined
  /** How guests share pages; left out, each page is rendered for its request. */
  readonly sharedPages?: SharedPagesPorts | undefined
  /** Origins that games of a brand may be framed from. */
  readonly gameFrames?: ((brandId: string) => Promise<readonly string[]>) | undefined
  /** Throws when the database does not answer. */
  readonly checkReady: () => Promise<void>
  /** Says which parts of a brand work, for its status page; without it there is none. */
  readonly status?: ReadStatus | undefined
  /** The studio of the operator; without it, its hosts are unknown. */
  readonly studio?: StudioServerPorts | null | undefined
  /** How slow the bodies of requests may be; as usual when left out. */
  readonly bodyPace?: BodyPace | undefined
}

/** The cookie of a session: HttpOnly, bound to the host, never sent over plain HTTP but to localhost (SEC-2). */
export const SESSION_COOKIE = '__Host-sid'
/** The cookie by which a browser is told from others: codes for a phone are bound to it, attempts are counted by it, and after a
 *  sign-in it stays, so that the player's browser is known again (SEC-14). */
export const BROWSER_COOKIE = '__Host-browser'
/** What the browser's cookie is in a frame of another site: kept apart for each site around it (CHIPS), so that it tells
 *  nobody that two frames are of one browser. */
export const FRAME_COOKIE = '__Host-frame'
const HOST_COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const
const FRAMED_COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'none', partitioned: true } as const
/** What a browser throws away when a session ends (SEC-12): answers and pages that it has kept. Cookies and storage hold what is
 *  the browser's own, such as the consent, the scheme and the language; the page wipes the rest of the storage itself. */
const WIPED_AT_SIGN_OUT = '"cache"'
const BODY_LIMIT_BYTES = 256 * 1024
const DEVICE_LENGTH = 200

/** Joins brands, calls, pages and files into one server. It listens to nothing yet. */
export async function createServer(ports: ServerPorts): Promise<FastifyInstance> {
  const { environment, brands } = ports
  let isStopping = false
  const parserFaults = createParserFaults(ports.log)
  const app: FastifyInstance = Fastify({
    loggerInstance: ports.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: environment.LIVERY_TRUSTED_PROXIES ? environment.LIVERY_TRUSTED_PROXIES.split(',') : false,
    genReqId: () => nanoid(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // We answer a missing Host ourselves, like a malformed one.
    http: { requireHostHeader: false },
    clientErrorHandler: parserFaults.handle,
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id, request, environment.LIVERY_MODE))
      void failRequest(request, reply, toAppError(error), ports)
    },
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  parserFaults.follow(app.server)
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(JSON_API, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  await app.register(cookie)
  addRequestHooks(app, environment, () => isStopping)
  limitConnections(app, { most: environment.LIVERY_CONNECTIONS, trustedProxies: environment.LIVERY_TRUSTED_PROXIES })
  endSlowBodies(app, ports.bodyPace)
  codeFiles(app)
  setErrorHandling(app, ports)
  const { studio } = ports
  if (studio) keepStudioApart(app, studio.hosts, environment.LIVERY_TRUSTED_PROXIES)
  registerHealth(app, {
    checkReady: ports.checkReady,
    isStopping: () => isStopping,
    metricsToken: environment.LIVERY_METRICS_TOKEN,
    counters: [...(ports.walletCalls ? [ports.walletCalls.counter] : []), ...(ports.counters ?? [])],
  })
  registerSchemas(app)
  registerPixel(app)
  registerSendingWorker(app, async (request) =>
    analyticsOrigins((await siteOf(request, brands)).config['third-party'].analyticsApi),
  )
  shareContent(app, brands)
  await registerAssets(app, ports.pages.assetsFolder)
  registerSiteFiles(app, brands, ports.pages)
  const scopeOf: ScopeOf = (request, reply, by = 'cookie') => makeScope(request, reply, ports, by)
  const isDevelopment = environment.LIVERY_MODE === 'development'
  const handlers = traceCalls(ports.handlers)
  await registerCalls(app, handlers, scopeOf, isDevelopment ? [COUNTRY_OVERRIDE] : [])
  if (isDevelopment) registerOutbox(app, scopeOf, ports.outbox)
  registerCaptcha(app, scopeOf, ports.pages)
  registerWebApp(app, scopeOf, ports.pages)
  registerFrameLoaders(app, ports.pages)
  registerVerifier(app, ports.pages)
  if (ports.status) registerStatusPage(app, ports, ports.status)
  await registerNouns(app, ports, scopeOf)
  if (studio) await registerStudio(app, studio)
  const { withPlayer = (scope) => Promise.resolve(scope) } = ports
  const pageScopeOf: ScopeOf = async (request, reply) => withPlayer(await scopeOf(request, reply))
  registerGamePictures(app, { scopeOf, callIn: callPortIn(handlers) })
  registerCrawlerFiles(app, {
    scopeOf,
    callIn: callPortIn(handlers),
    screenIds: ports.pages.bundle.screenIds,
    feed: ports.listedFeed,
  })
  registerPages(app, {
    environment,
    pages: ports.pages,
    scopeOf: pageScopeOf,
    callIn: callPortIn(handlers),
    nowMs: ports.nowMs,
    shared: ports.sharedPages && createSharedPages<AnyPage>(ports.sharedPages),
    gameFrames: ports.gameFrames,
  })
  return app
}

/** What nouns bring besides their calls: webhooks, streams and pages of their own. */
async function registerNouns(app: FastifyInstance, ports: ServerPorts, scopeOf: ScopeOf): Promise<void> {
  const { brands, environment } = ports
  if (ports.feedPush) await registerFeedPush(app, ports.feedPush)
  if (ports.supportFiles) registerSupportFiles(app, scopeOf, ports.supportFiles)
  if (ports.recordings) await registerRecordings(app, scopeOf, ports.recordings)
  const { cashier } = ports
  if (cashier) {
    await registerPaymentWebhooks(app, async (request) => (await siteOf(request, brands)).brandId, cashier)
    await registerHostedPage(app, (request) => siteOf(request, brands), cashier)
  }
  if (ports.safeRecords) registerSafeRecords(app, (request) => siteOf(request, brands), ports.safeRecords)
  if (ports.walletCalls)
    await registerWalletCalls(app, async (request) => (await siteOf(request, brands)).brandId, ports.walletCalls)
  if (ports.identityWebhook)
    await registerIdentityWebhook(
      app,
      async (request) => (await siteOf(request, brands)).brandId,
      ports.identityWebhook,
    )
  if (ports.oddsStream) await registerOddsStream(app, brands, ports.oddsStream, environment.LIVERY_STREAM_CONNECTIONS)
  if (ports.casinoTables)
    await registerTableStream(app, brands, ports.casinoTables, environment.LIVERY_STREAM_CONNECTIONS)
  if (ports.lotteryStream) {
    const { LIVERY_STREAM_CONNECTIONS: most } = environment
    await registerTableStream(app, brands, ports.lotteryStream, most, LOTTERY_PATH)
  }
}

function addRequestHooks(app: FastifyInstance, environment: Environment, isStopping: () => boolean): void {
  const { LIVERY_MODE: mode, LIVERY_TRUSTED_PROXIES: trustedProxies } = environment
  traceRequests(app, trustedProxies)
  // What every request passes takes callbacks: a promise each would cost more than the checks themselves.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id, request, mode))
    try {
      checkHost(request)
      if (isStopping()) throw new AppError('service.stopping')
      checkOrigin(request)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const [path] = request.url.split('?')
    const code = failedAs.get(request)
    const ms = Math.round(reply.elapsedTime)
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ...(code ? { code } : {}), ms },
      'answered',
    )
    done()
  })
}

async function makeScope(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: ServerPorts,
  by: 'cookie' | 'bearer',
): Promise<CallScope> {
  const site = await siteOf(request, ports.brands)
  currentTracer()?.noteBrand(site.brandId)
  const token = by === 'cookie' ? request.cookies[SESSION_COOKIE] : bearerOf(request)
  const player = token ? await ports.findPlayer(site.brandId, token, by) : null
  const browser = tokenOf(request, BROWSER_COOKIE) ?? tokenOf(request, FRAME_COOKIE)
  let named = browser
  const nameBrowser = (): string => {
    if (named === undefined) {
      named = newToken()
      reply.setCookie(BROWSER_COOKIE, named, HOST_COOKIE)
    }
    return named
  }
  return {
    site,
    player,
    language: languageOf(request, site, ports.environment),
    country: countryOf(request, site, ports.environment),
    address: request.ip,
    device: String(request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH),
    origin: linkOrigin(request, site, ports.environment.LIVERY_MODE),
    requestId: request.id,
    log: request.log as CallScope['log'],
    header: (name) => request.headers[name]?.toString(),
    addCookie: (line) => void reply.header('set-cookie', isHttps(request) ? asSecure(line) : line),
    setFile: (name) =>
      void reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`),
    setDate: (date) => void reply.header('date', date),
    setMaxAge: () => void reply.header('cache-control', IMMUTABLE),
    setSession: (session) => {
      if (session) {
        reply.setCookie(SESSION_COOKIE, session.token, { ...HOST_COOKIE, expires: session.expiresAt })
        reply.setCookie(BROWSER_COOKIE, nameBrowser(), { ...HOST_COOKIE, maxAge: KNOWN_BROWSER_MS / 1000 })
      } else reply.clearCookie(SESSION_COOKIE, HOST_COOKIE).header('clear-site-data', WIPED_AT_SIGN_OUT)
    },
    seeOther: (path) => void reply.code(303).headers({ location: path, 'referrer-policy': 'no-referrer' }),
    browser,
    nameBrowser,
    nameFrame: () => {
      if (!tokenOf(request, FRAME_COOKIE)) reply.setCookie(FRAME_COOKIE, newToken(), FRAMED_COOKIE)
    },
  }
}

/** The bearer of a request (RFC 6750, 2.1). */
function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1]
}

function tokenOf({ cookies }: FastifyRequest, name: string): string | undefined {
  return cookies[name]?.match(/^[\w-]{43}$/)?.[0]
}

/** What requests were refused with, for the line that the log has of each. */
const failedAs = new WeakMap<FastifyRequest, AppError['code']>()

async function failRequest(request: FastifyRequest, reply: FastifyReply, error: AppError, ports: ServerPorts) {
  failedAs.set(request, error.code)
  const status = httpStatus(error.code)
  if (status >= 500 && !TOLD_ALREADY.has(error.code))
    request.log.error({ err: error.cause ?? error, code: error.code }, 'failed')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  reply.code(status).header('cache-control', 'no-store')
  const { text, titleOf, dress } = await voiceFor(request, ports)
  const isPage = wantsPage(request)
  const body = errorAnswer(error, request.id, isPage ? withStandIns(text) : withPlatformWords(text))
  if (!isPage) return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return plainPage(reply, { title: titleOf(status) ?? body.title, message: body.message, requestId: request.id }, dress)
}

function setErrorHandling(app: FastifyInstance, ports: ServerPorts): void {
  const fail = (request: FastifyRequest, reply: FastifyReply, error: AppError) =>
    failRequest(request, reply, error, ports)
  app.setErrorHandler((error, request, reply) => fail(request, reply, toAppError(error)))
  app.setNotFoundHandler((request, reply) => fail(request, reply, new AppError('route.not_found')))
}

/** Lets what an operator's own platform said win over the text of a code (ERR-1 to ERR-8). */
function withPlatformWords(text: TextWriter): TextWriter {
  const ours = withStandIns(text)
  return (key: string, params: TextValues = {}) =>
    typeof params.message === 'string' ? params.message : ours(key, params)
}

/** Our own words alone, as an error page shows them: what a platform said is for the client of the call (SEC-9). */
function withStandIns(text: TextWriter): TextWriter {
  return (key: string, params: TextValues = {}) => text(String(params.textKey ?? key), params)
}

function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html')
}

/** Who speaks to the visitor of a failed request. */
interface Voice {
  readonly text: TextWriter
  /** What a page of a status is headed by, for the few that have words of their own. */
  readonly titleOf: (status: number) => string | undefined
  readonly dress?: PlainDress
}

/** The brand of a request in the visitor's language and scheme; without a brand the engine itself, in English. */
async function voiceFor(request: FastifyRequest, { brands, environment, pages }: ServerPorts): Promise<Voice> {
  try {
    const site = await siteOf(request, brands)
    const language = languageOf(request, site, environment)
    const source = pageTexts(site, language)
    const text = textWriter(language, source)
    const again = { to: request.url, label: text('shell.retry') }
    const scheme = schemeOf(request, site.theme.defaultScheme)
    const titleOf = (status: number) => {
      const key = `shell.error_${status}_title`
      return source.texts[key] ?? source.fallback?.texts[key]
    }
    const styles = [styleUrl(site, pages)]
    return { text, titleOf, dress: { site, language, scheme, styles, again } }
  } catch {
    return { text: engineText, titleOf: () => undefined }
  }
}
