import { AppError, type FieldErrors } from '#calls/app-error.ts'
import { CAPTCHA_HEADER, type Call, type CallExtras, type CallPort, callPath } from '#calls/call.ts'
import type { ErrorAnswer } from '#schemas'

interface LooseInput {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Sends calls over HTTP from the page.
 *  @throws AppError: `request.offline` when the server cannot be reached, else the code of its answer */
export function createHttpCall(language: string): CallPort {
  const send = async (call: Call, input: LooseInput, extras?: CallExtras): Promise<unknown> => {
    const answer = await reach(call, addressOf(call, input), {
      method: call.method,
      headers: {
        accept: 'application/json',
        'accept-language': language,
        ...(extras?.captchaToken ? { [CAPTCHA_HEADER]: extras.captchaToken } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(input.body) } : {}),
    })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw errorOf(body, answer)
    return body
  }
  return send as CallPort
}

function addressOf(call: Call, input: LooseInput): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const path = callPath(call, input.segments)
  return query.size ? `${path}?${query}` : path
}

async function reach(call: Call, address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, credentials: 'same-origin' })
  } catch (cause) {
    throw new AppError('request.offline', { call: call.id }, { cause })
  }
}

function errorOf(body: unknown, answer: Response): AppError {
  const failure = body as Partial<ErrorAnswer> | null
  const fields: FieldErrors | undefined = failure?.validation_errors
  const wait = failure?.retryAfterSeconds ?? Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new AppError(
    failure?.code ?? 'main_error_server',
    { ...failure?.params, requestId: failure?.requestId ?? '', ...(Number.isFinite(wait) ? { seconds: wait } : {}) },
    { ...(fields ? { fields } : {}), ...(Number.isFinite(wait) ? { retryAfterSeconds: wait } : {}) },
  )
}
