import { type Selectable, sql } from 'kysely'
import { UNDER_WAY } from '#machines/payments/payment-life.rules.ts'
import type { PaymentState, PaymentWay } from '#schemas'
import type { BrandTransaction, Changes } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { PaymentTable } from '#server/db/tables/payment-tables.ts'

/** A payment as it is kept. */
export type PaymentRow = Selectable<PaymentTable>

/** A payment, locked until the end of the transaction; undefined when there is none. */
export function lockPayment(tx: BrandTransaction, paymentId: number): Promise<PaymentRow | undefined> {
  return tx
    .select('payment')
    .selectAll('payment')
    .where('payment_id', '=', storableId(paymentId))
    .forUpdate()
    .executeTakeFirst()
}

/** All parts of a withdrawal by any of them, locked in their order; a payment that is whole is its only part. Empty when there is none. */
export async function lockParts(tx: BrandTransaction, paymentId: number): Promise<PaymentRow[]> {
  const id = storableId(paymentId)
  const known = await tx.select('payment').select('part_of').where('payment_id', '=', id).executeTakeFirst()
  const first = known?.part_of ?? null
  const rows = tx.select('payment').selectAll('payment').orderBy('payment_id').forUpdate()
  return (first === null ? rows.where('payment_id', '=', id) : rows.where('part_of', '=', first)).execute()
}

/** The parts of a payment of a player, in their order: itself when it is whole. */
export async function partsOf(tx: BrandTransaction, payment: PaymentRow): Promise<PaymentRow[]> {
  if (payment.part_of === null) return [payment]
  return tx
    .select('payment')
    .selectAll('payment')
    .where('part_of', '=', payment.part_of)
    .orderBy('payment_id')
    .execute()
}

/** A payment of a player; undefined when they have none of that number. */
export function findPayment(
  tx: BrandTransaction,
  accountId: number,
  paymentId: number,
): Promise<PaymentRow | undefined> {
  return tx
    .select('payment')
    .selectAll('payment')
    .where('payment_id', '=', storableId(paymentId))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The payment of a player that its client has named; undefined when there is none yet. */
export function findByGuid(tx: BrandTransaction, accountId: number, guid: string): Promise<PaymentRow | undefined> {
  return tx
    .select('payment')
    .selectAll('payment')
    .where('account_id', '=', accountId)
    .where('guid', '=', guid)
    .executeTakeFirst()
}

/** Keeps other payments of a player from being begun or counted until the end of the transaction. @returns the state of the account */
export async function lockPlayer(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('account')
    .select('state')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state
}

/** Writes what a payment has come to, with a step of its life when the state is another. @returns the payment then */
export async function changePayment(
  tx: BrandTransaction,
  payment: Pick<PaymentRow, 'payment_id' | 'state'>,
  changes: Changes<'payment'> & { readonly state: PaymentState },
  { detail, now }: { readonly detail: string; readonly now: Date },
): Promise<PaymentRow> {
  const after = await tx
    .update('payment', { ...changes, ...(changes.state === payment.state ? {} : { changed_at: now }) })
    .where('payment_id', '=', payment.payment_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changes.state !== payment.state) await addStep(tx, payment.payment_id, { state: changes.state, detail, now })
  return after
}

/** Adds a step to the life of a payment, which the transaction has locked. */
export async function addStep(
  tx: BrandTransaction,
  paymentId: number,
  { state, detail, now }: { readonly state: PaymentState; readonly detail: string; readonly now: Date },
): Promise<void> {
  const sequence = sql<number>`(
    select coalesce(max(sequence), 0) + 1 from payment_step where brand_id = ${tx.brandId} and payment_id = ${paymentId}
  )` as unknown as number
  await tx
    .insert('payment_step', {
      ...{ payment_id: paymentId, sequence, state },
      ...{ detail: storableText(detail).slice(0, 300), at: now },
    })
    .execute()
}

/** The attempt of a payment. */
export async function attemptOf(tx: BrandTransaction, paymentId: number): Promise<string> {
  const { id } = await tx
    .select('payment_attempt')
    .select('attempt_id as id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return id
}

/** How many payments of a direction a player has that have come to one of some states. */
export async function countPayments(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly direction: PaymentWay; readonly states: readonly PaymentState[] },
): Promise<number> {
  const { n } = await tx
    .select('payment')
    .select((row) => row.fn.countAll().as('n'))
    .where('account_id', '=', of.accountId)
    .where('direction', '=', of.direction)
    .where('state', 'in', of.states)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Whether more is expected of a payment of a player. */
export async function hasPaymentUnderWay(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const payment = tx.select('payment').select('payment_id').where('account_id', '=', accountId)
  return (await payment.where('state', 'in', UNDER_WAY).limit(1).executeTakeFirst()) !== undefined
}
