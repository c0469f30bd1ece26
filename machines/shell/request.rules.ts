import { type Failure, readFailure, UNKNOWN_FAILURE } from './failure.rules.ts'

/** How a request has ended (NET-12). A request is closed when it was cancelled, its component was unmounted, or it
 *  was blocked (decision 35). */
export const REQUEST_STATUS = { success: 1, error: 2, networkError: 3, closed: 4 } as const

/** The internal status of a request whose time ran out before its answer began (ERR-20). */
export const TIMED_OUT_WAITING = 1488
/** The internal status of a request whose time ran out while its answer was downloaded (ERR-21). */
export const TIMED_OUT_DOWNLOADING = 1489
/** The status of a request that nobody has answered. */
export const UNANSWERED = 0

/** What the retry helper says when it has used all its attempts (ERR-11). */
export const ATTEMPTS_ENDED = 'retry: Attempts ended'

/** The text by which a server says that the parameters were at fault (ERR-9). */
export const FAILED_WITH_PARAMS = 'failed-with-params'

/** Time of one sending, the download of its answer included (decision 29). */
export const REQUEST_TIMEOUT_MS = 30_000
/** Wait before the first repetition; each further one waits twice as long. */
export const FIRST_WAIT_MS = 500
/** No wait is longer, whatever a Retry-After asks for. */
export const LONGEST_WAIT_MS = 60_000

/** The methods of the generic client (NET-17). */
export type RequestMethod = 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST'

/** What happens to a caller that asks while the request is under way for others: it gets the same answer, takes their
 *  place, or is turned away (NET-7). Where all are sent (NET-8), each has its own machine. */
export type ParallelRule = 'join' | 'supersede' | 'block'

/** How a request is sent, and sent again. */
export interface RequestPolicy {
  readonly method: RequestMethod
  /** Names the operation that the server performs once however often it is sent, such as the `betGuid` of a bet; null
   *  when there is none. */
  readonly idempotencyKey: string | null
  readonly whenParallel: ParallelRule
  /** How often a failed request is sent again; 0 by default (NET-15). */
  readonly retryCount: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** Share by which waits are lengthened, 0 to 1, drawn by the caller so that many pages do not come back at once. */
  readonly spread: number
  readonly timeoutMs: number
}

/** The head of an answer. */
export interface AnswerHead {
  readonly httpStatus: number
  /** Its Retry-After; 0 when it has none. */
  readonly retryAfterSeconds: number
}

/** What one sending has come to. */
export interface RequestOutcome {
  /** Status of the answer, `UNANSWERED` or one of the two of a timeout. */
  readonly httpStatus: number
  readonly body: unknown
  /** What went wrong; null for a success. */
  readonly failure: Failure | null
}

/** The final result for a caller. */
export type RequestResult =
  | { readonly status: 1; readonly httpStatus: number; readonly body: unknown }
  | {
      readonly status: 2 | 3
      readonly httpStatus: number
      readonly failure: Failure
      /** `ATTEMPTS_ENDED` when all retries failed, else null. */
      readonly reason: string | null
    }
  | { readonly status: 4; readonly failure: Failure }

/** A policy with everything that was left out. */
export function fullPolicy(policy: Partial<RequestPolicy>): RequestPolicy {
  return {
    method: 'GET',
    idempotencyKey: null,
    whenParallel: 'join',
    retryCount: 0,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    spread: 0,
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...policy,
  }
}

/** Whether a request does the same when it is sent twice: its method is idempotent (RFC 9110 §9.2.2), or it carries a key. */
export function isRepeatable({ method, idempotencyKey }: RequestPolicy): boolean {
  return method !== 'POST' || idempotencyKey !== null
}

/** The rule for those who ask at the same time. What must not be sent twice is not superseded either: the first sending may have
 *  been worked off already. */
export function parallelRule(policy: RequestPolicy): ParallelRule {
  return policy.whenParallel === 'supersede' && !isRepeatable(policy) ? 'block' : policy.whenParallel
}

const PASSING: ReadonlySet<number> = new Set([
  ...[UNANSWERED, TIMED_OUT_WAITING, TIMED_OUT_DOWNLOADING],
  ...[408, 429, 500, 502, 503, 504],
])

