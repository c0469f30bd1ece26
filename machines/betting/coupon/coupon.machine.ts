import { placingState } from './coupon-placing.machine.ts'
import { couponSetup } from './coupon-setup.machine.ts'
import { newCouponState } from './coupon-state.rules.ts'

/**
 * The betting coupon (BET-1 to BET-21, PLACE-1 to PLACE-5): it is filled in and follows the feed as a draft, and placed under a name
 * that is kept before anything is sent. As long as it is not known what became of a bet no other one can be confirmed.
 */
export const couponMachine = couponSetup.createMachine({
  id: 'coupon',
  context: ({ input }) => newCouponState(input.terms, input.userId),
  initial: 'restoring',
  on: {
    'feed.changed': { actions: { type: 'follow', params: ({ event }) => event } },
    'player.left': { target: '.draft', actions: ['wipe', 'tellWiping'] },
  },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isBetRestored', params: ({ event }) => ({ stored: event.output }) },
            target: '#coupon.placing.asking',
            actions: { type: 'storeRestored', params: ({ event }) => ({ stored: event.output }) },
          },
          {
            target: 'draft',
            actions: { type: 'storeRestored', params: ({ event }) => ({ stored: event.output }) },
          },
        ],
        onError: { target: 'draft', actions: 'noteStorage' },
      },
    },
    draft: {
      on: {
        'outcome.pressed': [
          {
            guard: { type: 'isPressSendableAtOnce', params: ({ event }) => event },
            target: 'placing',
            actions: { type: 'preparePressed', params: ({ event }) => event },
          },
          { guard: 'isOneClick', actions: 'noteHeldBack' },
          { actions: [{ type: 'press', params: ({ event }) => event }, 'tellChange'] },
        ],
        'coupon.edited': { actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChange'] },
        'bet.confirmed': [
          {
            guard: { type: 'isSendable', params: ({ event }) => event },
            target: 'placing',
            actions: { type: 'prepare', params: ({ event }) => event },
          },
          { actions: 'noteHeldBack' },
        ],
        'save.requested': [{ guard: 'maySave', target: 'saving' }, { actions: 'noteRefused' }],
        'load.requested': [{ guard: 'mayLoad', target: 'loading' }, { actions: 'noteRefused' }],
        'advance.requested': [{ guard: 'mayAdvance', target: 'askingAdvance' }, { actions: 'noteRefused' }],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveCoupon',
        input: ({ context }) => ({ coupon: context.coupon }),
        onDone: { target: 'draft', actions: { type: 'storeCode', params: ({ event }) => event.output } },
        onError: {
          target: 'draft',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadCoupon',
        input: ({ event }) => ({ code: event.type === 'load.requested' ? event.code : '' }),
        onDone: {
          target: 'draft',
          actions: [{ type: 'storeLoaded', params: ({ event }) => event.output }, 'tellChange'],
        },
        onError: {
          target: 'draft',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    askingAdvance: {
      tags: 'busy',
      invoke: {
        src: 'askAdvance',
        input: ({ context }) => ({ coupon: context.coupon }),
        onDone: { target: 'draft', actions: { type: 'storeAdvance', params: ({ event }) => event.output } },
        onError: {
          target: 'draft',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    placing: placingState,
    repriced: {
      entry: ['tellResolved', 'takeQuote', 'tellChange'],
      on: {
        'quote.accepted': [
          { guard: 'isQuoteSendable', target: 'placing', actions: 'prepareQuoted' },
          { actions: 'noteHeldBack' },
        ],
        'result.closed': {
          target: 'draft',
          actions: [{ type: 'closeResult', params: ({ event }) => event }, 'tellChange'],
        },
      },
    },
    settled: {
      initial: 'rejected',
      on: {
        'result.closed': {
          target: 'draft',
          actions: [{ type: 'closeResult', params: ({ event }) => event }, 'tellChange'],
        },
        'outcome.pressed': {
          target: 'draft',
          actions: [{ type: 'closeResult', params: { keepsEntries: false } }, 'pressAgain'],
        },
      },
      states: {
        accepted: { entry: ['tellResolved', 'receive', 'tellChange'] },
        partial: { entry: ['tellResolved', 'receive', 'tellChange'] },
        rejected: { entry: ['tellResolved', 'reject', 'tellChange'] },
      },
    },
  },
})
