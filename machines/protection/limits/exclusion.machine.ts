import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { BlockUserBody, ExclusionEvent, PlayerReturn } from '#schemas'

/** Lengths that the brand offers. */
export interface OfferedBreaks {
  readonly timeOutHours: readonly number[]
  readonly exclusionMonths: readonly number[]
}

export interface ExclusionInput extends OfferedBreaks {
  /** What keeps a player who was excluded from playing though the exclusion has ended; null when nothing does. */
  readonly comeback: PlayerReturn | null
}

export interface ExclusionContext extends ExclusionInput {
  readonly wish: BlockUserBody | null
  readonly failure: Failure | null
}

export type ExclusionEmitted = { readonly type: 'break.begun'; readonly wish: BlockUserBody }

/** Whether a break is among those that are offered. */
export function isBreakOffered({ timeOutHours, exclusionMonths }: OfferedBreaks, wish: BlockUserBody): boolean {
  return wish.kind === 'time_out' ? timeOutHours.includes(wish.hours) : exclusionMonths.includes(wish.months)
}

const exclusionSetup = setup({
  types: {
    context: {} as ExclusionContext,
    events: {} as ExclusionEvent,
    emitted: {} as ExclusionEmitted,
    input: {} as ExclusionInput,
    tags: {} as 'busy',
  },
  actors: {
    take: fromPromise<unknown, BlockUserBody>(() => absentActor('take')),
    askReturn: fromPromise<PlayerReturn | null>(() => absentActor('askReturn')),
  },
  guards: {
    isOffered: ({ context }, params: { readonly wish: BlockUserBody }) => isBreakOffered(context, params.wish),
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
    isReturnUnasked: ({ context }) => context.comeback?.state === 'unasked',
  },
  actions: {
    storeWish: assign((_, params: { readonly wish: BlockUserBody }) => ({ wish: params.wish, failure: null })),
    dropWish: assign({ wish: null, failure: null }),
    forgetWish: assign({ wish: null }),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeReturn: assign({ comeback: (_, params: { readonly comeback: PlayerReturn | null }) => params.comeback }),
    announce: emit(({ context: { wish } }) => ({
      type: 'break.begun' as const,
      wish: wish ?? { kind: 'time_out' as const, hours: 0 },
    })),
  },
})

/**
 * A break or an exclusion as a player takes it (RG-5, RG-11), and their return after an exclusion has ended. Nothing is taken without the
 * question whether they are sure, but what the button for a break at once takes; once it has begun nothing on the page ends it. A lost answer
 * leaves it unsure whether it has begun, and the question stays open: to take it twice is no more than to take it later.
 */
export const exclusionMachine = exclusionSetup.createMachine({
  id: 'exclusion',
  context: ({ input }) => ({ ...input, wish: null, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'break.asked': {
          guard: { type: 'isOffered', params: ({ event }) => ({ wish: event.wish }) },
          target: 'confirming',
          actions: { type: 'storeWish', params: ({ event }) => ({ wish: event.wish }) },
        },
        'break.taken': {
          guard: { type: 'isOffered', params: ({ event }) => ({ wish: event.wish }) },
          target: 'taking',
          actions: { type: 'storeWish', params: ({ event }) => ({ wish: event.wish }) },
        },
        'return.asked': { guard: 'isReturnUnasked', target: 'returning', actions: 'clearFailure' },
      },
    },
    confirming: {
      on: {
        'break.confirmed': { target: 'taking', actions: 'clearFailure' },
        'break.dropped': { target: 'choosing', actions: 'dropWish' },
      },
    },
    taking: {
      tags: 'busy',
      invoke: {
        src: 'take',
        input: ({ context }) => context.wish ?? { kind: 'time_out', hours: 0 },
        onDone: { target: 'begun', actions: 'announce' },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'choosing',
            actions: [{ type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }, 'forgetWish'],
          },
          { target: 'confirming', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    returning: {
      tags: 'busy',
      invoke: {
        src: 'askReturn',
        onDone: {
          target: 'choosing',
          actions: { type: 'storeReturn', params: ({ event }) => ({ comeback: event.output }) },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    begun: { type: 'final' },
  },
})
