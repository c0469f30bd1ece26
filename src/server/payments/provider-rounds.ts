import { isOver } from '#machines/payments/payment-life.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { applyReport } from './payment-events.ts'
import type { NewPayment } from './payment-keeping.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { type ProviderPayment, ProviderSilent, type StartedPayment } from './payment-provider.ts'
import { askRefunds } from './payment-refunds.ts'
import { attemptOf, changePayment, lockPayment, type PaymentRow } from './payment-rows.ts'
import { applyEarly } from './webhooks.ts'

const HOUR_MS = 3_600_000
const MOST_DOUBLINGS = 12
/** Payments of a brand that one round asks after. */
const ROUND = 100
/** How often a provider has to say that it has not heard of a payment. At the first time, the call that begins it may be on its way from
 *  another process: what had failed here would begin there. */
const NEVER_BEGUN_TIMES = 3

/** Sends payments to their providers and asks what has happened to them. Providers are called outside of any transaction: what they say
 *  is applied in one (PAY-11). */
export function createProviderRounds(ports: PaymentPorts) {
  const { db, clock } = ports

  return {
    begin: (brandId: string, payment: PaymentRow & Partial<NewPayment>) => begin(ports, brandId, payment),

    /** Asks what has happened to a payment. */
    async askOf(brandId: string, paymentId: number): Promise<void> {
      const payment = await forBrand(db, brandId).transaction((tx) => lockPayment(tx, paymentId))
      if (payment) await ask(ports, brandId, payment)
    },

    /** Sends what is approved and asks after what is open and due. @returns how many payments were looked at */
    async reconcile(brandId: string): Promise<number> {
      const due = await forBrand(db, brandId).transaction((tx) =>
        tx
          .select('payment')
          .selectAll('payment')
          .where('ask_at', '<=', clock())
          .orderBy('ask_at')
          .limit(ROUND)
          .execute(),
      )
      for (const payment of due) await look(ports, brandId, payment)
      return due.length
    },
  }
}

/** Tells the provider of a payment to begin. A repeated call is the same call. */
async function begin(
  ports: PaymentPorts,
  brandId: string,
  payment: PaymentRow & Partial<NewPayment>,
): Promise<PaymentRow> {
  const { db, provider } = ports
  const attemptId =
    payment.attemptId ?? (await forBrand(db, brandId).transaction((tx) => attemptOf(tx, payment.payment_id)))
  const report = await said(ports, payment, async () => {
    const joined = await provider(brandId, payment.provider_id)
    if (!joined) return failed(payment, 'no such provider')
    return joined.start({
      direction: payment.direction,
      attemptId,
      methodId: payment.method_id,
      amountMinor: Number(payment.amount_minor) - (payment.direction === 'withdrawal' ? Number(payment.fee_minor) : 0),
      exponent: payment.exponent,
      currency: payment.currency,
      country: payment.country,
      language: payment.language,
      fields: payment.fields,
      returnUrl: returnUrl(payment),
      notifyUrl: `${payment.origin}/web-api/payments/webhook/${payment.provider_id}`,
    })
  })
  return apply(ports, brandId, payment.payment_id, report)
}

/** Asks the provider what has happened to a payment. */
async function ask(ports: PaymentPorts, brandId: string, payment: PaymentRow): Promise<PaymentRow> {
  const { db, provider } = ports
  const attemptId = await forBrand(db, brandId).transaction((tx) => attemptOf(tx, payment.payment_id))
  const report = await said(ports, payment, async () => {
    const joined = await provider(brandId, payment.provider_id)
    if (!joined) throw new ProviderSilent('no such provider')
    return joined.status({ attemptId, ...(payment.reference ? { reference: payment.reference } : {}) })
  })
  const isBelieved = !report.isNeverBegun || payment.asked >= NEVER_BEGUN_TIMES - 1
  return apply(ports, brandId, payment.payment_id, isBelieved ? report : { ...report, state: 'unknown' })
}

async function said(
  { log }: PaymentPorts,
  payment: PaymentRow,
  call: () => Promise<StartedPayment>,
): Promise<StartedPayment> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderSilent))
      log.error({ err: error, paymentId: payment.payment_id }, 'payments: a provider failed, the outcome is unknown')
    return { reference: payment.reference ?? '', state: 'unknown', rawState: 'no answer' }
  }
}

function apply(
  { db, clock, log, sections }: PaymentPorts,
  brandId: string,
  paymentId: number,
  report: StartedPayment,
): Promise<PaymentRow> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw new Error(`payment ${paymentId} no longer exists`)
    const { verdict, why } = await applyReport(tx, payment, report, now)
    if (verdict === 'review') log.warn({ paymentId, why }, 'payments: what a provider says of a payment needs a look')
    await applyEarly(tx, paymentId, now)
    const after = await lockPayment(tx, paymentId)
    if (!after) throw new Error(`payment ${paymentId} no longer exists`)
    if (isOver(after.state) || after.state === 'review' || after.state === 'waiting') return after
    return waitOn(tx, after, { report, now, everyMs: (await sections(brandId)).payments.unknownAskMs })
  })
}

async function waitOn(
  tx: Parameters<typeof lockPayment>[0],
  payment: PaymentRow,
  { report, now, everyMs }: { report: StartedPayment; now: Date; everyMs: number },
): Promise<PaymentRow> {
  const isLate = payment.direction === 'deposit' && payment.expires_at <= now && payment.state !== 'unknown'
  if (isLate) {
    const expired: ProviderPayment = { ...report, state: 'expired', rawState: 'no money within its time' }
    await applyReport(tx, payment, expired, now)
    return (await lockPayment(tx, payment.payment_id)) ?? payment
  }
  const waitMs = Math.min(everyMs * 2 ** Math.min(payment.asked, MOST_DOUBLINGS), HOUR_MS)
  return changePayment(
    tx,
    payment,
    {
      ...{ state: payment.state, asked: payment.asked + 1, ask_at: new Date(now.getTime() + waitMs) },
      ...(report.redirectUrl ? { redirect_url: report.redirectUrl } : {}),
    },
    { detail: '', now },
  )
}

async function look(ports: PaymentPorts, brandId: string, payment: PaymentRow): Promise<void> {
  if (payment.state === 'approved') await begin(ports, brandId, payment)
  else if (payment.state === 'succeeded') await askRefunds(ports, brandId, payment)
  else await ask(ports, brandId, payment)
}

/** The page of the deposit or the withdrawal, which says what has happened to it. */
function returnUrl({ direction, origin, language, payment_id }: PaymentRow): string {
  const page = buildPath(direction === 'deposit' ? 'office_recharge' : 'office_deduce', {}, language)
  return `${origin}${page}?payment=${payment_id}`
}

function failed(payment: PaymentRow, why: string): StartedPayment {
  return { reference: payment.reference ?? '', state: 'failed', rawState: why }
}
