import type { PaymentState } from '#schemas'
import type { DeskPart } from '#server/db/desk-part.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { PaymentRow } from './payment-rows.ts'

/** A payment with what people who decide on it have to know. */
export interface DeskPayment {
  readonly payment: PaymentRow
  /** Operators who have approved it. */
  readonly approvals: readonly string[]
  /** What its provider has said, the oldest first. */
  readonly events: readonly {
    readonly at: Date
    readonly state: string
    readonly verdict: string
    readonly why: string
  }[]
}

/** States in which people have to look: withdrawals that wait, what cannot be applied, and what is in doubt (PAY-11). */
export const LOOKED_AT: readonly PaymentState[] = ['waiting', 'review', 'unknown']

const MOST_EVENTS = 200

/** A payment with its approvals and events; undefined when there is none. */
export async function paymentAtDesk(tx: BrandTransaction, paymentId: number): Promise<DeskPayment | undefined> {
  const id = storableId(paymentId)
  const payment = await tx.select('payment').selectAll('payment').where('payment_id', '=', id).executeTakeFirst()
  if (!payment) return undefined
  const approvals = await tx
    .select('payment_approval')
    .select('operator')
    .where('payment_id', '=', id)
    .orderBy('at')
    .execute()
  const events = await tx
    .select('provider_event')
    .select(['received_at as at', 'state', 'verdict', 'why'])
    .where('payment_id', '=', id)
    .orderBy('received_at')
    .limit(MOST_EVENTS)
    .execute()
  return { payment, approvals: approvals.map(({ operator }) => operator), events }
}

/** Payments for operators: those that people have to look at, the longest first, or those that are decided, the latest first. */
export function paymentsAtDesk(
  tx: BrandTransaction,
  { isDone, most, skip = 0, only }: DeskPart,
): Promise<PaymentRow[]> {
  const all = tx.select('payment').selectAll('payment').limit(most).offset(skip)
  const rows = only ? all.where('payment_id', 'in', [...only]) : all
  return isDone
    ? rows
        .where('direction', '=', 'withdrawal')
        .where('state', 'not in', LOOKED_AT)
        .orderBy('payment_id', 'desc')
        .execute()
    : rows.where('state', 'in', LOOKED_AT).orderBy('payment_id').execute()
}

/** How many payments people have to look at. */
export async function countAtDesk(tx: BrandTransaction): Promise<number> {
  const { n } = await tx
    .select('payment')
    .select((row) => row.fn.countAll().as('n'))
    .where('state', 'in', LOOKED_AT)
    .executeTakeFirstOrThrow()
  return Number(n)
}
