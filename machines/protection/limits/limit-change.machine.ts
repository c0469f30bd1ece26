import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { LimitChangeEvent, LimitsAnswer, LimitWish } from '#schemas'

/** What of the limits the machine decides by. */
export type LimitsShown = Pick<LimitsAnswer, 'limits' | 'isReviewDue'>

export interface LimitChangeContext extends LimitsShown {
  /** What was asked last; null when nothing was. */
  readonly wish: LimitWish | null
  /** Why it was refused, or why it is not known what came of it. */
  readonly failure: Failure | null
}

export type LimitChangeEmitted = {
  readonly type: 'limit.changed'
  readonly wish: LimitWish
  /** Whether a raise of the limit waits now. */
  readonly isWaiting: boolean
}

type LimitName = Pick<LimitsAnswer['limits'][number], 'kind' | 'period'>

/** The limit of a name; undefined when none is set. */
function limitOf({ limits }: LimitsShown, { kind, period }: LimitName) {
  return limits.find((limit) => limit.kind === kind && limit.period === period)
}

const changeSetup = setup({
  types: {
    context: {} as LimitChangeContext,
    events: {} as LimitChangeEvent,
    emitted: {} as LimitChangeEmitted,
    input: {} as LimitsShown,
    tags: {} as 'busy',
  },
  actors: {
    change: fromPromise<LimitsShown, LimitWish>(() => absentActor('change')),
    read: fromPromise<LimitsShown>(() => absentActor('read')),
  },
  guards: {
    isSet: ({ context }, name: LimitName) => limitOf(context, name) !== undefined,
    isRaising: ({ context }, name: LimitName) => (limitOf(context, name)?.raise ?? null) !== null,
    isReviewDue: ({ context }) => context.isReviewDue,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeWish: assign((_, wish: LimitWish) => ({ wish, failure: null })),
    storeLimits: assign((_, { limits, isReviewDue }: LimitsShown) => ({ limits, isReviewDue })),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    announce: emit(({ context }) => {
      const { wish } = context
      const limit = wish && 'kind' in wish ? limitOf(context, wish) : undefined
      return {
        type: 'limit.changed' as const,
        wish: wish ?? { action: 'review' as const },
        isWaiting: (limit?.raise ?? null) !== null,
      }
    }),
  },
})

/**
 * The limits of a player on their page (RG-3, RG-4, RG-6, RG-10): one change at a time. What is refused leaves them as they were. A lost
 * answer leaves it unsure what holds, so they are read before anything else is done: a limit is never shown that may not be the one.
 */
export const limitChangeMachine = changeSetup.createMachine({
  id: 'limit-change',
  context: ({ input }) => ({ limits: input.limits, isReviewDue: input.isReviewDue, wish: null, failure: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'limit.set': {
          target: 'changing',
          actions: {
            type: 'storeWish',
            params: ({ event: { kind, period, amount } }) => ({ action: 'set', kind, period, amount }),
          },
        },
        'limit.removed': {
          guard: { type: 'isSet', params: ({ event }) => event },
          target: 'changing',
          actions: {
            type: 'storeWish',
            params: ({ event: { kind, period } }) => ({ action: 'remove', kind, period }),
          },
        },
        'raise.confirmed': {
          guard: { type: 'isRaising', params: ({ event }) => event },
          target: 'changing',
          actions: {
            type: 'storeWish',
            params: ({ event: { kind, period } }) => ({ action: 'confirm', kind, period }),
          },
        },
        'raise.withdrawn': {
          guard: { type: 'isRaising', params: ({ event }) => event },
          target: 'changing',
          actions: {
            type: 'storeWish',
            params: ({ event: { kind, period } }) => ({ action: 'withdraw', kind, period }),
          },
        },
        'limits.reviewed': {
          guard: 'isReviewDue',
          target: 'changing',
          actions: { type: 'storeWish', params: { action: 'review' } },
        },
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        src: 'change',
        input: ({ context }) => context.wish ?? { action: 'review' },
        onDone: {
          target: 'resting',
          actions: [{ type: 'storeLimits', params: ({ event }) => event.output }, 'announce'],
        },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'resting',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'reading', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        src: 'read',
        onDone: { target: 'resting', actions: { type: 'storeLimits', params: ({ event }) => event.output } },
        onError: {
          target: 'unsure',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unsure: { on: { 'limits.reread': { target: 'reading', actions: 'clearFailure' } } },
  },
})
