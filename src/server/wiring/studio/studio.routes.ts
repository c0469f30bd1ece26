import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { BRAND_ID } from '#server/site/brands/brand-files.ts'
import { StudioFailure } from '#server/studio/studio-failure.ts'
import type { StudioHandler, StudioOperator, StudioScope } from '#server/studio/studio-scope.ts'
import { inputCheck } from '../http/call-input.ts'
import { neverStore, originOf } from '../http/security-headers.ts'
import { registerAssets } from '../http/static.routes.ts'
import { tracedCall } from '../http/traced-requests.ts'
import { plainPage } from '../pages/plain-page.ts'
import { failStudioRequest } from './studio-error.ts'
import { type StudioFileRoute, sendStudioFile } from './studio-files.ts'
import { ON_STUDIO_HOST } from './studio-hosts.ts'
import { STUDIO_ASSETS, type StudioPages, studioDocument, studioPolicy } from './studio-page.ts'

/** What the studio's host serves. */
export interface StudioServerPorts {
  /** Host names, at least one. */
  readonly hosts: readonly string[]
  readonly handlers: readonly StudioHandler[]
  /** The operator of the token of a cookie; null when it belongs to no session that is alive. */
  readonly findOperator: (token: string) => Promise<StudioOperator | null>
  /** Files that operators may read, each at its address. */
  readonly files: readonly StudioFileRoute[]
  /** The built page; null when it is not built. */
  readonly pages: StudioPages | null
  /** Where previews of drafts are, as a content security policy writes sources. */
  readonly previews: readonly string[]
}

/** The cookie of an operator's session: never read by scripts, sent by the studio's own pages alone. */
export const STUDIO_COOKIE = '__Host-studio'
const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const
const API = '/studio-api'
const NONCE_BYTES = 18
const DEVICE_LENGTH = 200
/** Edits may bring a whole file along. */
const EDITS_BYTES = 1024 * 1024
/** A picture in Base64, with what is said of it. */
const ASSET_BYTES = 5.5 * 1024 * 1024
const LARGE_BODIES: Readonly<Record<string, number>> = { editStudioDraft: EDITS_BYTES, writeStudioAsset: ASSET_BYTES }
/** All that any other call has to say. */
const BODY_BYTES = 64 * 1024

/** Serves the studio under its hosts: its calls, its page at every other address, and the files of that page. */
export async function registerStudio(app: FastifyInstance, ports: StudioServerPorts): Promise<void> {
  await app.register(async (studio) => {
    studio.setErrorHandler(failStudioRequest)
    for (const handler of ports.handlers) await registerCall(studio, handler, ports)
    for (const file of ports.files) registerFile(studio, file, ports)
    const { pages } = ports
    if (pages && existsSync(pages.assetsFolder))
      await registerAssets(studio, pages.assetsFolder, `/${STUDIO_ASSETS}/`, {
        ...ON_STUDIO_HOST,
        decorateReply: false,
      })
    studio.get('/*', ON_STUDIO_HOST, async (request, reply) => {
      if (request.url.startsWith(`${API}/`)) throw new AppError('route.not_found')
      return sendPage(request, reply, ports)
    })
  })
}

async function registerCall(app: FastifyInstance, { call, handle }: StudioHandler, ports: StudioServerPorts) {
  const checkQuery = await inputCheck(call.query, 'query')
  const checkBody = await inputCheck(call.body, 'body')
  const admission = admissionOf(ports, call.access === 'authorized')
  app.route({
    method: call.method,
    url: call.path + (call.segments ?? []).map((name) => `/:${name}`).join(''),
    bodyLimit: LARGE_BODIES[call.id] ?? BODY_BYTES,
    ...ON_STUDIO_HOST,
    // Before the body is read: a stranger sends no large one.
    onRequest: admission.admit,
    handler: async (request, reply) => {
      const input = { segments: segmentsOf(request), query: checkQuery(request.query), body: checkBody(request.body) }
      const scope = scopeOf(request, reply, admission.operatorOf(request))
      const answer = await tracedCall(call, () => handle(input as never, scope))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    },
  })
}

function registerFile(app: FastifyInstance, { path, read }: StudioFileRoute, ports: StudioServerPorts): void {
  const admission = admissionOf(ports, true)
  app.route({
    method: 'GET',
    url: path,
    ...ON_STUDIO_HOST,
    onRequest: admission.admit,
    handler: async (request, reply) => {
      const scope = scopeOf(request, reply, admission.operatorOf(request))
      return sendStudioFile(reply, await read(segmentsOf(request), scope))
    },
  })
}

/** Finds the operator of a request before anything else is done; nobody may keep the answer. */
function admissionOf({ findOperator }: StudioServerPorts, isForOperators: boolean) {
  const operators = new WeakMap<FastifyRequest, StudioOperator | null>()
  return {
    admit: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      neverStore(reply)
      const token = request.cookies[STUDIO_COOKIE]
      const operator = token === undefined ? null : await findOperator(token)
      if (isForOperators && !operator) throw new StudioFailure('access.denied')
      operators.set(request, operator)
    },
    operatorOf: (request: FastifyRequest) => operators.get(request) ?? null,
  }
}

function segmentsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const segments = request.params as Readonly<Record<string, string>>
  const { brand } = segments
  if (brand !== undefined && !BRAND_ID.test(brand)) throw new StudioFailure('brand.unknown', { brand })
  return segments
}

function scopeOf(request: FastifyRequest, reply: FastifyReply, operator: StudioOperator | null): StudioScope {
  return {
    operator,
    address: request.ip,
    device: String(request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH),
    origin: originOf(request),
    requestId: request.id,
    token: request.cookies[STUDIO_COOKIE],
    setSession: (session) => {
      if (session) reply.setCookie(STUDIO_COOKIE, session.token, { ...COOKIE, expires: session.expiresAt })
      else reply.clearCookie(STUDIO_COOKIE, COOKIE)
    },
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { pages, previews }: StudioServerPorts): FastifyReply {
  neverStore(reply)
  if (!pages) {
    const message = 'The studio is not built: run `npm run build`, and start the server again.'
    return plainPage(reply.code(503), { title: 'Livery Studio', message, requestId: request.id })
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return reply
    .header('content-security-policy', studioPolicy(nonce, previews))
    .type('text/html; charset=utf-8')
    .send(studioDocument(pages, nonce))
}
