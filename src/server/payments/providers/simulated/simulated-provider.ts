import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ReportedState } from '#machines/payments/payment-life.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { SimulatedPaymentTable } from '#server/db/tables/payment-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import {
  type PaymentProvider,
  type ProviderEvent,
  type ProviderOrder,
  type ProviderPayment,
  ProviderSilent,
  type StartedPayment,
} from '../../payment-provider.ts'
import { readSignedEvents, type SignedEvents, signEvents } from '../signed-events.ts'
import { type ActedTo, actOn, type SimulatedAct } from './simulated-acts.ts'
import { isHit, type SimulatedDials } from './simulated-dials.ts'

/** A payment as the built-in provider keeps it. */
export type SimulatedPayment = Selectable<SimulatedPaymentTable>

/** What the built-in provider is given. */
export interface SimulatedPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly dials: (brandId: string) => Promise<SimulatedDials>
  /** Secret by which it signs the events of a brand. */
  readonly secretOf: (brandId: string) => string
  /** Whether what is paid out waits for an act, as tests of a provider need it. */
  readonly holdsPayouts?: boolean
}

const EVENTS_A_ROUND = 100

/** Makes the built-in provider: it moves no real money, keeps books of its own, and misbehaves as its dials say. */
export function createSimulatedProvider(ports: SimulatedPorts) {
  const { clock } = ports
  return {
    /** The provider as a brand's cashier speaks to it. */
    of: (brandId: string): PaymentProvider => ({
      id: 'simulated',
      start: (order) => start(ports, brandId, order),
      status: ({ attemptId }) => inBrand(ports, brandId, (tx) => statusOf(tx, attemptId)),
      refund: (refund) => refundPayment(ports, brandId, refund),
      readWebhook: (webhook) => readSignedEvents(webhook, ports.secretOf(brandId)),
    }),

    /** The payment of a hosted page; undefined when there is none of that reference. */
    read: (brandId: string, reference: string): Promise<SimulatedPayment | undefined> =>
      inBrand(ports, brandId, (tx) => find(tx, reference)),

    /** Does something to a payment, and has its event sent. @returns the payment after it; undefined when it cannot be done (any more) */
    act: (brandId: string, reference: string, act: SimulatedAct): Promise<SimulatedPayment | undefined> =>
      actAt(ports, brandId, reference, act),

    /** Sends the events of a brand that are due; what is not taken is sent again. @returns how many were taken */
    async deliver(brandId: string, send: (signed: SignedEvents) => Promise<void>): Promise<number> {
      const due = await inBrand(ports, brandId, (tx) =>
        tx
          .select('simulated_event')
          .select(['event_id as id', 'event'])
          .where('due_at', '<=', clock())
          .orderBy('due_at')
          .orderBy('event_id')
          .limit(EVENTS_A_ROUND)
          .execute(),
      )
      const taken: string[] = []
      try {
        for (const { id, event } of due) {
          const sent = { ...event, at: new Date(event.at) }
          await send(signEvents([sent], { id, secret: ports.secretOf(brandId), now: clock() }))
          taken.push(id)
        }
      } finally {
        if (taken.length > 0) await inBrand(ports, brandId, (tx) => forget(tx, taken))
      }
      return due.length
    },
  }
}

async function forget(tx: BrandTransaction, eventIds: readonly string[]): Promise<void> {
  await tx.delete('simulated_event').where(sql<boolean>`event_id = any (${eventIds}::text[])`).execute()
}

function inBrand<Answer>(
  { db }: Pick<SimulatedPorts, 'db'>,
  brandId: string,
  work: (tx: BrandTransaction) => Promise<Answer>,
): Promise<Answer> {
  return forBrand(db, brandId).transaction(work)
}

/** The reference of an attempt: the same again is the same payment. */
function referenceOf(attemptId: string): string {
  return `sim_${createHash('sha256').update(attemptId).digest('base64url').slice(0, 22)}`
}

/** Where players pay, under the site that they come from. */
export const HOSTED_PAGE = '/payment-page'

