import { REQUEST_STATUS, type RequestResult } from '#machines/shell/request.rules.ts'
import type { ErrorCode } from '#schemas'
import { AppError, type AppErrorOptions, type ErrorParams } from '../app-error.ts'

/** What an answer, or the lack of one, says about a failure. */
export interface HttpFailure {
  /** The HTTP status, or the internal 1488 and 1489 of a timeout (ERR-19); 0 when nobody answered. */
  readonly statusCode: number
  /** The words of the answer's body; the code where it has none (ERR-18). */
  readonly message?: string
  /** The name of the failure in the answer's body. */
  readonly title?: string
  /** How the request has ended (NET-12). */
  readonly resultStatus?: RequestResult['status']
}

/** A request that failed, with the status and the words of its answer (ERR-17, ERR-18). */
export class HttpError extends AppError {
  override readonly name: string = 'HttpError'
  readonly statusCode: number
  readonly title: string
  readonly resultStatus: RequestResult['status']

  constructor(code: ErrorCode, params: ErrorParams, options: AppErrorOptions, failure: HttpFailure) {
    super(code, params, options)
    this.message = failure.message ?? code
    this.statusCode = failure.statusCode
    this.title = failure.title ?? ''
    this.resultStatus = failure.resultStatus ?? REQUEST_STATUS.error
  }
}

export class BadRequest extends HttpError {
  override readonly name = 'BadRequest'
}

export class Unauthorized extends HttpError {
  override readonly name = 'Unauthorized'
}

export class Forbidden extends HttpError {
  override readonly name = 'Forbidden'
}

export class NotFound extends HttpError {
  override readonly name = 'NotFound'
}

const CLASSES: Readonly<Record<number, typeof HttpError>> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
}

/** The error of an answer, in the class of its status: 404 → NotFound, any other than those named → HttpError (ERR-17).
 *  @param error its code, and the values and fields that its text names */
export function httpError(failure: HttpFailure, error: AppError): HttpError {
  const { code, params, fields, retryAfterSeconds, cause } = error
  const options = {
    ...(cause === undefined ? {} : { cause }),
    ...(fields ? { fields } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return new (CLASSES[failure.statusCode] ?? HttpError)(code, params, options, failure)
}
