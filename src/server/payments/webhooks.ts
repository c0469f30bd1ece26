import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import { applyReport } from './payment-events.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { ProviderEvent, RawWebhook } from './payment-provider.ts'
import { lockPayment, type PaymentRow } from './payment-rows.ts'
import type { PaymentVerdict } from './payment-verdict.ts'

/** What happened to the events of one webhook. */
export interface WebhookOutcome {
  readonly applied: number
  readonly ignored: number
  readonly kept: number
}

/** Takes events of a provider: verified on their raw bytes, kept, applied once (PAY-10).
 *  @throws AppError payment.provider_unknown, payment.webhook_unsigned, .webhook_wrong_signature, .webhook_too_old, .webhook_malformed */
export async function takeWebhook(
  ports: PaymentPorts,
  brandId: string,
  {
    providerId,
    webhook,
    ask,
  }: {
    readonly providerId: string
    readonly webhook: RawWebhook
    /** Asks the provider what has happened to a payment. */
    readonly ask: (paymentId: number) => Promise<void>
  },
): Promise<WebhookOutcome> {
  const provider = await ports.provider(brandId, providerId)
  if (!provider) throw new AppError('payment.provider_unknown')
  const events = provider.readWebhook(webhook)
  if ('fault' in events) throw new AppError(`payment.webhook_${events.fault}`, { found: events.found })
  const body = storableText(new TextDecoder().decode(webhook.body))
  const counts = { applied: 0, ignored: 0, kept: 0 }
  for (const event of events) {
    const { verdict, why, hinted } = await takeEvent(ports, brandId, { providerId, event, body })
    if (hinted !== undefined) await ask(hinted)
    if (verdict === 'review')
      ports.log.warn({ providerId, eventId: event.eventId, why }, 'payments: an event is kept for review')
    counts[verdict === 'review' ? 'kept' : verdict] += 1
  }
  return counts
}

function takeEvent(
  { db, clock }: PaymentPorts,
  brandId: string,
  { providerId, event, body }: { providerId: string; event: ProviderEvent; body: string },
): Promise<PaymentVerdict & { readonly hinted?: number }> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    const paymentId = await paymentOf(tx, providerId, event)
    const payment = paymentId === undefined ? undefined : await lockPayment(tx, paymentId)
    const kept = await tx
      .insert('provider_event', {
        ...{
          provider_id: providerId,
          event_id: storableText(event.eventId),
          body,
          report: storableJson(reportOf(event)),
        },
        ...{ payment_id: payment?.payment_id ?? null, reference: storableText(event.reference), state: event.state },
        ...{ verdict: 'review', why: 'unknown reference', happened_at: event.at, received_at: now },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (!kept) return { verdict: 'ignored', why: 'the event has come before' }
    if (!payment) return { verdict: 'review', why: 'unknown reference' }
    const name = { providerId, eventId: event.eventId }
    if (event.isHint) {
      const asked = { verdict: 'ignored', why: 'the provider is asked' } as const
      await setVerdict(tx, name, asked)
      return { ...asked, hinted: payment.payment_id }
    }
    const applied = await applyReport(tx, payment, event, now)
    await setVerdict(tx, name, applied)
    await applyEarly(tx, payment.payment_id, now)
    return applied
  })
}

function reportOf({ eventId: _id, at: _at, isHint: _hint, ...report }: ProviderEvent) {
  return report
}

async function setVerdict(
  tx: BrandTransaction,
  { providerId, eventId }: { providerId: string; eventId: string },
  { verdict, why }: PaymentVerdict,
): Promise<void> {
  await tx
    .update('provider_event', { verdict, why: why.slice(0, 200) })
    .where('provider_id', '=', providerId)
    .where('event_id', '=', storableText(eventId))
    .execute()
}

const HINT: PaymentVerdict = { verdict: 'ignored', why: 'only a hint, and the payment was asked after since' }

/** Looks again at events of a payment that came before what they follow, the oldest first. */
export async function applyEarly(tx: BrandTransaction, paymentId: number, now: Date): Promise<void> {
  const early = await tx
    .select('provider_event')
    .select(['provider_id as providerId', 'event_id as eventId', 'reference', 'state', 'report'])
    .where('payment_id', '=', paymentId)
    .where('verdict', '=', 'review')
    .where('why', '=', 'early')
    .orderBy('happened_at')
    .orderBy('event_id')
    .execute()
  for (const { report, ...event } of early) {
    const payment: PaymentRow | undefined = await lockPayment(tx, paymentId)
    if (!payment) return
    const isHint = report.state === 'unknown'
    const applied = isHint ? HINT : await applyReport(tx, payment, report, now)
    if (applied.why !== 'early') await setVerdict(tx, event, applied)
  }
}

/** The payment of an event: by the provider's reference, else by the attempt that the reference names. */
async function paymentOf(
  tx: BrandTransaction,
  providerId: string,
  { reference, attemptId }: ProviderEvent,
): Promise<number | undefined> {
  const row = await tx
    .select('payment_attempt')
    .select('payment_id as id')
    .where('provider_id', '=', providerId)
    .where((where) => where.or([where('reference', '=', reference), where('attempt_id', '=', attemptId ?? reference)]))
    .executeTakeFirst()
  return row?.id
}
