import type { ErrorAnswer } from '#schemas'
import { AppError, type FieldErrors } from './app-error.ts'
import {
  CAPTCHA_HEADER,
  type Call,
  type CallExtras,
  type CallFile,
  type CallPort,
  callPath,
  formParts,
} from './call.ts'

/** One sending as `fetch` takes it. */
export interface HttpRequest {
  readonly method: Call['method']
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The parts of a multipart body, which the transport writes with its `Content-Type`. */
  readonly form?: readonly (readonly [name: string, value: string | CallFile])[]
  readonly credentials: 'same-origin'
}

/** What is read of an answer: the part of a `Response` that calls need. */
export interface HttpAnswer {
  readonly ok: boolean
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** Carries a request to the server: `fetch` in a page. It rejects when the server cannot be reached. */
export type HttpTransport = (address: string, request: HttpRequest) => Promise<HttpAnswer>

interface LooseInput {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly files?: readonly CallFile[]
}

/** Sends calls over HTTP.
 *  @throws AppError: `request.offline` when the server cannot be reached, else the code of its answer */
export function createHttpCall(language: string, transport: HttpTransport): CallPort {
  const send = async (call: Call, input: LooseInput, extras?: CallExtras): Promise<unknown> => {
    const answer = await reach(call, transport, addressOf(call, input), {
      method: call.method,
      headers: {
        accept: 'application/json',
        'accept-language': language,
        ...(extras?.captchaToken ? { [CAPTCHA_HEADER]: extras.captchaToken } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(input.body) } : {}),
      ...(call.form ? { form: formParts(call, input.form ?? {}, input.files ?? []) } : {}),
      credentials: 'same-origin',
    })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw errorOf(body, answer)
    return body
  }
  return send as CallPort
}

function addressOf(call: Call, input: LooseInput): string {
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  const path = callPath(call, input.segments)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

async function reach(call: Call, transport: HttpTransport, address: string, request: HttpRequest): Promise<HttpAnswer> {
  try {
    return await transport(address, request)
  } catch (cause) {
    throw new AppError('request.offline', { call: call.id }, { cause })
  }
}

function errorOf(body: unknown, answer: HttpAnswer): AppError {
  const failure = body as Partial<ErrorAnswer> | null
  const fields: FieldErrors | undefined = failure?.validation_errors
  const wait = failure?.retryAfterSeconds ?? Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new AppError(
    failure?.code ?? 'main_error_server',
    { ...failure?.params, requestId: failure?.requestId ?? '', ...(Number.isFinite(wait) ? { seconds: wait } : {}) },
    { ...(fields ? { fields } : {}), ...(Number.isFinite(wait) ? { retryAfterSeconds: wait } : {}) },
  )
}
