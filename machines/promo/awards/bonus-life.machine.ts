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
  /** Null while the player has not got it. */
  readonly bonus: FollowedBonus | null
  readonly failure: Failure | null
}

const lifeSetup = setup({
  types: {
    context: {} as BonusLifeContext,
    events: {} as BonusLifeEvent,
    emitted: {} as { readonly type: 'bonus.changed' },
    input: {} as { readonly bonus: FollowedBonus | null },
    tags: {} as 'busy',
  },
  actors: {
    claim: fromPromise<FollowedBonus>(() => absentActor('claim')),
    read: fromPromise<FollowedBonus>(() => absentActor('read')),
    refuse: fromPromise<FollowedBonus, { readonly id: number }>(() => absentActor('refuse')),
  },
  guards: {
    isOver: ({ context }) => context.bonus !== null && hasEnded(context.bonus),
    isHeld: ({ context }) => context.bonus !== null && !hasEnded(context.bonus),
    wasHadBefore: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'promo.had_before',
  },
  actions: {
    storeBonus: assign((_, params: { readonly bonus: FollowedBonus }) => ({ bonus: params.bonus, failure: null })),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    announce: emit({ type: 'bonus.changed' }),
  },
})

/**
 * The life of a bonus as its page follows it: it is taken, read again while it is played through, and refused once the player has seen what
 * is lost. To take it twice or to refuse it twice does nothing more, so that a lost answer is asked for by the same press.
 */
export const bonusLifeMachine = lifeSetup.createMachine({
  id: 'bonus-life',
  context: ({ input }) => ({ bonus: input.bonus, failure: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'isOver', target: 'over' }, { guard: 'isHeld', target: 'held' }, { target: 'offered' }],
    },
    offered: { on: { 'claim.requested': { target: 'claiming', actions: 'clearFailure' } } },
    claiming: {
      tags: 'busy',
      invoke: {
        src: 'claim',
        onDone: {
          target: 'arriving',
          actions: [{ type: 'storeBonus', params: ({ event }) => ({ bonus: event.output }) }, 'announce'],
        },
        onError: [
          { guard: { type: 'wasHadBefore', params: ({ event }) => ({ error: event.error }) }, target: 'reading' },
          {
            target: 'offered',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
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
        input: ({ context }) => ({ id: context.bonus?.id ?? 0 }),
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
