import type { ErrorCode } from '#schemas'
import fieldErrorCodes from '#schemas/forms/error-code.schema.json' with { type: 'json' }
import { AppError, type ErrorParams, type FieldErrors } from '../app-error.ts'
import { ERROR_STATUS } from '../error-status.ts'

/** A failed call as an operator's own platform tells it. */
export interface UpstreamFailure {
  /** 400 to 599: the status of the answer; for a failure inside a 2xx answer the one that its body names, else 400 or 422. */
  readonly status: number
  /** The platform's own words, or the key of the text used instead of them. */
  readonly message: { readonly text: string } | { readonly key: 'main_error_server' | 'main_query_error' }
  /** The platform's own numeric code (ERR-7). */
  readonly number?: number
  /** Errors of single fields (ERR-5). */
  readonly fields?: FieldErrors
  /** The body's `code`, when it is one of ours for the same status. */
  readonly code?: ErrorCode
  /** The body's `params`, which the text of `code` names. */
  readonly params?: ErrorParams
  /** The body's `retryAfterSeconds`. */
  readonly retryAfterSeconds?: number
}

type Body = Readonly<Record<string, unknown>>

const MAX_TEXT_LENGTH = 500
const MAX_FIELDS = 200
const FIELD_ID = /^[A-Za-z][\w-]{0,63}$/
const FIELD_CODES: ReadonlySet<string> = new Set(fieldErrorCodes.enum)
const MAX_WAIT_SECONDS = 86_400
const DEFAULT_WAIT_SECONDS = 60

/** Reads the failure that an answer reports, in any shape of the error catalogue (calls §8, ERR-1 to ERR-8).
 *  @param status the HTTP status of the answer
 *  @param body its parsed JSON, or anything else when it was none
 *  @returns null for an answer that reports no failure */
export function readUpstreamFailure(status: number, body: unknown): UpstreamFailure | null {
  const answer = isRecord(body) ? body : {}
  const data = isRecord(answer.data) ? answer.data : {}
  const fields = fieldErrors(answer.validation_errors)
  if (status < 400 && !tellsOfFailure(answer, data) && !fields) return null
  const number = isRecord(data.error) && Number.isSafeInteger(data.error.code) ? Number(data.error.code) : undefined
  const told = statusIn(answer.httpCode) ?? statusIn(number) ?? (fields ? 422 : 400)
  const own = status >= 400 ? status : told
  return {
    status: own,
    message: messageOf(answer, data),
    ...(number === undefined ? {} : { number }),
    ...(fields ? { fields } : {}),
    ...knownCode(answer, own),
  }
}

/** The failure as our server reports it: a code of the same class of status, with the platform's words as
 *  `params.message`, or the key of the text used instead of them as `params.textKey`. A single field's words are its
 *  own `params.message`.
 *  @param callId decides what a status means, such as 401 of a sign-in
 *  @param retryAfterSeconds the answer's Retry-After, when it has one */
export function upstreamError(callId: string, failure: UpstreamFailure, retryAfterSeconds?: number): AppError {
  const { status, message, number, fields } = failure
  const code = failure.code ?? codeOf(callId, failure)
  const wait = code === 'rate.limited' ? waitOf(failure.retryAfterSeconds ?? retryAfterSeconds) : undefined
  const params = {
    ...failure.params,
    ...('text' in message ? { message: message.text } : {}),
    ...('key' in message && code === 'main_query_error' && message.key !== code ? { textKey: message.key } : {}),
    ...(number === undefined ? {} : { number }),
    ...(wait === undefined ? {} : { seconds: wait }),
  }
  return new AppError(code, params, {
    ...(fields ? { fields } : {}),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...(status >= 500 ? { cause: new Error(`${callId}: the platform answered ${status}`) } : {}),
  })
}

function tellsOfFailure(answer: Body, data: Body): boolean {
  return (
    answer.success === false ||
    data.success === false ||
    isRecord(data.error) ||
    (Array.isArray(answer.errors) && answer.errors.length > 0) ||
    (statusIn(answer.httpCode) !== undefined && text(answer.message) !== undefined)
  )
}

