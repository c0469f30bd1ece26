import { couponSetup } from './coupon-setup.machine.ts'

/** The way of a bet from the player's confirmation to an answer that is definite (PLACE-1, PLACE-3, PLACE-5). Its name is kept
 *  before it is sent, and stays the same as long as nobody knows what became of it. */
export const placingState = couponSetup.createStateConfig({
  tags: 'busy',
  initial: 'keeping',
  states: {
    keeping: {
      invoke: {
        src: 'keep',
        input: ({ context: { bet, coupon } }) => {
          if (!bet) throw new Error('no bet was made to be kept')
          return { coupon, payload: bet.payload, isOneClick: bet.isOneClick, entries: bet.coupon.entries }
        },
        onDone: { target: 'sending', actions: { type: 'storeSent', params: ({ event }) => event.output } },
        onError: {
          target: '#coupon.draft',
          actions: ['forgetBet', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
      on: {
        'feed.changed': {
          guard: { type: 'isHeldBackBy', params: ({ event }) => event },
          target: '#coupon.draft',
          actions: [{ type: 'follow', params: ({ event }) => event }, 'forgetBet', 'noteHeldBack', 'tellChange'],
        },
      },
    },
    sending: {
      entry: 'tellSending',
      invoke: {
        src: 'place',
        input: ({ context: { bet, sent } }) => {
          if (!bet || !sent) throw new Error('there is no saved bet to send')
          return { ...sent, payload: bet.payload }
        },
        onDone: {
          target: 'judging',
          actions: { type: 'storeAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: '#coupon.settled.rejected',
            actions: { type: 'storeFailure', params: ({ event }) => event },
          },
          { target: 'unknown' },
        ],
      },
    },
    judging: {
      always: [
        { guard: 'isPending', target: 'pending' },
        { guard: 'isAccepted', target: '#coupon.settled.accepted' },
        { guard: 'isPartial', target: '#coupon.settled.partial' },
        { guard: 'isRepriced', target: '#coupon.repriced' },
        { guard: 'isAbsent', target: 'sending' },
        { target: '#coupon.settled.rejected' },
      ],
    },
    pending: {
      initial: 'counting',
      entry: 'startCountdown',
      states: {
        counting: {
          after: {
            second: [
              { guard: 'isWaiting', target: 'counting', reenter: true, actions: 'countDown' },
              { target: '#coupon.placing.asking', actions: 'countDown' },
            ],
          },
        },
      },
    },
    unknown: {
      on: { 'bet.asked': 'asking' },
      after: { pollDelay: 'asking' },
    },
    asking: {
      invoke: {
        src: 'askBet',
        input: ({ context }) => ({ betGuid: context.sent?.betGuid ?? '' }),
        onDone: {
          target: 'judging',
          actions: { type: 'storeAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: { target: 'unknown', actions: 'countAttempt' },
      },
    },
  },
})
