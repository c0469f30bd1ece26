import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { BonusLifeEvent, PlayerBonus } from '#schemas'

/** A bonus as its page follows it. */
export type FollowedBonus = Pick<PlayerBonus, 'id' | 'state'>

const ENDED: ReadonlySet<FollowedBonus['state']> = new Set(['converted', 'spent', 'refused', 'expired', 'cancelled'])

/** Whether a bonus has ended. */
export function hasEnded({ state }: FollowedBonus): boolean {
  return ENDED.has(state)
}

export interface BonusLifeContext {
  readonly bonus: FollowedBonus
  readonly failure: Failure | null
}

const lifeSetup = setup({
  types: {
    context: {} as BonusLifeContext,
    events: {} as BonusLifeEvent,
    emitted: {} as { readonly type: 'bonus.changed' },
    input: {} as { readonly bonus: FollowedBonus },
    tags: {} as 'busy',
  },
  actors: {
    read: fromPromise<FollowedBonus>(() => absentActor('read')),
    refuse: fromPromise<FollowedBonus, { readonly id: number }>(() => absentActor('refuse')),
  },
  guards: {
    isOver: ({ context }) => hasEnded(context.bonus),
  },
  actions: {
    storeBonus: assign((_, params: { readonly bonus: FollowedBonus }) => ({ bonus: params.bonus, failure: null })),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    announce: emit({ type: 'bonus.changed' }),
  },
})

/**
 * The life of a bonus that a player has, as its page follows it: it is read again while it is played through, and refused once the player
 * has seen what is lost. To refuse it twice does nothing more, so that a lost answer is asked for by the same press.
 */
export const bonusLifeMachine = lifeSetup.createMachine({
  id: 'bonus-life',
  context: ({ input }) => ({ bonus: input.bonus, failure: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'isOver', target: 'over' }, { target: 'held' }],
    },
    reading: {
      tags: 'busy',
      invoke: {
        src: 'read',
        onDone: {
          target: 'arriving',
          actions: [{ type: 'storeBonus', params: ({ event }) => ({ bonus: event.output }) }, 'announce'],
        },
        onError: {
          target: 'arriving',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    held: {
      on: {
        'refresh.requested': { target: 'reading', actions: 'clearFailure' },
        'refuse.asked': { target: 'asking', actions: 'clearFailure' },
      },
    },
    asking: {
      on: {
        'refuse.dropped': { target: 'held', actions: 'clearFailure' },
        'refuse.confirmed': { target: 'refusing', actions: 'clearFailure' },
      },
    },
    refusing: {
      tags: 'busy',
      invoke: {
        src: 'refuse',
        input: ({ context }) => ({ id: context.bonus.id }),
        onDone: {
          target: 'arriving',
          actions: [{ type: 'storeBonus', params: ({ event }) => ({ bonus: event.output }) }, 'announce'],
        },
        onError: {
          target: 'asking',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    over: {},
  },
})
