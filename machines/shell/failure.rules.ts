import type { FieldError } from '#schemas'

/** A failed call as a machine keeps it: plain JSON, whatever was thrown. */
export interface Failure {
  /** Dictionary key of the text, and the values that it names. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** Field id → the rule that its answer broke; empty when the failure concerns no single field. */
  readonly fields: Readonly<Record<string, FieldError>>
  /** Seconds until another attempt is taken; 0 when it may be taken at once. */
  readonly retryAfterSeconds: number
}

/** The code of a failure that carries none of its own. */
export const UNKNOWN_FAILURE = 'main_error_server'

/** Reads what an actor has thrown: an error with `code`, `params`, `fields` and `retryAfterSeconds`, or anything else. */
export function readFailure(error: unknown): Failure {
  const { code, params, fields, retryAfterSeconds } = isRecord(error) ? error : {}
  return {
    code: typeof code === 'string' ? code : UNKNOWN_FAILURE,
    params: isRecord(params) ? (params as Failure['params']) : {},
    fields: isRecord(fields) ? (fields as Failure['fields']) : {},
    retryAfterSeconds:
      typeof retryAfterSeconds === 'number' && retryAfterSeconds > 0 ? Math.ceil(retryAfterSeconds) : 0,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Statuses by which the server does not say what became of a call. */
const UNTOLD: readonly number[] = [401, 408, 429]

/** Whether the server has refused a call, so that nothing came of it; of any other failure it is not known what came of it. The status is
 *  `httpStatus` in scenarios, and `statusCode` of what a page's calls throw. */
export function isRefusal(error: unknown): boolean {
  const { httpStatus, statusCode } = isRecord(error) ? error : {}
  const status = Number(httpStatus ?? statusCode ?? 0)
  return status >= 400 && status < 500 && !UNTOLD.includes(status)
}
