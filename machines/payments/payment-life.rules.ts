import type { PaymentState, PaymentWay } from '#schemas'

/** What a provider says, in the engine's words. */
export type ReportedState =
  | 'created'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost'
  | 'reversed'
  | 'unknown'

/** A payment as far as its life goes by it. */
export interface LivingPayment {
  readonly direction: PaymentWay
  readonly state: PaymentState
  /** Minor units that were asked for, of which a withdrawal is sent less its fee. */
  readonly amountMinor: number
  readonly feeMinor: number
  readonly currency: string
}

/** What its provider says. */
export interface ReportedPayment {
  readonly state: ReportedState
  readonly amountMinor?: number | undefined
  readonly currency?: string | undefined
}

/** Which money moves by a step. */
export type PaymentMoney =
  | 'deposit'
  | 'withdrawal'
  | 'release'
  | 'return'
  | 'refund'
  | 'refund-release'
  | 'chargeback'
  | 'chargeback-won'
  | 'none'

/** What follows from that: nothing, a look by people, or a step. */
export type PaymentMove =
  | { readonly do: 'ignore' }
  | { readonly do: 'review'; readonly why: ReviewReason; readonly state?: 'review' }
  | { readonly do: 'move'; readonly state: PaymentState; readonly money: PaymentMoney; readonly amountMinor: number }

/** Why people have to look: `early` was said before what it follows and is looked at again when that has come. */
export type ReviewReason = 'other_currency' | 'other_amount' | 'late_capture' | 'early'

const IGNORE: PaymentMove = { do: 'ignore' }
/** A deposit whose money may still come, and a withdrawal that may be with its provider. */
const OPEN_DEPOSIT: ReadonlySet<PaymentState> = new Set(['created', 'processing', 'unknown'])
const OPEN_WITHDRAWAL: ReadonlySet<PaymentState> = new Set(['approved', 'sent', 'unknown'])
const ENDED: ReadonlySet<PaymentState> = new Set(['failed', 'cancelled', 'refused'])

/** What a payment comes to by what its provider says; never anything that is behind where it stands (PAY-10, payments.md 4.2). */
export function moveOf(payment: LivingPayment, report: ReportedPayment): PaymentMove {
  return payment.direction === 'deposit' ? moveOfDeposit(payment, report) : moveOfWithdrawal(payment, report)
}

function moveOfDeposit(payment: LivingPayment, report: ReportedPayment): PaymentMove {
  const { state } = payment
  const isOpen = OPEN_DEPOSIT.has(state)
  // Of these the money can still come.
  const mayArrive = isOpen || state === 'expired' || state === 'review'
  const move = (
    to: PaymentState,
    money: PaymentMoney = 'none',
    amountMinor = report.amountMinor ?? payment.amountMinor,
  ) => ({ do: 'move', state: to, money, amountMinor }) as const
  switch (report.state) {
    case 'succeeded': {
      if (ENDED.has(state)) return { do: 'review', why: 'late_capture', state: 'review' }
      // Money that comes late is the player's all the same.
      if (!isOpen && state !== 'expired') return IGNORE
      if (isOtherCurrency(payment, report)) return { do: 'review', why: 'other_currency', state: 'review' }
      const arrived = report.amountMinor ?? payment.amountMinor
      return arrived > 0
        ? move('succeeded', 'deposit', arrived)
        : { do: 'review', why: 'other_amount', state: 'review' }
    }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return isOpen ? move(report.state) : IGNORE
    case 'created':
    case 'processing':
      return state === 'unknown' || (state === 'created' && report.state === 'processing') ? move('processing') : IGNORE
    case 'unknown':
      return state === 'created' || state === 'processing' ? move('unknown') : IGNORE
    case 'refunded':
      if (state === 'succeeded') return move('succeeded', 'refund')
      return mayArrive ? { do: 'review', why: 'early' } : IGNORE
    case 'refund_failed':
      return state === 'succeeded' ? move('succeeded', 'refund-release') : IGNORE
    case 'disputed':
    case 'reversed':
      if (state === 'succeeded') return move('disputed', 'chargeback')
      return mayArrive ? { do: 'review', why: 'early' } : IGNORE
    case 'dispute_won':
      if (state === 'disputed') return move('succeeded', 'chargeback-won')
      return mayArrive || state === 'succeeded' ? { do: 'review', why: 'early' } : IGNORE
    case 'dispute_lost':
      return IGNORE
  }
}

function moveOfWithdrawal(payment: LivingPayment, report: ReportedPayment): PaymentMove {
  const { state, amountMinor, feeMinor } = payment
  const isOpen = OPEN_WITHDRAWAL.has(state)
  const move = (to: PaymentState, money: PaymentMoney = 'none') =>
    ({ do: 'move', state: to, money, amountMinor }) as const
  switch (report.state) {
    case 'succeeded': {
      if (state === 'waiting') return { do: 'review', why: 'early' }
      if (ENDED.has(state)) return { do: 'review', why: 'late_capture', state: 'review' }
      if (!isOpen) return IGNORE
      if (isOtherCurrency(payment, report)) return { do: 'review', why: 'other_currency', state: 'review' }
      if ((report.amountMinor ?? amountMinor - feeMinor) !== amountMinor - feeMinor)
        return { do: 'review', why: 'other_amount', state: 'review' }
      return move('paid', 'withdrawal')
    }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return isOpen ? move('failed', 'release') : IGNORE
    case 'created':
    case 'processing':
      return state === 'approved' || state === 'unknown' ? move('sent') : IGNORE
    case 'unknown':
      return state === 'approved' || state === 'sent' ? move('unknown') : IGNORE
    case 'reversed':
      if (state === 'paid') return move('reversed', 'return')
      return isOpen ? move('reversed', 'release') : IGNORE
    default:
      return IGNORE
  }
}

function isOtherCurrency({ currency }: LivingPayment, report: ReportedPayment): boolean {
  return report.currency !== undefined && report.currency !== currency
}

/** The states of a payment of which more is expected. */
export const UNDER_WAY = [
  'created',
  'processing',
  'waiting',
  'approved',
  'sent',
  'unknown',
  'review',
] as const satisfies readonly PaymentState[]

/** Whether nothing more is expected of a payment unless a provider takes money back. */
export function isOver(state: PaymentState): boolean {
  return !(UNDER_WAY as readonly PaymentState[]).includes(state)
}

/** Whether a withdrawal in a state holds its amount. */
export function holdsMoney(state: PaymentState): boolean {
  return state === 'waiting' || state === 'approved' || state === 'sent' || state === 'unknown'
}
