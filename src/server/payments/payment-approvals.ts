import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { applyTold, arrive } from './payment-events.ts'
import { postRefundHold, postRefundRelease, postRelease } from './payment-money.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { ProviderSilent } from './payment-provider.ts'
import { changePayment, lockPayment, type PaymentRow } from './payment-rows.ts'

/** An operator's decision on a payment that waits. */
export interface PaymentDecision {
  readonly paymentId: number
  /** Name of the operator: two that are needed are two people. */
  readonly operator: string
  readonly decision: 'approved' | 'refused'
  readonly reason: string
  readonly now: Date
}

/** Approves a withdrawal or refuses it, in the caller's transaction. A refused one is the player's again. A deposit in review is credited
 *  or given up.
 *  @throws AppError payment.unknown, payment.not_waiting, payment.same_operator, payment.frozen */
export async function decidePayment(
  tx: BrandTransaction,
  decision: PaymentDecision,
  ports: Pick<PaymentPorts, 'uses' | 'isWithdrawalFrozen'>,
): Promise<void> {
  const payment = await lockPayment(tx, decision.paymentId)
  if (!payment) throw new AppError('payment.unknown')
  if (payment.direction === 'deposit' && payment.state === 'review') return decideDeposit(tx, payment, decision, ports)
  if (payment.state !== 'waiting') throw new AppError('payment.not_waiting')
  const { operator, reason, now } = decision
  const note = storableText(reason)
  if (decision.decision === 'refused') {
    await postRelease(tx, payment, now)
    const changes = { state: 'refused', reason: 'payment.reason_operator', note } as const
    return changePayment(tx, payment, changes, { detail: `refused by ${operator}`, now })
  }
  if (await ports.isWithdrawalFrozen(tx, payment.account_id)) throw new AppError('payment.frozen')
  const made = await tx
    .insert('payment_approval', { payment_id: payment.payment_id, operator, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator')
    .executeTakeFirst()
  if (!made) throw new AppError('payment.same_operator')
  const approvals = await tx
    .select('payment_approval')
    .select('operator')
    .where('payment_id', '=', payment.payment_id)
    .execute()
  if (approvals.length < payment.approvals_needed) return
  const changes = { state: 'approved', reason: null, ask_at: now } as const
  await changePayment(tx, payment, changes, { detail: `approved by ${operator}`, now })
}

async function decideDeposit(
  tx: BrandTransaction,
  payment: PaymentRow,
  { operator, decision, reason, now }: PaymentDecision,
  { uses }: Pick<PaymentPorts, 'uses'>,
): Promise<void> {
  const note = storableText(reason)
  if (decision === 'approved') {
    const detail = `credited by ${operator}`
    return arrive(tx, payment, { arrivedMinor: Number(payment.amount_minor), detail, uses, now })
  }
  const { account_id: accountId, currency, payment_id } = payment
  await uses.release(tx, {
    ...{ accountId, currency, reference: String(payment_id), amountMinor: Number(payment.amount_minor), now },
  })
  const changes = { state: 'refused', reason: 'payment.reason_operator', note } as const
  await changePayment(tx, payment, changes, { detail: `given up by ${operator}`, now })
}

/** Takes a withdrawal back that is not approved yet, where the brand allows it (PAY-9).
 *  @throws AppError payment.unknown, payment.not_cancellable */
export async function cancelWithdrawal(ports: PaymentPorts, payer: Payer, paymentId: number): Promise<PaymentRow> {
  const { payments } = await ports.sections(payer.brandId)
  return forBrand(ports.db, payer.brandId).transaction(async (tx) => {
    const now = ports.clock()
    const payment = await lockPayment(tx, paymentId)
    if (payment?.account_id !== payer.accountId) throw new AppError('payment.unknown')
    const isAllowed = payments.isWithdrawalCancelAllowed && payment.direction === 'withdrawal'
    if (!isAllowed || payment.state !== 'waiting') throw new AppError('payment.not_cancellable')
    await postRelease(tx, payment, now)
    const changes = { state: 'cancelled', reason: 'payment.reason_cancelled' } as const
    await changePayment(tx, payment, changes, { detail: 'taken back by the player', now })
    return (await lockPayment(tx, paymentId)) ?? payment
  })
}

/** Gives a deposit back, or a part of it: the player's money is held, the provider asked, and the refund ends when it says so. A provider
 *  that does not answer leaves it held.
 *  @throws AppError payment.unknown, payment.not_refundable, balance.too_low */
export async function refundDeposit(
  ports: PaymentPorts,
  brandId: string,
  asked: { readonly paymentId: number; readonly amountMinor?: number | undefined; readonly reason: string },
): Promise<'held' | 'refunded' | 'failed'> {
  const { db, clock, uses, newId } = ports
  const refundId = newId()
  const { payment, amountMinor } = await forBrand(db, brandId).transaction(async (tx) => {
    const found = await lockPayment(tx, asked.paymentId)
    if (!found) throw new AppError('payment.unknown')
    const left = Number(found.arrived_minor) - Number(found.refunded_minor)
    const amount = asked.amountMinor ?? left
    const isRefundable = found.direction === 'deposit' && found.state === 'succeeded' && found.reference !== null
    if (!isRefundable || amount <= 0 || amount > left) throw new AppError('payment.not_refundable')
    const now = clock()
    await postRefundHold(tx, found, { refundId, amountMinor: amount, now })
    const row = { refund_id: refundId, payment_id: found.payment_id, amount_minor: amount, state: 'held' } as const
    await tx
      .insert('payment_refund', { ...row, reference: null, reason: storableText(asked.reason), created_at: now })
      .execute()
    const changes = { state: found.state, refunded_minor: Number(found.refunded_minor) + amount }
    await changePayment(tx, found, changes, { detail: '', now })
    return { payment: found, amountMinor: amount }
  })
  const provider = await ports.provider(brandId, payment.provider_id)
  const { exponent, currency, reference } = payment
  const call = { reference: reference ?? '', refundId, amountMinor, exponent, currency }
  const told = await provider?.refund(call).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) ports.log.error({ err: error }, 'payments: a refund has failed')
    return undefined
  })
  if (!told) return 'held'
  return forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    const current = await lockPayment(tx, asked.paymentId)
    if (!current) throw new AppError('payment.unknown')
    if (told.state === 'failed') {
      await postRefundRelease(tx, current, { refundId, amountMinor, now })
      await tx.update('payment_refund', { state: 'failed' }).where('refund_id', '=', refundId).execute()
      const changes = { state: current.state, refunded_minor: Number(current.refunded_minor) - amountMinor }
      await changePayment(tx, current, changes, { detail: '', now })
      return 'failed'
    }
    if (told.partReference !== undefined)
      await tx.update('payment_refund', { reference: told.partReference }).where('refund_id', '=', refundId).execute()
    if (told.state !== 'refunded') return 'held'
    await applyTold(tx, current, { ...told, partReference: told.partReference ?? refundId, amountMinor }, { uses, now })
    return 'refunded'
  })
}
