import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { postRefund, postRefundHold, postRefundRelease } from './payment-money.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { type ProviderPayment, ProviderSilent } from './payment-provider.ts'
import { changePayment, lockPayment, type PaymentRow } from './payment-rows.ts'
import type { PaymentVerdict } from './payment-verdict.ts'

/** Where a refund stands. */
export type RefundState = 'held' | 'refunded' | 'failed'

/** A deposit that is to be given back, or a part of it. */
export interface AskedRefund {
  readonly paymentId: number
  /** Minor units; all that is left when absent. */
  readonly amountMinor?: number | undefined
  readonly reason: string
}

/** Gives a deposit back, or a part of it: the player's money is held, the provider asked, and the refund ends when it says so. The whole
 *  gives the fee back as well. A provider that does not answer leaves it held, and is asked again (PAY-11, PAY-12).
 *  @throws AppError payment.unknown, payment.not_refundable, balance.too_low */
export async function refundDeposit(ports: PaymentPorts, brandId: string, asked: AskedRefund): Promise<RefundState> {
  const refundId = ports.newId()
  const payment = await forBrand(ports.db, brandId).transaction((tx) => holdRefund(tx, ports, refundId, asked))
  return sendRefund(ports, brandId, payment, refundId)
}

async function holdRefund(
  tx: BrandTransaction,
  { clock }: Pick<PaymentPorts, 'clock'>,
  refundId: string,
  asked: AskedRefund,
): Promise<PaymentRow> {
  const payment = await lockPayment(tx, asked.paymentId)
  if (!payment) throw new AppError('payment.unknown')
  const left = Number(payment.arrived_minor) - Number(payment.refunded_minor)
  const amountMinor = asked.amountMinor ?? left
  const isRefundable = payment.direction === 'deposit' && payment.state === 'succeeded' && payment.reference !== null
  if (!isRefundable || amountMinor <= 0 || amountMinor > left) throw new AppError('payment.not_refundable')
  const now = clock()
  const feeMinor = Math.max(0, amountMinor - Math.max(0, left - Number(payment.fee_minor)))
  await postRefundHold(tx, payment, { refundId, amountMinor, feeMinor, now })
  await tx
    .insert('payment_refund', {
      ...{ refund_id: refundId, payment_id: payment.payment_id, amount_minor: amountMinor, fee_minor: feeMinor },
      ...{ state: 'held', reference: null, reason: storableText(asked.reason), created_at: now },
    })
    .execute()
  const refunded = Number(payment.refunded_minor) + amountMinor
  await changePayment(tx, payment, { state: 'succeeded', refunded_minor: refunded, ask_at: now }, { detail: '', now })
  return payment
}

/** Asks the provider again for the refunds of a deposit that it has not answered; the same again is the same refund. */
export async function askRefunds(ports: PaymentPorts, brandId: string, payment: PaymentRow): Promise<void> {
  const open = await forBrand(ports.db, brandId).transaction(async (tx) => {
    const rows = await tx
      .select('payment_refund')
      .select('refund_id as id')
      .where('payment_id', '=', payment.payment_id)
      .where('state', '=', 'held')
      .execute()
    const waitMs = (await ports.sections(brandId)).payments.unknownAskMs
    const askAt = rows.length > 0 ? new Date(ports.clock().getTime() + waitMs) : null
    await tx.update('payment', { ask_at: askAt }).where('payment_id', '=', payment.payment_id).execute()
    return rows
  })
  for (const { id } of open) await sendRefund(ports, brandId, payment, id)
}

async function sendRefund(
  ports: PaymentPorts,
  brandId: string,
  { payment_id, provider_id, exponent, currency, reference }: PaymentRow,
  refundId: string,
): Promise<RefundState> {
  const inBrand = forBrand(ports.db, brandId)
  const { amountMinor } = await inBrand.transaction((tx) => refundOf(tx, refundId))
  const provider = await ports.provider(brandId, provider_id)
  const call = { reference: reference ?? '', refundId, amountMinor, exponent, currency }
  const report = await provider?.refund(call).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) ports.log.error({ err: error }, 'payments: a refund has failed')
    return undefined
  })
  if (!report) return 'held'
  return inBrand.transaction(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (!payment) throw new AppError('payment.unknown')
    const { partReference: part } = report
    if (part !== undefined)
      await tx.update('payment_refund', { reference: part }).where('refund_id', '=', refundId).execute()
    const ended = { refunded: 'refunded', failed: 'refund_failed', refund_failed: 'refund_failed' } as const
    const state = Object.hasOwn(ended, report.state) ? ended[report.state as keyof typeof ended] : undefined
    if (state) await endRefund(tx, payment, { ...report, state, partReference: part ?? refundId }, ports.clock())
    return (await refundOf(tx, refundId)).state
  })
}

async function refundOf(tx: BrandTransaction, refundId: string) {
  return tx
    .select('payment_refund')
    .select(['state', 'amount_minor as amountMinor'])
    .where('refund_id', '=', refundId)
    .executeTakeFirstOrThrow()
}

/** Ends a refund as its provider says, once: known by its reference, else by its amount where only one can be meant. One that nobody has
 *  asked for is kept for review. */
export async function endRefund(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  now: Date,
): Promise<PaymentVerdict> {
  const rows = await tx
    .select('payment_refund')
    .selectAll('payment_refund')
    .where('payment_id', '=', payment.payment_id)
    .execute()
  const part = report.partReference
  const named = rows.find((row) => part !== undefined && (row.reference === part || row.refund_id === part))
  if (named && named.state !== 'held') return { verdict: 'ignored', why: `the refund is ${named.state}` }
  const alike = rows.filter(
    ({ state, reference, amount_minor }) =>
      state === 'held' && reference === null && (report.amountMinor ?? Number(amount_minor)) === Number(amount_minor),
  )
  const refund = named ?? (alike.length === 1 ? alike[0] : undefined)
  if (!refund) return { verdict: 'review', why: 'a refund that nobody has asked for' }
  const { refund_id: refundId } = refund
  const [amountMinor, feeMinor] = [Number(refund.amount_minor), Number(refund.fee_minor)]
  const hasFailed = report.state === 'refund_failed'
  await (hasFailed ? postRefundRelease : postRefund)(tx, payment, { refundId, amountMinor, feeMinor, now })
  await tx
    .update('payment_refund', {
      state: hasFailed ? 'failed' : 'refunded',
      ...(part === undefined ? {} : { reference: part }),
    })
    .where('refund_id', '=', refundId)
    .execute()
  const left = rows.some((row) => row.state === 'held' && row.refund_id !== refundId) ? {} : { ask_at: null }
  const refunded = Number(payment.refunded_minor) - (hasFailed ? amountMinor : 0)
  const done = rows.filter(({ state }) => state === 'refunded').reduce((sum, row) => sum + Number(row.amount_minor), 0)
  const isWhole = !hasFailed && done + amountMinor >= Number(payment.arrived_minor)
  await changePayment(
    tx,
    payment,
    { state: isWhole ? 'refunded' : 'succeeded', refunded_minor: refunded, ...left },
    { detail: report.rawState, now },
  )
  return { verdict: 'applied', why: hasFailed ? 'the refund has failed' : 'refunded' }
}
