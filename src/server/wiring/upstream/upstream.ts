import { AppError } from '#calls/app-error.ts'
import { type Call, type CallFile, callPath, formParts } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import * as content from '#calls/content.calls.ts'
import { getPhoneMetadata } from '#calls/forms.calls.ts'
import { JSON_API, mediaTypeOf } from '#calls/http/request-builder.ts'
import { readUpstreamFailure, upstreamError } from '#calls/http/upstream-failure.rules.ts'
import * as shell from '#calls/shell.calls.ts'
import * as site from '#calls/site.calls.ts'
import type { Validator } from '#schemas/validation.ts'
import { validatorByName } from '#schemas/validator-by-name.ts'
import type { AnyHandler, CallScope } from '../http/call-scope.ts'
import { readLimited, withoutDomain } from './upstream-answer.ts'
import { withUpstreamPlayer } from './upstream-player.ts'

export interface UpstreamOptions {
  /** Where the platform is: http(s), a base path if need be, no credentials. */
  readonly url: string
  /** How long an answer may take to its last byte, in milliseconds. */
  readonly timeoutMs?: number
}

/** An operator's own platform that answers calls in place of the built-in back end. */
export interface Upstream {
  /** The handlers of a server with this platform: the built-in ones of the nouns that stay ours, and the platform's. */
  readonly insteadOf: (builtIn: readonly AnyHandler[]) => readonly AnyHandler[]
  /** The scope of a page's request with the player whom the platform knows. */
  readonly withPlayer: (scope: CallScope) => Promise<CallScope>
  /** Waits for the calls under way, at most `graceMs`, and gives up those that are not done by then. */
  readonly close: (graceMs?: number) => Promise<void>
}

interface LooseInput {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly files?: readonly CallFile[]
}

/** Nouns that the engine answers itself, whatever platform there is: what a page is made of. */
const OURS: ReadonlySet<string> = new Set([
  ...[content, shell, site].flatMap((calls) => Object.values(calls).map(({ id }) => id)),
  getPhoneMetadata.id,
])

/** What is passed on of a multipart body at most; the platform has limits of its own. */
const FORM_LIMITS = { maxFiles: 6, maxFileBytes: 8 * 1024 * 1024 } as const

const TIMEOUT_MS = 30_000
const CLOSE_WITHIN_MS = 5_000
const MAX_ANSWER_BYTES = 1024 * 1024
/** Headers of the visitor's request that the platform gets as they came. */
const PASSED_ON = ['cookie', 'user-agent', 'x-captcha-token']

/** Joins an operator's own platform: every call but those of the engine's own nouns goes there, and what it answers is
 *  checked before anybody sees it. @throws Error when the address is no http(s) address or carries more than a path */
export async function createUpstream({ url, timeoutMs = TIMEOUT_MS }: UpstreamOptions): Promise<Upstream> {
  const base = baseAddress(url)
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const send = async (call: Call, input: LooseInput, scope: CallScope, validate: Validator<unknown>) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
    const { response, bytes } = await exchange(
      addressOf(base, call, input),
      await requestOf(call, input, scope, signal),
    ).catch((cause: unknown) => {
      throw unreachable(call, cause, stopping.signal)
    })
    return judge(call, response, bytes, { scope, validate })
  }
  const handlers = await Promise.all(
    CALLS.filter(({ id }) => !OURS.has(id)).map(async (call): Promise<AnyHandler> => {
      const validate = await validatorByName(call.answer)
      // Who is signed in is the platform's to know: it refuses a guest by itself.
      const open: Call = { ...call, access: 'any' }
      const handle = (input: unknown, scope: CallScope) => {
        const work = send(call, input as LooseInput, scope, validate).finally(() => underWay.delete(work))
        underWay.add(work)
        return work
      }
      return { call: open, handle, ...(call.form ? { admit: async () => FORM_LIMITS } : {}) }
    }),
  )
  const withPlayer = withUpstreamPlayer(handlers)
  const ours = ({ call, handle }: AnyHandler): AnyHandler =>
    call.id === shell.getUserConfig.id
      ? { call, handle: async (input, scope) => handle(input, await withPlayer(scope)) }
      : { call, handle }
  return {
    insteadOf: (builtIn) => [...builtIn.filter(({ call }) => OURS.has(call.id)).map(ours), ...handlers],
    withPlayer,
    close: async (graceMs = CLOSE_WITHIN_MS) => {
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await Promise.allSettled(underWay)
      clearTimeout(timer)
      stopping.abort()
    },
  }
}

