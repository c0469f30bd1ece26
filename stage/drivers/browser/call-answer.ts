import { AppError, type FieldErrors } from '#calls/app-error.ts'
import type { SchemaName } from '#calls/call.ts'
import { ERROR_STATUS } from '#calls/error-status.ts'
import { say } from '#cli/command-text.ts'
import { type Failure, readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { CallingActor, OpenPage } from '#machines/shell/machine-acts.ts'
import { TIMED_OUT_WAITING } from '#machines/shell/request.rules.ts'
import type { ErrorCode } from '#schemas'
import { validatorByName } from '#schemas/validator-by-name.ts'
import { errorAnswer, httpStatus } from '#server/wiring/http/error-answer.ts'
import type { ActorOutcome } from '../../commands/outcome-difference.ts'

/** How a call of the page fares, so that its actor ends as the scenario says. */
export type CallAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly type: string
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'refused' }
  /** Until the page waits no more. */
  | { readonly kind: 'unanswered' }

/** Why a call cannot fare so: on this page nothing brings it about, or no server would say so. */
export interface NoAnswer {
  readonly kind: 'impossible' | 'wrong'
  readonly reason: string
}

/** Failures that the page makes by itself. */
const OF_PAGE: Readonly<Record<string, string>> = {
  'request.cancelled': say('driver.no_server_answers_page'),
  'captcha.dismissed': say('driver.no_server_answers_visitor'),
}
const REQUEST_ID = 'scenario'

/** The answer of a call from which the page makes the end that a scenario gives an actor. An error without a code is an answer that
 *  is no JSON, such as a proxy gives that has no server behind it.
 *  @param open the page, once it is open */
export async function callAnswer(
  outcome: ActorOutcome,
  actor: CallingActor,
  open?: OpenPage,
): Promise<CallAnswer | NoAnswer> {
  return outcome.do === 'ok' || actor.failsLater?.(outcome.value)
    ? goodAnswer(outcome.value, actor, open)
    : failedAnswer(actor.failure?.(outcome.value) ?? outcome.value)
}

async function goodAnswer(output: unknown, actor: CallingActor, open?: OpenPage) {
  const { call, answer = (same) => same } = actor
  const body = answer(output, open) ?? {}
  const faults = await schemaFaults(call.answer, body)
  if (faults) return { kind: 'wrong', reason: say('driver.no_server_answers', { id: call.id, faults }) } as const
  return {
    kind: 'answered',
    status: 200,
    type: 'application/json',
    body: JSON.stringify(body),
    headers: actor.headers?.(output) ?? {},
  } as const
}

/** How a call fares that fails so. */
export function failedAnswer(error: unknown): CallAnswer | NoAnswer {
  if (isOfGateway(error)) return { kind: 'answered', status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
  const failure = readFailure(error)
  const { code } = failure
  if (code === 'request.offline') return { kind: 'refused' }
  if (code === 'request.timeout') return unanswered(statusOf(error))
  const ofPage = OF_PAGE[code]
  if (ofPage !== undefined) return { kind: 'impossible', reason: `${code}: ${ofPage}` }
  if (!isErrorCode(code)) return { kind: 'wrong', reason: say('driver.no_server_answers_no', { code }) }
  const body = errorAnswer(appError(code, failure), REQUEST_ID, (key) => key)
  return { kind: 'answered', status: httpStatus(code), type: 'application/json', body: JSON.stringify(body) }
}

/** Whether it is no word of the server's own: without a code, or with that of an unknown failure and a gateway's status. */
function isOfGateway(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return code === undefined || (code === UNKNOWN_FAILURE && statusOf(error) === 502)
}

/** The page tells a call that took too long by a status that no server gives. */
function unanswered(status: unknown): CallAnswer | NoAnswer {
  if (status === undefined || status === TIMED_OUT_WAITING) return { kind: 'unanswered' }
  return {
    kind: 'impossible',
    reason: say('driver.request_timeout_call_took', { status: String(status) }),
  }
}

/** The status of the answer that a failure came with; undefined where a scenario gives none. */
function statusOf(error: unknown): unknown {
  return (error as { readonly httpStatus?: unknown } | null)?.httpStatus
}

function appError(code: ErrorCode, { params, fields, retryAfterSeconds }: Failure): AppError {
  return new AppError(code, params, {
    ...(Object.keys(fields).length > 0 ? { fields: fields as FieldErrors } : {}),
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  })
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

/** What a schema finds wrong with a value, in words; undefined when nothing is. */
async function schemaFaults(schema: SchemaName, value: unknown): Promise<string | undefined> {
  const validate = await validatorByName(schema)
  if (validate(value)) return undefined
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ')
}
