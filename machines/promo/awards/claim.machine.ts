import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { ClaimEvent } from '#schemas'
import type { FollowedBonus } from './bonus-life.machine.ts'

export interface ClaimContext {
  /** What was claimed; null before. */
  readonly bonus: FollowedBonus | null
  readonly failure: Failure | null
}

const codeOf = (error: unknown): string => readFailure(error).code

const claimSetup = setup({
  types: {
    context: {} as ClaimContext,
    events: {} as ClaimEvent,
    emitted: {} as { readonly type: 'bonus.claimed' },
    tags: {} as 'busy',
  },
  actors: {
    claim: fromPromise<FollowedBonus>(() => absentActor('claim')),
    read: fromPromise<FollowedBonus>(() => absentActor('read')),
  },
  guards: {
    wasHadBefore: (_, params: { readonly error: unknown }) => codeOf(params.error) === 'promo.had_before',
    isWithdrawn: (_, params: { readonly error: unknown }) => codeOf(params.error) === 'promo.campaign_unknown',
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeBonus: assign((_, params: { readonly bonus: FollowedBonus }) => ({ bonus: params.bonus, failure: null })),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    announce: emit({ type: 'bonus.claimed' }),
  },
})

/**
 * The claim of a bonus or a gift that is offered: it is the player's, refused for a reason that may pass, such as a break, withdrawn by the
 * operator, or over. A claim whose answer was lost is made again by the same press, and one that was made before, here or elsewhere, shows
 * what the player has: nothing is given twice.
 */
export const claimMachine = claimSetup.createMachine({
  id: 'claim',
  context: { bonus: null, failure: null },
  initial: 'offered',
  states: {
    offered: {
      on: {
        'claim.requested': { target: 'claiming', actions: 'clearFailure' },
        'offer.expired': { target: 'expired', actions: 'clearFailure' },
      },
    },
    claiming: {
      tags: 'busy',
      invoke: {
        src: 'claim',
        onDone: {
          target: 'claimed',
          actions: [{ type: 'storeBonus', params: ({ event }) => ({ bonus: event.output }) }, 'announce'],
        },
        onError: [
          { guard: { type: 'wasHadBefore', params: ({ event }) => ({ error: event.error }) }, target: 'reading' },
          {
            guard: { type: 'isWithdrawn', params: ({ event }) => ({ error: event.error }) },
            target: 'withdrawn',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
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
          target: 'claimed',
          actions: [{ type: 'storeBonus', params: ({ event }) => ({ bonus: event.output }) }, 'announce'],
        },
        onError: {
          target: 'offered',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      on: {
        'claim.requested': { target: 'claiming', actions: 'clearFailure' },
        'offer.expired': { target: 'expired', actions: 'clearFailure' },
      },
    },
    claimed: {},
    withdrawn: {},
    expired: {},
  },
})
