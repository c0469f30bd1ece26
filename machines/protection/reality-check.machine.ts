import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { RealityCheckEvent, SessionReading } from '#schemas'
import { checksDue, msToCheck } from './reality-check.rules.ts'

/** After how long a reading that has failed is made again, ms. */
export const AGAIN_MS = 60_000

export interface RealityCheckInput {
  /** How often the player has to acknowledge, ms; 0 never (RG-12). */
  readonly intervalMs: number
  /** How often the reading is made again for who watches it, ms; 0 only when a check is due. */
  readonly refreshMs: number
}

export interface RealityCheckContext extends RealityCheckInput {
  /** The last reading; null before the first. */
  readonly reading: SessionReading | null
}

export type RealityCheckEmitted =
  /** So many checks of the session that began then were acknowledged here. */
  | { readonly type: 'checks.acknowledged'; readonly startedAt: string; readonly checks: number }
  | { readonly type: 'leave.wanted' }
  | { readonly type: 'logged'; readonly code: string }

const checkSetup = setup({
  types: {
    context: {} as RealityCheckContext,
    events: {} as RealityCheckEvent,
    emitted: {} as RealityCheckEmitted,
    input: {} as RealityCheckInput,
  },
  actors: {
    read: fromPromise<SessionReading>(() => absentActor('read')),
  },
  delays: {
    untilNext: ({ context: { reading, intervalMs, refreshMs } }) => {
      const untilCheckMs = msToCheck(reading?.elapsedMs ?? 0, intervalMs, reading?.acknowledged ?? 0)
      return Math.min(untilCheckMs, refreshMs > 0 ? refreshMs : Number.POSITIVE_INFINITY, LONGEST_MS)
    },
    again: AGAIN_MS,
  },
  guards: {
    isDue: ({ context: { intervalMs } }, { reading }: { readonly reading: SessionReading }) =>
      msToCheck(reading.elapsedMs, intervalMs, reading.acknowledged) === 0,
    isSignedOut: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'access.denied',
    isAcknowledged: (
      { context: { reading, intervalMs } },
      params: { readonly startedAt: string; readonly checks: number },
    ) =>
      reading !== null &&
      params.startedAt === reading.startedAt &&
      params.checks >= checksDue(reading.elapsedMs, intervalMs),
  },
  actions: {
    storeReading: assign({ reading: (_, params: { readonly reading: SessionReading }) => params.reading }),
    noteChecks: assign({
      reading: ({ context: { reading, intervalMs } }) =>
        reading && { ...reading, acknowledged: checksDue(reading.elapsedMs, intervalMs) },
    }),
    announce: emit(({ context: { reading } }) => ({
      type: 'checks.acknowledged' as const,
      startedAt: reading?.startedAt ?? '',
      checks: reading?.acknowledged ?? 0,
    })),
    leave: emit({ type: 'leave.wanted' as const }),
    log: emit((_, params: { readonly error: unknown }) => ({
      type: 'logged' as const,
      code: readFailure(params.error).code,
    })),
  },
})

/** The longest that a timer of a browser waits, ms. */
const LONGEST_MS = 86_400_000

const acknowledged = { target: 'reading', actions: ['noteChecks', 'announce'] } as const

/**
 * A reality check (RG-12): time and again, by the clock of the server, the player sees how long they have been there and what they have won
 * or lost, and has to acknowledge it here or in another tab. A reading that fails is made again; who is signed out is nobody to be checked.
 */
export const realityCheckMachine = checkSetup.createMachine({
  id: 'reality-check',
  context: ({ input }) => ({ ...input, reading: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'read',
        onDone: [
          {
            guard: { type: 'isDue', params: ({ event }) => ({ reading: event.output }) },
            target: 'due',
            actions: { type: 'storeReading', params: ({ event }) => ({ reading: event.output }) },
          },
          { target: 'waiting', actions: { type: 'storeReading', params: ({ event }) => ({ reading: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isSignedOut', params: ({ event }) => ({ error: event.error }) }, target: 'over' },
          { target: 'failed', actions: { type: 'log', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    waiting: {
      after: { untilNext: 'reading' },
      on: { 'page.shown': 'reading' },
    },
    failed: {
      after: { again: 'reading' },
      on: { 'page.shown': 'reading' },
    },
    due: {
      on: {
        'check.acknowledged': acknowledged,
        'checks.acknowledged_elsewhere': {
          guard: { type: 'isAcknowledged', params: ({ event }) => event },
          target: 'reading',
          actions: 'noteChecks',
        },
        'leave.requested': { actions: 'leave' },
      },
    },
    over: { type: 'final' },
  },
})
