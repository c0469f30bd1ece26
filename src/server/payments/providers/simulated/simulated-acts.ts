import type { ReportedState } from '#machines/payments/payment-life.rules.ts'

/** What can be done to a payment at the built-in provider: by its player on the hosted page, or by a test. */
export const SIMULATED_ACTS = [
  'pay',
  'pay_less',
  'pay_more',
  'pay_later',
  'decline',
  'no_funds',
  'cancel',
  'expire',
  'pay_other_currency',
  'dispute',
  'win_dispute',
  'lose_dispute',
  'return',
  'fail',
] as const

/** One of them. */
export type SimulatedAct = (typeof SIMULATED_ACTS)[number]

/** A payment as the built-in provider keeps it, as far as an act goes by it. */
export interface ActedPayment {
  readonly direction: 'deposit' | 'withdrawal'
  readonly state: ReportedState
  readonly amountMinor: number
  readonly currency: string
}

/** What an act makes of a payment. */
export interface ActedTo {
  readonly state: ReportedState
  readonly rawState: string
  readonly paidMinor?: number
  readonly currency?: string
  readonly reason?: string
  /** Whether the event names a part of the payment: a dispute or a return. */
  readonly isPart?: boolean
}

const ENDED: ReadonlySet<ReportedState> = new Set(['succeeded', 'failed', 'cancelled', 'disputed', 'reversed'])

/** What an act makes of a payment at the built-in provider; undefined when it can no longer be done. Money that is paid after the
 *  payment has expired still arrives, as it does with banks and chains. */
export function actOn(payment: ActedPayment, act: SimulatedAct): ActedTo | undefined {
  const { state, amountMinor } = payment
  const paid = (minor: number, rawState: string): ActedTo | undefined =>
    ENDED.has(state) ? undefined : { state: 'succeeded', rawState, paidMinor: minor }
  const ended = (to: ActedTo): ActedTo | undefined => (ENDED.has(state) || state === 'expired' ? undefined : to)
  switch (act) {
    case 'pay':
      return paid(amountMinor, state === 'expired' ? 'paid late' : 'paid')
    case 'pay_less':
      return paid(Math.max(1, Math.floor(amountMinor / 2)), 'paid partly')
    case 'pay_more':
      return paid(amountMinor + Math.max(1, Math.floor(amountMinor / 10)), 'overpaid')
    case 'pay_other_currency':
      return ENDED.has(state)
        ? undefined
        : { state: 'succeeded', rawState: 'paid', paidMinor: amountMinor, currency: otherThan(payment.currency) }
    case 'pay_later':
      return ended({ state: 'processing', rawState: 'on its way' })
    case 'decline':
      return ended({ state: 'failed', rawState: 'declined', reason: 'declined' })
    case 'no_funds':
      return ended({ state: 'failed', rawState: 'declined', reason: 'insufficient_funds' })
    case 'cancel':
      return ended({ state: 'cancelled', rawState: 'cancelled by the payer', reason: 'cancelled' })
    case 'expire':
      return ended({ state: 'expired', rawState: 'expired', reason: 'expired' })
    case 'fail':
      return ended({ state: 'failed', rawState: 'failed', reason: 'declined' })
    case 'dispute':
      return state === 'succeeded' ? { state: 'disputed', rawState: 'charged back', isPart: true } : undefined
    case 'win_dispute':
      return state === 'disputed' ? { state: 'dispute_won', rawState: 'dispute won', isPart: true } : undefined
    case 'lose_dispute':
      return state === 'disputed' ? { state: 'dispute_lost', rawState: 'dispute lost', isPart: true } : undefined
    case 'return':
      return state === 'succeeded' ? { state: 'reversed', rawState: 'returned', isPart: true } : undefined
  }
}

function otherThan(currency: string): string {
  return currency === 'EUR' ? 'USD' : 'EUR'
}
