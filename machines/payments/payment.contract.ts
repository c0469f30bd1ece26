import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { FIRST_WAIT_MS, isFollowed, LONGEST_WAIT_MS, paymentMachine } from './payment.machine.ts'

const WISH = { guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', methodId: 'card', amount: 100 }
const DEPOSIT = { id: 7001, direction: 'deposit', state: 'processing', isCancelAllowed: false } as const
const FIRST = { ...DEPOSIT, state: 'succeeded', depositNumber: 1 } as const
const FURTHER = { ...FIRST, depositNumber: 2 } as const
const FAILED = { ...DEPOSIT, state: 'failed' } as const
const WITHDRAWAL = { id: 7002, direction: 'withdrawal', state: 'waiting', isCancelAllowed: true } as const
const APPROVED = { ...WITHDRAWAL, state: 'approved' } as const
const SENT = { ...WITHDRAWAL, state: 'sent', isCancelAllowed: false } as const
const CANCELLED = { ...WITHDRAWAL, state: 'cancelled', isCancelAllowed: false } as const
const REFUSED = {
  code: 'protection.deposit_limit',
  httpStatus: 409,
  params: { left: '2.00 EUR', until: '09.03.2026 00:00' },
}
const OFFLINE = { code: 'request.offline' }

type Card = { readonly direction: string; readonly state: string; readonly depositNumber?: number }

/** Whether a deposit was reported as its number says, and none where nothing has arrived. */
function tellsFact(told: readonly string[], { direction, state, depositNumber }: Card): boolean {
  const hasArrived = direction === 'deposit' && state === 'succeeded' && depositNumber !== undefined
  return (
    told.includes('deposit.first') === (hasArrived && depositNumber === 1) &&
    told.includes('deposit.further') === (hasArrived && depositNumber !== 1)
  )
}

function isCancellable(payment: { readonly direction: string; readonly isCancelAllowed: boolean } | null): boolean {
  return payment?.direction === 'withdrawal' && payment.isCancelAllowed
}

/** What playing and fuzzing a payment need to know. */
export const paymentContract: MachineContract<typeof paymentMachine> = {
  machine: paymentMachine,
  prepareInput: (input) => ({ payment: null, ...input }),
  invariants: [
    {
      name: 'a form is filled in only where there is no payment yet',
      holds: ({ value, context }) => ['filling', 'starting'].includes(value as string) === (context.payment === null),
    },
    {
      name: 'what can still change is asked after, and what cannot is not',
      holds: ({ value, context: { payment } }) =>
        payment === null || (value === 'waiting' ? isFollowed(payment) : value !== 'resting' || !isFollowed(payment)),
    },
    {
      name: 'it is asked after ever more seldom, within bounds',
      holds: ({ context: { waitMs } }) => waitMs >= FIRST_WAIT_MS && waitMs <= LONGEST_WAIT_MS,
    },
    {
      name: 'a deposit is counted at most once',
      holds: ({ emitted }) => emitted.filter(({ type }) => type.startsWith('deposit.')).length <= 1,
    },
  ],
  consequences: {
    start: {
      ok: ({ value, told, end }) =>
        told.includes('payment.begun') &&
        value === (isFollowed(end as typeof DEPOSIT) ? 'waiting' : 'resting') &&
        tellsFact(told, end as Card),
      failed: ({ value, context }) => value === 'filling' && context.failure !== null,
    },
    read: {
      ok: ({ value, told, context, before, end }) =>
        value === (isFollowed(end as typeof DEPOSIT) ? 'waiting' : 'resting') &&
        told.includes('payment.settled') === (value === 'resting') &&
        tellsFact(told, end as Card) &&
        context.waitMs === Math.min(before.context.waitMs * 1.5, LONGEST_WAIT_MS),
      failed: ({ value, told, context, before }) =>
        value === (before.context.payment && isFollowed(before.context.payment) ? 'waiting' : 'resting') &&
        told.includes('payment.settled') === (value === 'resting') &&
        context.payment === before.context.payment,
    },
    cancel: {
      ok: ({ value, context, end }) =>
        context.failure === null && value === (isFollowed(end as typeof DEPOSIT) ? 'waiting' : 'resting'),
      failed: ({ value, context }) => value === 'asking' && context.failure !== null,
    },
  },
  reactions: {
    'payment.sent': ({ value, context, before }, { wish }) =>
      before.value === 'filling'
        ? value === 'starting' && context.wish?.guid === wish.guid && context.failure === null
        : value === before.value,
    'form.changed': ({ value, context, before }) =>
      value === before.value && (before.value !== 'filling' || context.failure === null),
    'page.shown': ({ value, before }) => value === (before.value === 'waiting' ? 'asking' : before.value),
    'cancel.asked': ({ value, before }) =>
      value ===
      (['waiting', 'resting'].includes(before.value as string) && isCancellable(before.context.payment)
        ? 'cancelling'
        : before.value),
  },
  abstract: ({ payment, failure }) => [
    payment?.state ?? null,
    payment?.depositNumber ?? null,
    payment?.isCancelAllowed ?? null,
    failure?.code ?? null,
  ],
  events: [
    { type: 'payment.sent', wish: WISH },
    { type: 'form.changed' },
    { type: 'cancel.asked' },
    { type: 'page.shown' },
  ],
  eventSchema: 'payments/payment-event',
  inputs: [{}, { payment: DEPOSIT }, { payment: FIRST }, { payment: WITHDRAWAL }, { payment: APPROVED }],
  outcomes: {
    start: { ok: [DEPOSIT, WITHDRAWAL], err: [REFUSED, OFFLINE] },
    read: { ok: [DEPOSIT, FIRST, FURTHER, FAILED, SENT], err: [OFFLINE] },
    cancel: { ok: [CANCELLED], err: [{ code: 'payment.not_cancellable', httpStatus: 409 }, OFFLINE] },
  },
}
