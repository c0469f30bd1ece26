import type { MachineContract } from './machine-contract.ts'
import { requestMachine } from './request.machine.ts'
import { isRepeatable, REQUEST_STATUS } from './request.rules.ts'

const CLOSED = REQUEST_STATUS.closed

/** What playing and fuzzing a request need to know. */
export const requestContract: MachineContract<typeof requestMachine> = {
  machine: requestMachine,
  invariants: [
    {
      name: 'every caller receives one result, or still waits',
      holds: ({ context, emitted }) =>
        emitted.filter(({ type }) => type === 'request.settled').length === context.askings - context.consumers.length,
    },
    {
      name: 'nobody waits where nothing is under way, and nothing is under way for nobody',
      holds: ({ value, context }) => (value === 'resting') === (context.consumers.length === 0),
    },
    {
      name: 'nobody waits twice',
      holds: ({ context }) => new Set(context.consumers).size === context.consumers.length,
    },
    {
      name: 'it is sent at most once more than its retry count, and once only if sending it twice does harm',
      holds: ({ context: { attempt, policy } }) => attempt <= (isRepeatable(policy) ? 1 + policy.retryCount : 1),
    },
    {
      name: 'no wait is longer than the longest',
      holds: ({ context: { waitMs, policy } }) => waitMs >= 0 && waitMs <= policy.longestWaitMs,
    },
    {
      name: 'an answer that is downloaded has a head',
      holds: ({ value, context }) => !isAt(value, 'downloading') || context.head !== null,
    },
    {
      name: 'what was invalid is not logged, and no sending is logged but that of a result',
      holds: ({ emitted }) => {
        const logged = emitted.filter(({ type }) => type === 'logged')
        const told = emitted.filter(({ result }) => (result as Told)?.failure && (result as Told)?.status !== CLOSED)
        return (
          logged.length <= told.length && logged.every(({ httpStatus }) => httpStatus !== 403 && httpStatus !== 422)
        )
      },
    },
  ],
  abstract: ({ policy, consumers, attempt, head, outcome }) => [
    policy.whenParallel,
    policy.retryCount,
    isRepeatable(policy),
    consumers.length,
    attempt,
    head !== null,
    outcome?.httpStatus ?? null,
  ],
  eventSchema: 'shell/request-event',
  inputs: [
    {},
    { retryCount: 2 },
    { retryCount: 2, whenParallel: 'supersede' },
    { whenParallel: 'block' },
    { method: 'POST', retryCount: 2, whenParallel: 'supersede' },
    { method: 'POST', retryCount: 1, idempotencyKey: 'bet-1' },
  ],
  events: [
    { type: 'request.asked', consumerId: 'balance-1' },
    { type: 'request.asked', consumerId: 'balance-2' },
    { type: 'consumer.left', consumerId: 'balance-1' },
    { type: 'consumer.left', consumerId: 'balance-2' },
    { type: 'request.cancelled' },
  ],
  outcomes: {
    sendRequest: {
      ok: [
        { httpStatus: 200, retryAfterSeconds: 0 },
        { httpStatus: 422, retryAfterSeconds: 0 },
        { httpStatus: 429, retryAfterSeconds: 7 },
        { httpStatus: 503, retryAfterSeconds: 0 },
      ],
      err: [{ code: 'request.offline' }],
    },
    readAnswer: {
      ok: [
        { body: { balance: '12.50' }, failure: null },
        { body: null, failure: { code: 'main_query_error' } },
      ],
      err: [{ code: 'request.offline' }],
    },
  },
}

type Told = { readonly status: unknown; readonly failure?: unknown } | undefined

function isAt(value: unknown, state: string): boolean {
  return JSON.stringify(value).includes(`"${state}"`)
}
