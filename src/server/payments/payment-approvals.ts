import { AppError } from '#calls/app-error.ts'
import { holdsMoney } from '#machines/payments/payment-life.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import { arrive } from './payment-events.ts'
import { postLatePayout, postRelease, postWithdrawal } from './payment-money.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { changePayment, lockParts, type PaymentRow } from './payment-rows.ts'

/** An operator's decision on a payment that waits. */
export interface PaymentDecision {
  readonly paymentId: number
  /** Name of the operator: two that are needed are two people. */
  readonly operator: string
  readonly decision: 'approved' | 'refused'
  readonly reason: string
  /** What a deposit in review is credited with; left out, what its provider says has arrived. Minor units. */
  readonly amountMinor?: number | undefined
  readonly now: Date
}

/** Decides on a payment that people have to look at, in the caller's transaction. A withdrawal that waits is sent or its money given back.
 *  Of a payment in review its provider's word is taken or not: a deposit is credited or given up, a withdrawal is paid or is not (PAY-8,
 *  PAY-10). Of a withdrawal that is split, a decision on one part is one on all that wait.
 *  @throws AppError payment.unknown, payment.not_waiting, payment.same_operator, payment.frozen, payment.amount_needed */
export async function decidePayment(
  tx: BrandTransaction,
  decision: PaymentDecision,
  ports: Pick<PaymentPorts, 'isWithdrawalFrozen'>,
): Promise<void> {
  const parts = await lockParts(tx, decision.paymentId)
  const payment = parts.find(({ payment_id }) => Number(payment_id) === decision.paymentId)
  if (!payment) throw new AppError('payment.unknown')
  const { direction, state } = payment
  if (state === 'review')
    return direction === 'deposit' ? judgeDeposit(tx, payment, decision) : judgeWithdrawal(tx, payment, decision)
  if (state !== 'waiting') throw new AppError('payment.not_waiting')
  for (const part of parts.filter((one) => one.state === 'waiting')) {
    if (decision.decision === 'refused') await refuseWithdrawal(tx, part, decision)
    else await approveWithdrawal(tx, part, decision, ports)
  }
}

function refusal({ reason }: PaymentDecision) {
  return { reason: 'payment.reason_operator', note: storableText(reason) }
}

async function refuseWithdrawal(tx: BrandTransaction, payment: PaymentRow, decision: PaymentDecision): Promise<void> {
  const { operator, now } = decision
  await postRelease(tx, payment, now)
  const changes = { state: 'refused', ...refusal(decision) } as const
  await changePayment(tx, payment, changes, { detail: `refused by ${operator}`, now })
}

async function approveWithdrawal(
  tx: BrandTransaction,
  payment: PaymentRow,
  { operator, now }: PaymentDecision,
  { isWithdrawalFrozen }: Pick<PaymentPorts, 'isWithdrawalFrozen'>,
): Promise<void> {
  const { payment_id } = payment
  if (await isWithdrawalFrozen(tx, payment.account_id)) throw new AppError('payment.frozen')
  const made = await tx
    .insert('payment_approval', { payment_id, operator, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator')
    .executeTakeFirst()
  if (!made) throw new AppError('payment.same_operator')
  const approvals = await tx
    .select('payment_approval')
    .select('operator')
    .where('payment_id', '=', payment_id)
    .execute()
  if (approvals.length < payment.approvals_needed) return
  const changes = { state: 'approved', reason: null, ask_at: now } as const
  await changePayment(tx, payment, changes, { detail: `approved by ${operator}`, now })
}

async function judgeDeposit(tx: BrandTransaction, payment: PaymentRow, decision: PaymentDecision): Promise<void> {
  const { operator, now } = decision
  if (decision.decision === 'approved') {
    const report = payment.review_report
    const isSameCurrency = report?.currency === undefined || report.currency === payment.currency
    const arrivedMinor = decision.amountMinor ?? (isSameCurrency ? report?.amountMinor : undefined)
    if (arrivedMinor === undefined || arrivedMinor <= 0) throw new AppError('payment.amount_needed')
    return arrive(tx, payment, { arrivedMinor, detail: `credited by ${operator}`, now })
  }
  const changes = { state: 'refused', review_report: null, ...refusal(decision) } as const
  await changePayment(tx, payment, changes, { detail: `given up by ${operator}`, now })
}

async function judgeWithdrawal(tx: BrandTransaction, payment: PaymentRow, decision: PaymentDecision): Promise<void> {
  const { operator, now } = decision
  const isHeld = payment.review_from !== null && holdsMoney(payment.review_from)
  if (decision.decision === 'approved') {
    await (isHeld ? postWithdrawal : postLatePayout)(tx, payment, now)
    const arrived = Number(payment.amount_minor) - Number(payment.fee_minor)
    const changes = { state: 'paid', arrived_minor: arrived, reason: null, review_report: null } as const
    await changePayment(tx, payment, changes, { detail: `taken as paid by ${operator}`, now })
    return
  }
  if (isHeld) await postRelease(tx, payment, now)
  const changes = { state: 'failed', review_report: null, ...refusal(decision) } as const
  await changePayment(tx, payment, changes, { detail: `taken as not paid by ${operator}`, now })
}

/** Takes a withdrawal back that is not approved yet, with all its parts, where the brand allows it (PAY-9).
 *  @throws AppError payment.unknown, payment.not_cancellable */
export async function cancelWithdrawal(ports: PaymentPorts, payer: Payer, paymentId: number): Promise<PaymentRow> {
  const { payments } = await ports.sections(payer.brandId)
  return forBrand(ports.db, payer.brandId).transaction(async (tx) => {
    const now = ports.clock()
    const parts = await lockParts(tx, paymentId)
    const isOwn = parts.length > 0 && parts.every(({ account_id }) => account_id === payer.accountId)
    if (!isOwn) throw new AppError('payment.unknown')
    const isWaiting = parts.every(({ direction, state }) => direction === 'withdrawal' && state === 'waiting')
    if (!isWaiting || !payments.isWithdrawalCancelAllowed) throw new AppError('payment.not_cancellable')
    for (const part of parts) {
      await postRelease(tx, part, now)
      const changes = { state: 'cancelled', reason: 'payment.reason_cancelled' } as const
      await changePayment(tx, part, changes, { detail: 'taken back by the player', now })
    }
    return readPayment(tx, paymentId)
  })
}

function readPayment(tx: BrandTransaction, paymentId: number): Promise<PaymentRow> {
  return tx
    .select('payment')
    .selectAll('payment')
    .where('payment_id', '=', storableId(paymentId))
    .executeTakeFirstOrThrow()
}