/** Whether a failure may have passed by the next sending. */
export function isPassing({ httpStatus }: RequestOutcome): boolean {
  return PASSING.has(httpStatus)
}

/** Whether the request itself was at fault: such a one is neither repeated nor logged (ERR-9). */
export function isInvalid({ httpStatus, failure }: RequestOutcome): boolean {
  return httpStatus === 403 || httpStatus === 422 || tellsOfParams(failure)
}

function tellsOfParams(failure: Failure | null): boolean {
  return failure?.code === FAILED_WITH_PARAMS || failure?.params.message === FAILED_WITH_PARAMS
}

/** The wait before the next sending: twice as long each time, no less than Retry-After asks for, no more than the longest.
 *  @param attempt sendings so far, from 1   @returns ms */
export function waitMs(policy: RequestPolicy, attempt: number, retryAfterSeconds: number): number {
  const backOffMs = policy.firstWaitMs * 2 ** (attempt - 1) * (1 + policy.spread)
  return Math.min(Math.max(backOffMs, retryAfterSeconds * 1000), policy.longestWaitMs)
}

/** The outcome of a sending that was answered.
 *  @param failure what the answer says went wrong, as `readFailure` takes it; null when it says nothing
 *  @param retryAfterSeconds the answer's Retry-After; 0 when it has none */
export function answeredOutcome(
  answer: AnswerHead & { readonly body: unknown; readonly failure: unknown },
): RequestOutcome {
  const { httpStatus, body } = answer
  if (isSuccessStatus(httpStatus) && answer.failure === null) return { httpStatus, body, failure: null }
  const failure = readFailure(answer.failure)
  return { httpStatus, body, failure: { ...failure, retryAfterSeconds: longestWait(failure, answer) } }
}

/** The outcome of a sending that nobody has answered, or whose answer broke off: whatever the network threw. An
 *  answer whose head reports an error is that error, though the rest of it is lost. */
export function unansweredOutcome(error: unknown, head: AnswerHead | null): RequestOutcome {
  const failure = readFailure(error)
  const code = failure.code === UNKNOWN_FAILURE ? 'request.offline' : failure.code
  const httpStatus = errorStatusOf(head) ?? UNANSWERED
  return { httpStatus, body: null, failure: { ...failure, code, retryAfterSeconds: longestWait(failure, head) } }
}

/** The outcome of a sending whose time ran out. */
export function timedOutOutcome(
  httpStatus: typeof TIMED_OUT_WAITING | typeof TIMED_OUT_DOWNLOADING,
  head: AnswerHead | null,
): RequestOutcome {
  const failure = readFailure({ code: 'request.timeout' })
  return { httpStatus, body: null, failure: { ...failure, retryAfterSeconds: longestWait(failure, head) } }
}

/** An outcome as it is judged: by the status of the head, when that reports an error, whatever happened to the
 *  rest. */
export function judgedOutcome(outcome: RequestOutcome, head: AnswerHead | null): RequestOutcome {
  return { ...outcome, httpStatus: errorStatusOf(head) ?? outcome.httpStatus }
}

function errorStatusOf(head: AnswerHead | null): number | null {
  return head === null || isSuccessStatus(head.httpStatus) ? null : head.httpStatus
}

function isSuccessStatus(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300
}

function longestWait(failure: Failure, head: AnswerHead | null): number {
  return Math.max(failure.retryAfterSeconds, head?.retryAfterSeconds ?? 0)
}

/** The result that waiting callers get for an outcome. */
export function resultOf({ httpStatus, body, failure }: RequestOutcome, reason: string | null): RequestResult {
  if (!failure) return { status: REQUEST_STATUS.success, httpStatus, body }
  const status = httpStatus === UNANSWERED ? REQUEST_STATUS.networkError : REQUEST_STATUS.error
  return { status, httpStatus, failure, reason }
}

/** The result for callers whose request was given up or never sent. */
export function closedResult(): RequestResult {
  return { status: REQUEST_STATUS.closed, failure: readFailure({ code: 'request.cancelled' }) }
}