async function start(ports: SimulatedPorts, brandId: string, order: ProviderOrder) {
  const dials = await ports.dials(brandId)
  const reference = referenceOf(order.attemptId)
  const payment = await inBrand(ports, brandId, async (tx) => {
    const now = ports.clock()
    const isDeposit = order.direction === 'deposit'
    const made = await tx
      .insert('simulated_payment', {
        ...{ reference, attempt_id: order.attemptId, direction: order.direction, method_id: order.methodId },
        ...{ currency: order.currency, exponent: order.exponent, amount_minor: order.amountMinor },
        ...{ state: isDeposit ? 'created' : 'processing', raw_state: isDeposit ? 'open' : 'sending', paid_minor: null },
        ...{ reason: null, return_url: order.returnUrl, created_at: now },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    const kept = made ?? (await found(tx, reference))
    if (made && !isDeposit && !ports.holdsPayouts) {
      const isRefused = isHit(dials, 'refusedPpm', reference)
      await become(tx, kept, isRefused ? REFUSED : { ...SENT, paidMinor: order.amountMinor }, { dials, now })
    }
    return kept
  })
  if (isHit(dials, 'silentPpm', reference)) throw new ProviderSilent('the built-in provider does not answer')
  return { ...paymentOf(payment), ...pageOf(payment) }
}

/** Where a deposit is paid that can still be. */
function pageOf({ direction, state, return_url, reference }: SimulatedPayment): Pick<StartedPayment, 'redirectUrl'> {
  if (direction !== 'deposit' || state !== 'created') return {}
  return { redirectUrl: `${new URL(return_url).origin}${HOSTED_PAGE}/${reference}` }
}

const SENT: ActedTo = { state: 'succeeded', rawState: 'paid out' }
const REFUSED: ActedTo = { state: 'failed', rawState: 'refused by the bank', reason: 'declined' }

function find(tx: BrandTransaction, reference: string): Promise<SimulatedPayment | undefined> {
  return tx
    .select('simulated_payment')
    .selectAll('simulated_payment')
    .where('reference', '=', reference)
    .executeTakeFirst()
}

async function found(tx: BrandTransaction, reference: string): Promise<SimulatedPayment> {
  const payment = await find(tx, reference)
  if (!payment) throw new Error(`the built-in provider has no payment ${reference}`)
  return payment
}

function paymentOf(payment: SimulatedPayment): ProviderPayment {
  const { reference, state, raw_state: rawState, paid_minor: paid, currency, reason } = payment
  return {
    ...{ reference, state, rawState },
    ...(paid === null ? {} : { amountMinor: Number(paid), currency }),
    ...(reason === null ? {} : { reason }),
  }
}

/** What has happened to an attempt; one that never came has failed. */
async function statusOf(tx: BrandTransaction, attemptId: string): Promise<StartedPayment> {
  const reference = referenceOf(attemptId)
  const payment = await find(tx, reference)
  if (payment) return { ...paymentOf(payment), ...pageOf(payment) }
  return { reference, state: 'failed', rawState: 'never begun', reason: 'declined', isNeverBegun: true }
}

async function refundPayment(
  ports: SimulatedPorts,
  brandId: string,
  { reference, refundId, amountMinor, currency }: Parameters<PaymentProvider['refund']>[0],
): Promise<ProviderPayment> {
  const dials = await ports.dials(brandId)
  return inBrand(ports, brandId, async (tx) => {
    const payment = await find(tx, reference)
    const partReference = `re_${refundId}`
    if (payment?.state !== 'succeeded')
      return { reference, state: 'refund_failed', rawState: 'nothing to refund', partReference }
    const refunded = {
      reference,
      state: 'refunded',
      rawState: 'refunded',
      amountMinor,
      currency,
      partReference,
    } as const
    await tell(tx, { ...refunded, attemptId: payment.attempt_id }, { dials, now: ports.clock(), id: partReference })
    return refunded
  })
}

async function actAt(ports: SimulatedPorts, brandId: string, reference: string, act: SimulatedAct) {
  const dials = await ports.dials(brandId)
  return inBrand(ports, brandId, async (tx) => {
    const payment = await tx
      .select('simulated_payment')
      .selectAll('simulated_payment')
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) return undefined
    const { direction, state, currency } = payment
    const to = actOn({ direction, state, currency, amountMinor: Number(payment.amount_minor) }, act)
    if (!to) return undefined
    const after = await become(tx, payment, to, { dials, now: ports.clock() })
    // Money that is on its way arrives by itself.
    return act === 'pay_later' ? arriveLater(tx, payment, { dials, now: ports.clock() }) : after
  })
}

interface Telling {
  readonly dials: SimulatedDials
  readonly now: Date
}

const LATER_MS = 20_000

async function arriveLater(
  tx: BrandTransaction,
  payment: SimulatedPayment,
  { dials, now }: Telling,
): Promise<SimulatedPayment> {
  const amountMinor = Number(payment.amount_minor)
  const { reference, currency, attempt_id: attemptId } = payment
  const after = await tx
    .update('simulated_payment', { state: 'succeeded', raw_state: 'paid', paid_minor: amountMinor })
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  const arrived = { reference, attemptId, state: 'succeeded', rawState: 'paid', amountMinor, currency } as const
  await tell(tx, arrived, { dials, now: new Date(now.getTime() + LATER_MS), id: `${reference}:arrived` })
  return after
}

/** What a payment keeps as its state: that of a dispute that was won is that it is paid. */
function keptState(state: ReportedState): ReportedState {
  return state === 'dispute_won' ? 'succeeded' : state === 'dispute_lost' ? 'disputed' : state
}

async function become(
  tx: BrandTransaction,
  payment: SimulatedPayment,
  to: ActedTo,
  telling: Telling,
): Promise<SimulatedPayment> {
  const { reference, attempt_id: attemptId } = payment
  const paid = to.paidMinor ?? payment.paid_minor
  const currency = to.currency ?? payment.currency
  const after = await tx
    .update('simulated_payment', {
      ...{ state: keptState(to.state), raw_state: to.rawState, paid_minor: paid, currency, reason: to.reason ?? null },
    })
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  const event = {
    ...{ reference, attemptId, state: to.state, rawState: to.rawState, currency },
    ...(paid === null ? {} : { amountMinor: Number(paid) }),
    ...(to.reason === undefined ? {} : { reason: to.reason }),
    ...(to.isPart ? { partReference: `part_${reference}` } : {}),
  }
  await tell(tx, event, { ...telling, id: `${reference}:${to.state}` })
  return after
}

/** Has an event sent, twice or never where a dial hits it. */
async function tell(
  tx: BrandTransaction,
  report: Omit<ProviderEvent, 'eventId' | 'at'>,
  { dials, now, id }: Telling & { readonly id: string },
): Promise<void> {
  if (isHit(dials, 'lostPpm', id)) return
  const event = storableJson({ ...report, eventId: id, at: now.toISOString() })
  const dueAt = new Date(now.getTime() + (dials.delayMs ?? 0))
  const copies = isHit(dials, 'duplicatedPpm', id) ? [id, `${id}:again`] : [id]
  for (const copy of copies)
    await tx
      .insert('simulated_event', { event_id: copy, event, due_at: dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
