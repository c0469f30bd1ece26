import { assign, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { EventQueueEvent, TrackedFact } from '#schemas'

/** How long events are collected before they are sent, ms (ANA-19). */
export const SEND_MS = 3000
/** Most events of a batch (ANA-19). */
export const BATCH = 10
/** Least time between two requests, ms: five a second (ANA-19). */
export const PACE_MS = 200
/** Most events that wait; beyond them the oldest are dropped, and counted. */
export const MOST_WAITING = 1000
/** Waits before a batch is sent again, ms: the last one is used from then on. */
const BACK_OFF_MS = [3000, 6000, 12_000, 30_000] as const

/** Events that are sent together. */
export interface EventBatch {
  readonly events: readonly TrackedFact[]
  /** How many events were dropped since the last batch that has arrived. */
  readonly lost: number
}

export interface EventQueueContext {
  /** Events that were not sent yet, the oldest first. */
  readonly waiting: readonly TrackedFact[]
  /** How many of them are under way, at the head. */
  readonly underWay: number
  readonly lost: number
  /** How many were reported as lost in the batch that is under way. */
  readonly lostUnderWay: number
  /** How often the batch at the head has failed. */
  readonly failures: number
}

function tooMany(waiting: readonly TrackedFact[], underWay: number): number {
  return Math.max(0, Math.min(waiting.length - MOST_WAITING, waiting.length - underWay))
}

const queueSetup = setup({
  types: { context: {} as EventQueueContext, events: {} as EventQueueEvent },
  actors: {
    send: fromPromise<unknown, EventBatch>(() => absentActor('send')),
  },
  delays: {
    collecting: SEND_MS,
    pace: PACE_MS,
    backOff: ({ context: { failures } }) => BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? SEND_MS,
  },
  guards: {
    isEmpty: ({ context }) => context.waiting.length === 0,
    isFull: ({ context }) => context.waiting.length >= BATCH,
  },
  actions: {
    add: assign(({ context: { waiting, underWay, lost } }, params: { readonly event: TrackedFact }) => {
      const all = [...waiting, params.event]
      const over = tooMany(all, underWay)
      return { waiting: [...all.slice(0, underWay), ...all.slice(underWay + over)], lost: lost + over }
    }),
    takeBatch: assign(({ context: { waiting, lost } }) => ({
      underWay: Math.min(BATCH, waiting.length),
      lostUnderWay: lost,
    })),
    drop: assign(({ context: { waiting, underWay, lost, lostUnderWay } }) => ({
      ...{ waiting: waiting.slice(underWay), underWay: 0, failures: 0 },
      ...{ lost: lost - lostUnderWay, lostUnderWay: 0 },
    })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1, underWay: 0, lostUnderWay: 0 })),
    purge: assign({ waiting: [], underWay: 0, lost: 0, lostUnderWay: 0, failures: 0 }),
  },
})

/**
 * Sends events in batches of ten, in their order (ANA-19). A batch that fails waits at the head and is sent again, after ever longer waits,
 * so that an outage loses nothing until a thousand events wait; nobody sees its failures (ANA-7). A page that is about to go
 * sends what it has at once. When the visitor withdraws the consent, nothing is sent any more and all is forgotten.
 */
export const eventQueueMachine = queueSetup.createMachine({
  id: 'event-queue',
  context: { waiting: [], underWay: 0, lost: 0, lostUnderWay: 0, failures: 0 },
  initial: 'resting',
  on: {
    'event.added': { actions: { type: 'add', params: ({ event }) => ({ event: event.event }) } },
    'consent.withdrawn': { target: '.stopped', actions: 'purge' },
  },
  states: {
    resting: {
      on: {
        'event.added': {
          target: 'collecting',
          actions: { type: 'add', params: ({ event }) => ({ event: event.event }) },
        },
      },
    },
    collecting: {
      always: { guard: 'isFull', target: 'sending' },
      after: { collecting: 'sending' },
      on: { 'page.hidden': 'sending' },
    },
    sending: {
      entry: 'takeBatch',
      invoke: {
        src: 'send',
        input: ({ context }) => ({ events: context.waiting.slice(0, context.underWay), lost: context.lostUnderWay }),
        onDone: { target: 'pacing', actions: 'drop' },
        onError: { target: 'waiting', actions: 'countFailure' },
      },
    },
    pacing: {
      after: {
        pace: [
          { guard: 'isEmpty', target: 'resting' },
          { guard: 'isFull', target: 'sending' },
          { target: 'collecting' },
        ],
      },
    },
    waiting: {
      after: { backOff: 'sending' },
      on: { 'page.hidden': 'sending' },
    },
    stopped: { on: { 'event.added': {} } },
  },
})
