import type { ErrorAnswer } from '#schemas'
import { AppError, type FieldErrors } from '../app-error.ts'
import {
  CAPTCHA_HEADER,
  type Call,
  type CallExtras,
  type CallFile,
  type CallPort,
  formParts,
  IDEMPOTENCY_HEADER,
  WORK_HEADER,
} from '../call.ts'
import { ERROR_STATUS } from '../error-status.ts'
import { type HttpError, httpError } from './http-error.ts'
import { buildRequest, type RequestValues } from './request-builder.ts'
import type { HttpMethod } from './request-declaration.ts'
import { readUpstreamFailure, upstreamError } from './upstream-failure.rules.ts'

/** One sending as `fetch` takes it. */
export interface HttpRequest {
  readonly method: Exclude<HttpMethod, 'PATCH'>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The parts of a multipart body, which the transport writes with its `Content-Type`. */
  readonly form?: readonly (readonly [name: string, value: string | CallFile])[]
  readonly credentials: 'same-origin' | 'omit'
}

/** What is read of an answer: the part of a `Response` that calls need. */
export interface HttpAnswer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** Carries a request to the server: `fetch` in a page. It rejects when the server cannot be reached. */
export type HttpTransport = (address: string, request: HttpRequest) => Promise<HttpAnswer>

/** What any call may be given. */
export interface CallValues extends RequestValues {
  readonly form?: Readonly<Record<string, unknown>>
  readonly files?: readonly CallFile[]
}

/** Sends calls over HTTP, each once.
 *  @throws AppError: `request.offline` when the server cannot be reached, else the code of its answer */
export function createHttpCall(language: string, transport: HttpTransport): CallPort {
  const send = async (call: Call, values: CallValues, extras: CallExtras = {}): Promise<unknown> => {
    const { address, request } = requestOf(call, values, { language, extras })
    const answer = await transport(address, request).catch((cause: unknown) => {
      throw new AppError('request.offline', { call: call.id }, { cause })
    })
    extras.onHead?.(answer.headers)
    const body = await bodyOf(answer)
    const error = errorIn(call, answer, body)
    if (error) throw error
    return body
  }
  return send as CallPort
}

/** A sending of a call: with the credentials of the browser unless the call says otherwise (NET-19).
 *  @throws Error for PATCH, which no call needs (NET-17) */
export function requestOf(
  call: Call,
  values: CallValues,
  { language, extras = {} }: { readonly language: string; readonly extras?: CallExtras },
): { readonly address: string; readonly request: HttpRequest } {
  const { method, address, headers, body } = buildRequest(call, values)
  if (method === 'PATCH') throw new Error(`${call.id}: the generic client sends no PATCH`)
  return {
    address,
    request: {
      method,
      headers: {
        ...headers,
        'accept-language': language,
        ...(extras.captchaToken ? { [CAPTCHA_HEADER]: extras.captchaToken } : {}),
        ...(extras.workToken ? { [WORK_HEADER]: extras.workToken } : {}),
        ...(extras.idempotencyKey ? { [IDEMPOTENCY_HEADER]: extras.idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body }),
      ...(call.form ? { form: formParts(call, values.form ?? {}, values.files ?? []) } : {}),
      credentials: call.notLogin ? 'omit' : 'same-origin',
    },
  }
}

/** The parsed body; null when it is no JSON. */
export function bodyOf(answer: HttpAnswer): Promise<unknown> {
  return answer.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
}

/** The failure that an answer reports, in our own shape or in any other of the error catalogue (ERR-1 to ERR-8); null
 *  when it reports none. */
export function errorIn(call: Call, answer: Pick<HttpAnswer, 'ok' | 'status' | 'headers'>, body: unknown) {
  if (isOurs(body)) return errorOfAnswer(body, answer)
  const failure = typeof body === 'object' && body !== null ? readUpstreamFailure(answer.status, body) : null
  if (failure) {
    const told = 'text' in failure.message ? { message: failure.message.text } : {}
    const error = upstreamError(call.id, failure, retryAfterOf(answer))
    return httpError({ statusCode: failure.status, ...told, ...titleOf(body) }, error)
  }
  if (answer.ok) return null
  const wait = retryAfterOf(answer)
  const options = wait === undefined ? {} : { retryAfterSeconds: wait }
  return httpError({ statusCode: answer.status }, new AppError('main_error_server', {}, options))
}

/** The seconds of Retry-After, which is a number of them or a date (RFC 9110); undefined without one. */
export function retryAfterOf({ headers }: Pick<HttpAnswer, 'headers'>): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

function isOurs(body: unknown): body is ErrorAnswer {
  const { code, requestId } = (body ?? {}) as Partial<ErrorAnswer>
  return typeof code === 'string' && typeof requestId === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

function errorOfAnswer(failure: ErrorAnswer, answer: Pick<HttpAnswer, 'status' | 'headers'>): HttpError {
  const fields: FieldErrors | undefined = failure.validation_errors
  const wait = failure.retryAfterSeconds ?? retryAfterOf(answer)
  const error = new AppError(
    failure.code,
    { ...failure.params, requestId: failure.requestId, ...(wait === undefined ? {} : { seconds: wait }) },
    { ...(fields ? { fields } : {}), ...(wait === undefined ? {} : { retryAfterSeconds: wait }) },
  )
  const { message, title } = failure
  const words = failure.errors?.[0]?.detail ?? message
  return httpError(
    { statusCode: answer.status, ...(words ? { message: words } : {}), ...(title ? { title } : {}) },
    error,
  )
}

function titleOf(body: unknown): { readonly title?: string } {
  const { title } = body as { readonly title?: unknown }
  return typeof title === 'string' ? { title } : {}
}