/** The address without a slash at its end. The message of a refusal never repeats the address: it may hold a password. */
function baseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('LIVERY_UPSTREAM is no http(s) address.')
  if (url.username || url.password || url.search || url.hash)
    throw new Error('LIVERY_UPSTREAM may hold a host, a port and a path: no user, no password, no query, no fragment.')
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** @throws AppError request.invalid when a segment is empty or would lead to another path */
function addressOf(base: URL, call: Call, { segments, query }: LooseInput): URL {
  const prefix = base.pathname === '/' ? '' : base.pathname
  const isWhole = (call.segments ?? []).every((name) => segments?.[name])
  const path = isWhole ? prefix + callPath(call, segments) : ''
  const address = new URL(path, base.origin)
  if (address.pathname !== path) throw new AppError('request.invalid', { where: 'path', fault: 'is no plain path' })
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

async function requestOf(
  call: Call,
  { body, form, files }: LooseInput,
  scope: CallScope,
  signal: AbortSignal,
): Promise<RequestInit> {
  const names = call.access === 'bearer' ? [...PASSED_ON, 'authorization'] : PASSED_ON
  const passedOn = names.flatMap((name) => {
    const value = scope.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    method: call.method,
    redirect: 'manual',
    signal,
    headers: {
      ...Object.fromEntries(passedOn),
      accept: `application/json, ${JSON_API}`,
      'accept-language': scope.language,
      'x-forwarded-for': scope.address,
      'x-request-id': scope.requestId,
      'x-livery-brand': scope.site.brandId,
      ...(call.body ? { 'content-type': mediaTypeOf(call) } : {}),
    },
    ...(call.body ? { body: JSON.stringify(body ?? {}) } : {}),
    ...(call.form ? { body: await formData(call, form ?? {}, files ?? []) } : {}),
  }
}

async function formData(
  call: Call,
  form: Readonly<Record<string, unknown>>,
  files: readonly CallFile[],
): Promise<FormData> {
  const data = new FormData()
  for (const [name, value] of formParts(call, form, files)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, new Blob([await value.arrayBuffer()], { type: value.type }), value.name)
  }
  return data
}

async function exchange(address: URL, request: RequestInit): Promise<{ response: Response; bytes: Uint8Array | null }> {
  const response = await fetch(address, request)
  return { response, bytes: await readLimited(response, MAX_ANSWER_BYTES) }
}

function unreachable(call: Call, cause: unknown, stopping: AbortSignal): AppError {
  if (stopping.aborted) return new AppError('service.stopping', {}, { cause })
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  const reason = isLate ? new AppError('request.timeout', { call: call.id }, { cause }) : cause
  return new AppError('upstream.unavailable', {}, { cause: reason })
}

interface Judgement {
  readonly scope: CallScope
  readonly validate: Validator<unknown>
}

/** The answer, when it has the shape of the call's. Its cookies reach the visitor, even those of a failure; nothing
 *  reaches the visitor of an answer that does not fit.
 *  @throws AppError the failure that it reports, or upstream.invalid_answer */
function judge(call: Call, response: Response, bytes: Uint8Array | null, { scope, validate }: Judgement): unknown {
  const refuse = (faults: readonly object[]): never => {
    scope.log.error({ call: call.id, status: response.status, faults }, 'the platform’s answer does not fit')
    throw new AppError('upstream.invalid_answer')
  }
  if (bytes === null) return refuse([{ pointer: '', fault: `is larger than ${MAX_ANSWER_BYTES} bytes` }])
  if (response.status >= 300 && response.status < 400) return refuse([{ pointer: '', fault: 'is a redirect' }])
  const body = parsed(bytes)
  const failure = readUpstreamFailure(response.status, body)
  if (!failure && !validate(body)) return refuse(faultsOf(validate))
  const date = call.exposes?.includes('date') ? response.headers.get('date') : null
  if (date) scope.setDate(date)
  for (const line of response.headers.getSetCookie()) scope.addCookie(withoutDomain(line))
  if (failure) throw upstreamError(call.id, failure, retryAfterSeconds(response))
  return body
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const LOGGED_FAULTS = 5

/** Where an answer does not fit and which rule it breaks; never a value. */
function faultsOf({ errors }: Validator<unknown>): readonly object[] {
  return (errors ?? []).slice(0, LOGGED_FAULTS).map(({ instancePath, schemaPath, message }) => ({
    pointer: instancePath,
    rule: schemaPath,
    fault: message,
  }))
}

/** Retry-After is a number of seconds or a date (RFC 9110). */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  return /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
}
