import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { FollowedPayment, PaymentEvent, PaymentWish } from '#schemas'

/** When a payment is asked after first, ms; each time later by half, up to the longest. */
export const FIRST_WAIT_MS = 1000
export const LONGEST_WAIT_MS = 30_000

export interface PaymentInput {
  /** Null where the payment is still to be made. */
  readonly payment: FollowedPayment | null
}

export interface PaymentContext extends PaymentInput {
  /** What was sent last; sent again under the same guid it is the same payment. */
  readonly wish: PaymentWish | null
  readonly failure: Failure | null
  readonly waitMs: number
}

export type PaymentEmitted =
  | { readonly type: 'payment.begun'; readonly id: number }
  /** Nothing more is expected of it without somebody's doing. */
  | { readonly type: 'payment.settled'; readonly id: number }
  /** The facts of analytics: the first deposit of a player has arrived, or a further one (1531, 1532). */
  | { readonly type: 'deposit.first' | 'deposit.further'; readonly id: number }

const FOLLOWED: ReadonlySet<FollowedPayment['state']> = new Set([
  'created',
  'processing',
  'approved',
  'sent',
  'unknown',
])

/** Whether a payment can still change without anybody asking for it. */
export function isFollowed({ state }: Pick<FollowedPayment, 'state'>): boolean {
  return FOLLOWED.has(state)
}

const paymentSetup = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    emitted: {} as PaymentEmitted,
    input: {} as PaymentInput,
    tags: {} as 'busy',
  },
  actors: {
    start: fromPromise<FollowedPayment, PaymentWish>(() => absentActor('start')),
    read: fromPromise<FollowedPayment, { readonly id: number }>(() => absentActor('read')),
    cancel: fromPromise<FollowedPayment, { readonly id: number }>(() => absentActor('cancel')),
  },
  delays: { wait: ({ context }) => context.waitMs },
  guards: {
    isNone: ({ context }) => context.payment === null,
    isFollowed: ({ context }) => context.payment !== null && isFollowed(context.payment),
    isCancelAllowed: ({ context }) => context.payment?.direction === 'withdrawal' && context.payment.isCancelAllowed,
  },
  actions: {
    storeWish: assign((_, params: { readonly wish: PaymentWish }) => ({ wish: params.wish, failure: null })),
    storePayment: assign({ payment: (_, params: { readonly payment: FollowedPayment }) => params.payment }),
    waitLonger: assign({ waitMs: ({ context }) => Math.min(context.waitMs * 1.5, LONGEST_WAIT_MS) }),
    clearFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    announceBegin: emit(({ context }) => ({ type: 'payment.begun' as const, id: context.payment?.id ?? 0 })),
    announceEnd: enqueueActions(({ enqueue, context: { payment } }) => {
      if (!payment) return
      const { id, direction, state, depositNumber } = payment
      enqueue.emit({ type: 'payment.settled', id })
      if (direction !== 'deposit' || state !== 'succeeded' || depositNumber === undefined) return
      enqueue.emit({ type: depositNumber === 1 ? 'deposit.first' : 'deposit.further', id })
    }),
  },
})

/**
 * A payment on its page (PAY-4, PAY-5, PAY-9): it is sent under a name of its own, so that a lost answer costs no second payment; then it is
 * asked after, ever more seldom, until nothing more is expected of it, and says whether it was a first deposit.
 */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  context: ({ input }) => ({ payment: input.payment, wish: null, failure: null, waitMs: FIRST_WAIT_MS }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: 'isNone', target: 'filling' },
        { guard: 'isFollowed', target: 'waiting' },
        { target: 'resting', actions: 'announceEnd' },
      ],
    },
    filling: {
      on: {
        'payment.sent': {
          target: 'starting',
          actions: { type: 'storeWish', params: ({ event }) => ({ wish: event.wish }) },
        },
        'form.changed': { actions: 'clearFailure' },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        src: 'start',
        input: ({ context }) => context.wish ?? { guid: '', methodId: '', amount: 0 },
        onDone: {
          target: 'arriving',
          actions: [{ type: 'storePayment', params: ({ event }) => ({ payment: event.output }) }, 'announceBegin'],
        },
        onError: {
          target: 'filling',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    waiting: {
      after: { wait: 'asking' },
      on: {
        'page.shown': 'asking',
        'cancel.asked': { guard: 'isCancelAllowed', target: 'cancelling', actions: 'clearFailure' },
      },
    },
    asking: {
      invoke: {
        src: 'read',
        input: ({ context }) => ({ id: context.payment?.id ?? 0 }),
        onDone: {
          target: 'arriving',
          actions: [{ type: 'storePayment', params: ({ event }) => ({ payment: event.output }) }, 'waitLonger'],
        },
        onError: { target: 'arriving', actions: 'waitLonger' },
      },
    },
    resting: {
      on: { 'cancel.asked': { guard: 'isCancelAllowed', target: 'cancelling', actions: 'clearFailure' } },
    },
    cancelling: {
      tags: 'busy',
      invoke: {
        src: 'cancel',
        input: ({ context }) => ({ id: context.payment?.id ?? 0 }),
        onDone: {
          target: 'arriving',
          actions: { type: 'storePayment', params: ({ event }) => ({ payment: event.output }) },
        },
        // What it has become meanwhile is asked for, and why it was not taken back stays to be read.
        onError: {
          target: 'asking',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})
