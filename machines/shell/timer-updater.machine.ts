import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import type { TimerUpdaterEvent } from '#schemas'
import { readFailure } from './failure.rules.ts'
import type { MachineContract } from './machine-contract.ts'

/** How long an update may take. */
export const UPDATE_LIMIT_MS = 30_000

export interface TimerUpdaterInput {
  /** Time from the end of one update to the next, ms. */
  readonly periodMs: number
  readonly isPaused?: boolean
}

export type TimerUpdaterEmitted =
  | { readonly type: 'updated'; readonly data: unknown; readonly isForced: boolean }
  | { readonly type: 'logged'; readonly actor: 'update'; readonly code: string }

export interface TimerUpdaterContext {
  readonly periodMs: number
  readonly isPaused: boolean
  /** Updates begun so far; each is told of at most once. */
  readonly begun: number
}

const timerUpdaterSetup = setup({
  types: {
    context: {} as TimerUpdaterContext,
    events: {} as TimerUpdaterEvent,
    emitted: {} as TimerUpdaterEmitted,
    input: {} as TimerUpdaterInput,
    tags: {} as 'busy',
  },
  actors: {
    update: fromPromise<unknown, { readonly isForced: boolean }>(() =>
      Promise.reject(new Error('actor update was not provided')),
    ),
  },
  delays: { period: ({ context }) => context.periodMs, updateLimit: UPDATE_LIMIT_MS },
  guards: { isPaused: ({ context }) => context.isPaused },
  actions: {
    pause: assign({ isPaused: true }),
    resume: assign({ isPaused: false }),
    begin: assign({ begun: ({ context }) => context.begun + 1 }),
    announce: enqueueActions(({ enqueue }, params: { readonly data: unknown; readonly isForced: boolean }) => {
      enqueue.emit({ type: 'updated', data: params.data ?? null, isForced: params.isForced })
    }),
    log: emit((_, params: { readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: 'update' as const,
      code: readFailure(params.error).code,
    })),
  },
})

const TIMEOUT = { error: { code: 'request.timeout' } } as const

/**
 * Keeps something up to date by asking for it again and again (UI-17 to UI-19): a period after one update has ended the next one
 * begins. While it is paused nothing is asked for, and an update that is under way is given up; when it is resumed after more than
 * a period, the update that was due comes at once. A forced update comes at once in any case, in place of one that is under way,
 * for that one may have begun before what the caller wants to see. An update that fails is only logged; the next one comes in its
 * time.
 */
export const timerUpdaterMachine = timerUpdaterSetup.createMachine({
  id: 'timerUpdater',
  context: ({ input }) => ({ periodMs: input.periodMs, isPaused: input.isPaused ?? false, begun: 0 }),
  initial: 'running',
  on: {
    'update.forced': '.forcedUpdate',
    'updater.destroyed': '.destroyed',
  },
  states: {
    running: {
      always: { guard: 'isPaused', target: 'paused' },
      on: { 'updater.paused': { actions: 'pause' } },
      after: { period: 'loading' },
    },
    loading: {
      tags: 'busy',
      entry: 'begin',
      on: { 'updater.paused': { target: 'paused.overdue', actions: 'pause' } },
      invoke: {
        src: 'update',
        input: { isForced: false },
        onDone: {
          target: 'running',
          actions: { type: 'announce', params: ({ event }) => ({ data: event.output, isForced: false }) },
        },
        onError: { target: 'running', actions: { type: 'log', params: ({ event }) => ({ error: event.error }) } },
      },
      after: { updateLimit: { target: 'running', actions: { type: 'log', params: TIMEOUT } } },
    },
    paused: {
      initial: 'fresh',
      states: {
        fresh: {
          on: { 'updater.resumed': { target: '#timerUpdater.running', actions: 'resume' } },
          after: { period: 'overdue' },
        },
        overdue: { on: { 'updater.resumed': { target: '#timerUpdater.loading', actions: 'resume' } } },
      },
    },
    forcedUpdate: {
      tags: 'busy',
      entry: 'begin',
      on: { 'updater.paused': { actions: 'pause' }, 'updater.resumed': { actions: 'resume' } },
      invoke: {
        src: 'update',
        input: { isForced: true },
        onDone: {
          target: 'running',
          actions: { type: 'announce', params: ({ event }) => ({ data: event.output, isForced: true }) },
        },
        onError: { target: 'running', actions: { type: 'log', params: ({ event }) => ({ error: event.error }) } },
      },
      after: { updateLimit: { target: 'running', actions: { type: 'log', params: TIMEOUT } } },
    },
    destroyed: { type: 'final' },
  },
})

/** What playing and fuzzing a timer updater need to know. */
export const timerUpdaterContract: MachineContract<typeof timerUpdaterMachine> = {
  machine: timerUpdaterMachine,
  invariants: [
    {
      name: 'it stands still exactly while it is paused, but for what is forced and for its end',
      holds: ({ value, context }) =>
        value === 'forcedUpdate' || value === 'destroyed' || isPausedState(value) === context.isPaused,
    },
    {
      name: 'what is under way has begun, and each update is told of at most once, when it has ended',
      holds: ({ value, context, emitted }) =>
        emitted.length <= context.begun - Number(value === 'loading' || value === 'forcedUpdate'),
    },
    {
      name: 'what is told of was asked for: an update by its data, a failure by its code',
      holds: ({ emitted }) => emitted.every(({ type, code }) => type === 'updated' || typeof code === 'string'),
    },
  ],
  abstract: ({ isPaused }) => [isPaused],
  eventSchema: 'shell/timer-updater-event',
  inputs: [{ periodMs: 3000 }, { periodMs: 3000, isPaused: true }],
  events: [
    { type: 'updater.paused' },
    { type: 'updater.resumed' },
    { type: 'update.forced' },
    { type: 'updater.destroyed' },
  ],
  outcomes: { update: { ok: [{ games: 3 }, null], err: [{ code: 'request.offline' }] } },
}

function isPausedState(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'paused' in value
}
