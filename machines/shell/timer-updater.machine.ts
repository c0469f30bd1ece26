import { assign, cancel, emit, enqueueActions, fromPromise, raise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { TimerUpdaterEvent } from '#schemas'
import { readFailure } from './failure.rules.ts'

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
  /** Updates begun so far; each is reported at most once. */
  readonly begun: number
}

const timerUpdaterSetup = setup({
  types: {
    context: {} as TimerUpdaterContext,
    events: {} as TimerUpdaterEvent | { readonly type: 'period.ended' },
    emitted: {} as TimerUpdaterEmitted,
    input: {} as TimerUpdaterInput,
    tags: {} as 'busy',
  },
  actors: {
    update: fromPromise<unknown, { readonly isForced: boolean }>(() => absentActor('update')),
  },
  delays: { period: ({ context }) => context.periodMs, updateLimit: UPDATE_LIMIT_MS },
  guards: { isPaused: ({ context }) => context.isPaused },
  actions: {
    pause: assign({ isPaused: true }),
    resume: assign({ isPaused: false }),
    schedule: raise({ type: 'period.ended' }, { delay: 'period', id: 'period' }),
    unschedule: cancel('period'),
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
 * Keeps something up to date by asking for it again and again (UI-17 to UI-19): the next update begins one period
 * after the last has ended. While it is paused nothing is requested, and an update under way is given up; the period
 * keeps running, and when it is resumed after the period, the update that was due starts at once: frequent pauses do
 * not starve it. A forced update comes at once in any case, in place of one that is under way, for that one may have
 * begun before what the caller wants to see. An update that fails is only logged; the next one comes in its time.
 */
export const timerUpdaterMachine = timerUpdaterSetup.createMachine({
  id: 'timerUpdater',
  context: ({ input }) => ({ periodMs: input.periodMs, isPaused: input.isPaused ?? false, begun: 0 }),
  initial: 'running',
  entry: 'schedule',
  on: {
    'update.forced': '.forcedUpdate',
    'updater.destroyed': '.destroyed',
  },
  states: {
    running: {
      always: { guard: 'isPaused', target: 'paused' },
      on: { 'updater.paused': { actions: 'pause' }, 'period.ended': 'loading' },
    },
    loading: {
      tags: 'busy',
      entry: ['begin', 'unschedule'],
      exit: 'schedule',
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
          on: {
            'updater.resumed': { target: '#timerUpdater.running', actions: 'resume' },
            'period.ended': 'overdue',
          },
        },
        overdue: { on: { 'updater.resumed': { target: '#timerUpdater.loading', actions: 'resume' } } },
      },
    },
    forcedUpdate: {
      tags: 'busy',
      entry: ['begin', 'unschedule'],
      exit: 'schedule',
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
