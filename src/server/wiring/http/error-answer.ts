import { STATUS_CODES } from 'node:http'
import { AppError } from '#calls/app-error.ts'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type { TextWriter } from '#machines/site/text.rules.ts'
import type { ErrorAnswer, ErrorCode } from '#schemas'
import { isStorageOutage, outageOf } from '#server/db/storage-outage.ts'

/** Codes that the specification knows by a number (TFA-7). */
const ERROR_NUMBERS: Readonly<Partial<Record<ErrorCode, number>>> = { 'two_factor.sms_wrong': 2 }

/** Failures that are states of the server: the log has said so once, and not for every request. */
export const TOLD_ALREADY: ReadonlySet<ErrorCode> = new Set(['service.stopping', 'storage.unavailable'])

/** When to come again after an outage of the storage, which is looked at every few seconds. */
export const STORAGE_RETRY_SECONDS = 5

/** The failure that an error stands for: our own as it is, a lost database or full disk as an outage (SEC-16), a framework's by its
 *  status, anything else as a server error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStorageOutage(error) || outageOf(error) === 'full')
    return new AppError('storage.unavailable', {}, { cause: error, retryAfterSeconds: STORAGE_RETRY_SECONDS })
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('request.too_large', {}, { cause: error })
  if (statusCode === 415) return new AppError('request.unsupported_media', {}, { cause: error })
  if (statusCode === 404) return new AppError('route.not_found', {}, { cause: error })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('request.invalid', {}, { cause: error })
  return new AppError('main_error_server', {}, { cause: error })
}

/** The body of a failed call (calls §8): a message for the player, a code for the client, an id for support. */
export function errorAnswer(error: AppError, requestId: string, text: TextWriter): ErrorAnswer {
  const status = httpStatus(error.code)
  const message = text(error.code, error.params)
  const fields = Object.entries(error.fields ?? {})
  const validation = fields.map(([id, fault]) => [id, { ...fault, message: text(fault.code, fault.params) }] as const)
  return {
    statusCode: status,
    code: error.code,
    title: STATUS_CODES[status] ?? 'Error',
    message,
    errors: validation.length
      ? validation.map(([id, fault]) => ({ code: fault.code, detail: fault.message, pointer: `/fields/${id}` }))
      : [{ code: error.code, detail: message }],
    ...(ERROR_NUMBERS[error.code] === undefined ? {} : { error_code: ERROR_NUMBERS[error.code] }),
    params: { ...error.params },
    requestId,
    ...(validation.length ? { validation_errors: Object.fromEntries(validation) } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  }
}

/** The status that travels: the specification's internal ones never do. */
export function httpStatus(code: ErrorCode): number {
  const status = ERROR_STATUS[code]
  return status >= 400 && status < 600 ? status : 500
}
