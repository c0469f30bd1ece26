import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { AppError } from '#calls/app-error.ts'
import type { Environment } from '#schemas'
import { type BrandStore, ENGINE_BASE } from './site/brand-store.ts'
import { pageTexts } from './site/dictionaries.ts'
import { callPortIn } from './wiring/call-port.ts'
import { registerCalls } from './wiring/call-routes.ts'
import type { AnyHandler, CallScope, PlayerScope } from './wiring/call-scope.ts'
import { errorAnswer, httpStatus, type TextLookup, toAppError } from './wiring/error-answer.ts'
import { registerHealth } from './wiring/health.routes.ts'
import { type OutboxPort, registerOutbox } from './wiring/outbox.routes.ts'
import type { BuiltPages } from './wiring/page-bundle.ts'
import { registerPages } from './wiring/pages.routes.ts'
import { plainPage } from './wiring/plain-page.ts'
import { countryOf, languageOf, siteOf } from './wiring/request-brand.ts'
import { allSchemas, withAbsoluteReferences } from './wiring/schema-files.ts'
import { COMMON_HEADERS, checkOrigin, originOf } from './wiring/security-headers.ts'
import { registerSiteFiles } from './wiring/site.routes.ts'
import { registerAssets, registerSchemas } from './wiring/static.routes.ts'
import { lookupText } from './wiring/text-lookup.ts'

export interface ServerPorts {
  readonly environment: Environment
  readonly log: Logger
  readonly brands: BrandStore
  readonly pages: BuiltPages
  readonly handlers: readonly AnyHandler[]
  /** The signed-in player of a session token, or null. */
  readonly findPlayer: (brandId: string, token: string) => Promise<PlayerScope | null>
  readonly outbox: OutboxPort
  /** Throws when the database does not answer. */
  readonly checkReady: () => Promise<void>
}

/** What a request without a brand is told. */
const ENGINE_TEXTS = JSON.parse(readFileSync(join(ENGINE_BASE, 'locales/en/errors.json'), 'utf8')) as Readonly<
  Record<string, string>
>

/** The cookie of a session: HttpOnly, bound to the host, never sent over plain HTTP but to localhost (SEC-2). */
export const SESSION_COOKIE = '__Host-sid'
const BODY_LIMIT_BYTES = 256 * 1024
const DEVICE_LENGTH = 200

/** Joins brands, calls, pages and files into one server. It listens to nothing yet. */
export async function createServer(ports: ServerPorts): Promise<FastifyInstance> {
  const { environment, brands } = ports
  let isStopping = false
  const app: FastifyInstance = Fastify({
    loggerInstance: ports.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: environment.LIVERY_TRUSTED_PROXIES ? environment.LIVERY_TRUSTED_PROXIES.split(',') : false,
    genReqId: () => nanoid(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id })
      void failRequest(request, reply, toAppError(error), ports)
    },
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  for (const schema of allSchemas()) app.addSchema(withAbsoluteReferences(schema))
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  addRequestHooks(app, () => isStopping)
  setErrorHandling(app, ports)
  registerHealth(app, { checkReady: ports.checkReady, isStopping: () => isStopping })
  registerSchemas(app)
  await registerAssets(app, ports.pages.assetsFolder)
  registerSiteFiles(app, brands)
  const scopeOf = (request: FastifyRequest, reply: FastifyReply) => makeScope(request, reply, ports)
  await registerCalls(app, ports.handlers, scopeOf)
  if (environment.LIVERY_MODE === 'development') registerOutbox(app, scopeOf, ports.outbox)
  registerPages(app, { environment, pages: ports.pages, scopeOf, callIn: callPortIn(ports.handlers) })
  return app
}

function addRequestHooks(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id })
    if (isStopping()) throw new AppError('service.stopping')
    checkOrigin(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

async function makeScope(request: FastifyRequest, reply: FastifyReply, ports: ServerPorts): Promise<CallScope> {
  const site = await siteOf(request, ports.brands)
  const token = request.cookies[SESSION_COOKIE]
  const player = token ? await ports.findPlayer(site.brandId, token) : null
  return {
    site,
    player,
    language: languageOf(request, site),
    country: countryOf(request, site, ports.environment),
    address: request.ip,
    device: String(request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH),
    origin: originOf(request),
    requestId: request.id,
    log: request.log as CallScope['log'],
    header: (name) => request.headers[name]?.toString(),
    addCookie: (line) => void reply.header('set-cookie', line),
    setMaxAge: () => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    setSession: (session) => {
      const common = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const
      if (session) reply.setCookie(SESSION_COOKIE, session.token, { ...common, expires: session.expiresAt })
      else reply.clearCookie(SESSION_COOKIE, common)
    },
  }
}

async function failRequest(request: FastifyRequest, reply: FastifyReply, error: AppError, ports: ServerPorts) {
  const status = httpStatus(error.code)
  if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'failed')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  reply.code(status).header('cache-control', 'no-store')
  const text = withPlatformWords(await textsFor(request, ports.brands))
  const body = errorAnswer(error, request.id, text)
  if (!wantsPage(request)) return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return plainPage(reply, { title: body.title, message: body.message, requestId: request.id })
}

function setErrorHandling(app: FastifyInstance, ports: ServerPorts): void {
  const fail = (request: FastifyRequest, reply: FastifyReply, error: AppError) =>
    failRequest(request, reply, error, ports)
  app.setErrorHandler((error, request, reply) => fail(request, reply, toAppError(error)))
  app.setNotFoundHandler((request, reply) => fail(request, reply, new AppError('route.not_found')))
}

/** Lets what an operator's own platform said win over the text of a code (ERR-1 to ERR-8). */
function withPlatformWords(text: TextLookup): TextLookup {
  return (key, params) =>
    typeof params.message === 'string' ? params.message : text(String(params.textKey ?? key), params)
}

function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html')
}

/** Texts in the language of the request; without a brand the engine's own in English. */
async function textsFor(request: FastifyRequest, brands: BrandStore): Promise<TextLookup> {
  try {
    const site = await siteOf(request, brands)
    return lookupText(languageOf(request, site), pageTexts(site, languageOf(request, site)))
  } catch {
    return lookupText('en', ENGINE_TEXTS)
  }
}