function messageOf(answer: Body, data: Body): UpstreamFailure['message'] {
  const special = isRecord(data.error) ? text(data.error.message) : text(data.error)
  if (special !== undefined) return { text: special }
  const details = Array.isArray(answer.errors)
    ? answer.errors.map((entry) => isRecord(entry) && text(entry.detail))
    : []
  const detail = details.find((found) => typeof found === 'string')
  const said =
    answer.success === false
      ? (text(answer.message) ?? text(answer.detail) ?? detail)
      : (detail ?? text(answer.message))
  if (said) return { text: said }
  return { key: answer.success === false ? 'main_query_error' : 'main_error_server' }
}

function knownCode(answer: Body, status: number): Pick<UpstreamFailure, 'code' | 'params' | 'retryAfterSeconds'> {
  const { code, retryAfterSeconds } = answer
  const wait = Number.isSafeInteger(retryAfterSeconds) ? { retryAfterSeconds: Number(retryAfterSeconds) } : {}
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_STATUS, code)) return wait
  if (ERROR_STATUS[code as ErrorCode] !== status) return wait
  const params = isRecord(answer.params) ? scalars(answer.params) : {}
  return { code: code as ErrorCode, params, ...wait }
}

/** What a status means where it means more than its class. */
const CODES_OF_CALLS: Readonly<Record<string, Readonly<Record<number, ErrorCode>>>> = {
  login: { 401: 'sign_in.wrong_credentials' },
  activate: { 404: 'activation.invalid', 410: 'activation.invalid', 422: 'activation.invalid' },
  postRegistration: { 422: 'registration.invalid' },
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'access.denied',
  404: 'route.not_found',
  413: 'request.too_large',
  415: 'request.unsupported_media',
  429: 'rate.limited',
  502: 'upstream.unavailable',
  503: 'upstream.unavailable',
  504: 'upstream.unavailable',
}

function codeOf(callId: string, { status, fields }: UpstreamFailure): ErrorCode {
  if (callId === 'postRegistration' && fields && status < 500) return 'registration.invalid'
  return CODES_OF_CALLS[callId]?.[status] ?? CODES[status] ?? (status < 500 ? 'main_query_error' : 'main_error_server')
}

function waitOf(seconds: number | undefined): number {
  if (seconds === undefined || !Number.isFinite(seconds)) return DEFAULT_WAIT_SECONDS
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_WAIT_SECONDS)
}

/** Errors of fields from `{ email: 'taken' }`, `{ email: ['taken'] }`, `{ email: { code, params, message } }` or
 *  `[{ field: 'email', message: 'taken' }]`; what has another shape is left out. */
function fieldErrors(value: unknown): FieldErrors | undefined {
  const pairs = Array.isArray(value)
    ? value.filter(isRecord).map((entry) => [entry.field, entry] as const)
    : Object.entries(isRecord(value) ? value : {})
  const errors = pairs.slice(0, MAX_FIELDS).flatMap(([id, entry]) => {
    const fault =
      typeof id === 'string' && FIELD_ID.test(id) ? faultOf(id, Array.isArray(entry) ? entry[0] : entry) : null
    return fault ? [[id, fault] as const] : []
  })
  return errors.length > 0 ? Object.fromEntries(errors) : undefined
}

function faultOf(id: string, entry: unknown): FieldErrors[string] | null {
  const said = isRecord(entry) ? (text(entry.message) ?? text(entry.detail)) : text(entry)
  const known =
    isRecord(entry) && typeof entry.code === 'string' && FIELD_CODES.has(entry.code) ? entry.code : undefined
  if (known === undefined && said === undefined) return null
  const params = { label: id, ...(isRecord(entry) && isRecord(entry.params) ? scalars(entry.params) : {}) }
  return { code: known ?? 'value.refused', params: said === undefined ? params : { ...params, message: said } }
}

/** The texts and numbers among values; what we say ourselves under a name of ours is not the platform's to set. */
function scalars({ message: _message, textKey: _textKey, ...values }: Body): ErrorParams {
  const kept = Object.entries(values).flatMap(([name, value]) => {
    const plain = Number.isFinite(value) ? Number(value) : text(value)
    return plain === undefined ? [] : [[name, plain] as const]
  })
  return Object.fromEntries(kept)
}

/** A text that says something, without control characters, cut to a length that a page can show. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value.replace(/\p{Cc}+/gu, ' ').trim()
  return clean === '' ? undefined : clean.slice(0, MAX_TEXT_LENGTH)
}

function statusIn(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599 ? Number(value) : undefined
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
