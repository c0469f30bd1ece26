import type { ErrorCode } from '#schemas'

/** Values that the text of an error names, such as `{ seconds: 30 }`. */
export type ErrorParams = Readonly<Record<string, string | number>>

/** One field that a submission got wrong: the code of the broken rule and the values its text names. */
export type FieldErrors = Readonly<Record<string, { readonly code: string; readonly params: ErrorParams }>>

export interface AppErrorOptions {
  readonly cause?: unknown
  /** Errors of single fields, keyed by field id. */
  readonly fields?: FieldErrors
  /** Seconds until another attempt is taken (HTTP Retry-After). */
  readonly retryAfterSeconds?: number
}

/** A call that failed for a reason we know. The code is the dictionary key of the text that a player reads. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, params: ErrorParams = {}, options: AppErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.params = params
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
