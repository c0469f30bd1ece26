import { fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { type Call, type CallExtras, type CallPort, isForPlayers } from '#calls/call.ts'
import {
  bodyOf,
  type CallValues,
  errorIn,
  type HttpAnswer,
  type HttpRequest,
  requestOf,
  retryAfterOf,
} from '#calls/http/http-call.ts'
import { HttpError } from '#calls/http/http-error.ts'
import { requestMachine } from '#machines/shell/request.machine.ts'
import {
  type AnswerHead,
  fullPolicy,
  REQUEST_STATUS,
  type RequestPolicy,
  type RequestResult,
} from '#machines/shell/request.rules.ts'
import type { AnswerBody } from '#machines/shell/request-setup.machine.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import { epochOf } from '../page/auth-epoch.ts'
import { noteFault } from '../page/report.ts'
import { type BearerSend, sendWithBearer } from './bearer-send.ts'
import { withForm } from './form-body.ts'
import type { ServiceTokenClient } from './service-token.ts'

/** What the calls of a page depend on. */
export interface PageCallPorts {
  readonly language: string
  readonly brandId: string
  /** Number of the player of the page; null for a guest. */
  readonly userId: number | null
  /** How long a call waits that does not say so itself, ms; 30 s when left out. */
  readonly timeoutMs?: number
}

/** The calls of a page, and the client of its service token, which is there from the first call for bearers on. */
export type PageCall = CallPort & { readonly startTokens: () => Promise<unknown> }

type Transport = (address: string, request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>
type LooseSend = (call: Call, values: CallValues, extras?: CallExtras) => Promise<unknown>

const overNetwork: Transport = (address, request, signal) => fetch(address, { ...withForm(request), signal })

let consumers = 0

/** The calls of a page, each sent by a machine of its own (NET-6 to NET-8, NET-12 to NET-16) unless its call says that identical
 *  ones join, supersede or block each other. A call for bearers carries the service token (NET-18).
 *  @throws HttpError, or AppError `request.offline`, `request.timeout` or `request.cancelled` */
export function createPageCall(ports: PageCallPorts): PageCall {
  const shared = new Map<string, Running>()
  let tokens: Promise<ServiceTokenClient> | undefined
  const startTokens = () => {
    tokens ??= import('./service-token.ts').then(({ createServiceToken }) =>
      createServiceToken(send as CallPort, ports.userId),
    )
    return tokens
  }
  const bearer: BearerSend = async (url, signal, transmit) => sendWithBearer(await startTokens(), url, signal, transmit)
  const send: LooseSend = (call, values, extras = {}) => {
    if (extras.signal?.aborted) return Promise.reject(new AppError('request.cancelled', { call: call.id }))
    const sending = requestOf(call, values, { language: ports.language, extras })
    const start = () =>
      startRequest({
        call,
        extras,
        usualTimeoutMs: ports.timeoutMs,
        ...sending,
        ...(call.access === 'bearer' ? { bearer } : {}),
      })
    if (!call.whenParallel) return start().ask(extras)
    const key = JSON.stringify([keyOf(call, ports), sending.address, sending.request.method, sending.request.body])
    const running = shared.get(key) ?? start()
    shared.set(key, running)
    return running.ask(extras).finally(() => {
      if (!running.isBusy()) shared.delete(key)
    })
  }
  return Object.assign(send as CallPort, { startTokens })
}

/** Whose the answer is: nobody gets that of another player, language or brand. */
function keyOf(call: Call, { language, brandId, userId }: PageCallPorts): readonly unknown[] {
  return [call.id, brandId, language, isForPlayers(call) ? epochOf(userId) : null]
}

interface Sending {
  readonly call: Call
  readonly extras: CallExtras
  readonly address: string
  readonly request: HttpRequest
  readonly bearer?: BearerSend
  readonly usualTimeoutMs: number | undefined
}

interface Running {
  readonly ask: (extras: CallExtras) => Promise<unknown>
  readonly isBusy: () => boolean
}

/** Starts the machine of one request, which sends nothing until somebody asks. */
function startRequest(sending: Sending): Running {
  const { call, extras } = sending
  let answer: HttpAnswer | undefined
  let error: AppError | null = null
  let network = new AbortController()
  const sendRequest = fromPromise<AnswerHead>(async ({ signal }) => {
    const own = new AbortController()
    const stop = () => own.abort()
    error = null
    network = own
    signal.addEventListener('abort', stop)
    const head = await transmitted(sending, own.signal)
    signal.removeEventListener('abort', stop)
    // Of a sending that was superseded nothing is kept.
    if (network === own) answer = head
    extras.onHead?.(head.headers)
    return { httpStatus: head.status, retryAfterSeconds: retryAfterOf(head) ?? 0 }
  })
  const readAnswer = fromPromise<AnswerBody>(async ({ signal }) => {
    const own = network
    signal.addEventListener('abort', () => own.abort())
    if (!answer) throw new Error('there is no answer to be read')
    const body = await bodyOf(answer)
    error = errorIn(call, answer, body)
    return { body, failure: error }
  })
  const actor = makeUnwatchedActor(requestMachine.provide({ actors: { sendRequest, readAnswer } as never }), {
    input: policyOf(sending),
  })
  actor.on('logged', ({ code, httpStatus }) => noteFault('request.failed', { call: call.id, code, httpStatus }))
  const waiting = new Map<string, (result: RequestResult) => void>()
  actor.on('request.settled', ({ consumerId, result }) => waiting.get(consumerId)?.(result))
  actor.start()
  return {
    isBusy: () => actor.getSnapshot().hasTag('busy'),
    ask: ({ signal }) => {
      consumers += 1
      const consumerId = `consumer-${consumers}`
      const leave = () => actor.send({ type: 'consumer.left', consumerId })
      return new Promise((resolve, reject) => {
        waiting.set(consumerId, (result) => {
          waiting.delete(consumerId)
          signal?.removeEventListener('abort', leave)
          if (result.status === REQUEST_STATUS.success) resolve(result.body)
          else reject(errorOf(call, result, error))
        })
        signal?.addEventListener('abort', leave)
        actor.send({ type: 'request.asked', consumerId })
      })
    },
  }
}

function transmitted({ address, request, bearer }: Sending, signal: AbortSignal): Promise<HttpAnswer> {
  if (!bearer) return overNetwork(address, request, signal)
  const [url = address] = address.split('?')
  return bearer(url, signal, (headers) =>
    overNetwork(address, { ...request, headers: { ...request.headers, ...headers } }, signal),
  )
}

function policyOf({ call, extras, request, usualTimeoutMs }: Sending): RequestPolicy {
  const { whenParallel, retryCount, timeoutMs = usualTimeoutMs } = call
  return fullPolicy({
    method: request.method,
    idempotencyKey: extras.idempotencyKey ?? null,
    spread: Math.random(),
    ...(whenParallel ? { whenParallel } : {}),
    ...(retryCount === undefined ? {} : { retryCount }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
}

/** The error of a result: that of the answer, or one for what never came. A retry that fails says so (ERR-11). */
function errorOf(call: Call, result: Exclude<RequestResult, { status: 1 }>, answered: AppError | null): AppError {
  if (result.status === REQUEST_STATUS.closed) return new AppError('request.cancelled', { call: call.id })
  const { failure, httpStatus: statusCode, status: resultStatus, reason } = result
  if (answered && !reason) return answered
  const { fields, retryAfterSeconds } = answered ?? {}
  return new HttpError(
    failure.code as AppError['code'],
    { ...failure.params, call: call.id },
    {
      ...(answered ? { cause: answered } : {}),
      ...(fields ? { fields } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    { statusCode, resultStatus, ...(reason ? { message: reason } : {}) },
  )
}
