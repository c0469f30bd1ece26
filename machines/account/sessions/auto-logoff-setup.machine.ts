import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { AutoLogoffEvent } from '#schemas'
import { deadlineMs, type IdleTimes, isOver, isWarningDue, lastActivityMs, warnAtMs } from './auto-logoff.rules.ts'

/** How long the clock and the storage may take to be read. */
export const READ_LIMIT_MS = 1000
/** How long the sign-out call may take before the page acts as if the server knew. */
export const SIGN_OUT_LIMIT_MS = 10_000

export interface AutoLogoffInput {
  /** Whether the brand has it on (`auth.isAutoLogoffEnabled`); off when absent (AUTH-6). */
  readonly isEnabled?: boolean
  readonly idleMs?: number
  readonly warningMs?: number
  /** The time on this computer, ms since 1970, when a player is signed in already. */
  readonly signedInAtMs?: number
}

/** What the clock and the storage that all tabs share say. */
export interface ActivityReading {
  readonly nowMs: number
  /** The last activity that any tab has stored; null when none is. */
  readonly storedAtMs: number | null
}

export type AutoLogoffEmitted =
  /** The player will be signed out at the deadline, ms since 1970; sent again when the deadline moves. */
  | { readonly type: 'warning.shown'; readonly deadlineMs: number }
  | { readonly type: 'warning.withdrawn' }
  /** For the other tabs. */
  | { readonly type: 'activity.published'; readonly atMs: number }
  /** The idle time is over: the page forgets the player, and a warning that is shown goes. */
  | { readonly type: 'signed-off'; readonly isServerTold: boolean }
  | { readonly type: 'logged'; readonly actor: 'readActivity' | 'signOut'; readonly code: string }

export interface AutoLogoffContext extends IdleTimes {
  readonly isEnabled: boolean
  readonly isSignedIn: boolean
  /** The time of the latest event, ms since 1970. */
  readonly nowMs: number
  readonly isWarned: boolean
}

/** The time on this computer, ms since 1970. */
export interface Now {
  readonly nowMs: number
}

/** The words of the auto logoff: its types, actors, delays, guards and actions. */
export const autoLogoffSetup = setup({
  types: {
    context: {} as AutoLogoffContext,
    events: {} as AutoLogoffEvent,
    emitted: {} as AutoLogoffEmitted,
    input: {} as AutoLogoffInput,
    tags: {} as 'warning',
  },
  actors: {
    readActivity: fromPromise<ActivityReading>(() => absentActor('readActivity')),
    signOut: fromPromise<void>(() => absentActor('signOut')),
  },
  delays: {
    untilWarning: ({ context }) => Math.max(0, warnAtMs(context) - context.nowMs),
    untilDeadline: ({ context }) => Math.max(0, deadlineMs(context) - context.nowMs),
    readLimit: READ_LIMIT_MS,
    signOutLimit: SIGN_OUT_LIMIT_MS,
  },
  guards: {
    isEnabled: ({ context }) => context.isEnabled,
    isSignedIn: ({ context }) => context.isSignedIn,
    isTooLate: ({ context }, { nowMs }: Now) => isOver(context, nowMs),
    isInTime: ({ context }, { nowMs }: Now) => !isOver(context, nowMs),
    isNews: ({ context }, params: { readonly atMs: number }) => params.atMs > context.lastActiveAtMs,
    isNewsInTime: ({ context }, { atMs, nowMs }: Now & { readonly atMs: number }) =>
      atMs > context.lastActiveAtMs && !isOver(withReading(context, { nowMs, storedAtMs: atMs }), nowMs),
    isOver: ({ context }, reading: ActivityReading) => isOver(withReading(context, reading), reading.nowMs),
    isWarningDue: ({ context }, reading: ActivityReading) => isWarningDue(withReading(context, reading), reading.nowMs),
    isWarningDueNow: ({ context }) => isWarningDue(context, context.nowMs),
    isWarningStanding: ({ context }) => context.isWarned && isWarningDue(context, context.nowMs),
    isWarningOver: ({ context }) => context.isWarned && isOver(context, context.nowMs),
  },
  actions: {
    begin: assign((_, { nowMs }: Now) => ({ isSignedIn: true, lastActiveAtMs: nowMs, nowMs, isWarned: false })),
    end: assign({ isSignedIn: false, isWarned: false }),
    storeActivity: assign((_, { nowMs }: Now) => ({ lastActiveAtMs: nowMs, nowMs })),
    storeShared: assign(({ context }, { atMs, nowMs }: Now & { readonly atMs: number }) => ({
      lastActiveAtMs: lastActivityMs(context.lastActiveAtMs, atMs, nowMs),
      nowMs,
    })),
    noteTime: assign(({ context }, { nowMs }: Now) => ({
      lastActiveAtMs: lastActivityMs(context.lastActiveAtMs, null, nowMs),
      nowMs,
    })),
    storeReading: assign(({ context }, reading: ActivityReading) => withReading(context, reading)),
    assumeWarningTime: assign({ nowMs: ({ context }) => warnAtMs(context) }),
    assumeDeadline: assign({ nowMs: ({ context }) => deadlineMs(context) }),
    warn: assign({ isWarned: true }),
    announceWarning: emit(({ context }) => ({ type: 'warning.shown' as const, deadlineMs: deadlineMs(context) })),
    withdrawWarning: enqueueActions(({ context, enqueue }) => {
      if (!context.isWarned) return
      enqueue.assign({ isWarned: false })
      enqueue.emit({ type: 'warning.withdrawn' })
    }),
    publishActivity: emit((_, { nowMs }: Now) => ({ type: 'activity.published' as const, atMs: nowMs })),
    announceEnd: emit((_, params: { readonly isServerTold: boolean }) => ({ type: 'signed-off' as const, ...params })),
    log: emit((_, params: { readonly actor: 'readActivity' | 'signOut'; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
  },
})

function withReading<T extends IdleTimes>(times: T, { nowMs, storedAtMs }: ActivityReading): T & Now {
  return { ...times, lastActiveAtMs: lastActivityMs(times.lastActiveAtMs, storedAtMs, nowMs), nowMs }
}
