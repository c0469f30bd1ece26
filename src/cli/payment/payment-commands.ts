import type { PaymentListOutput, PaymentReconcileOutput } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { LOOKED_AT } from '#server/payments/payment-desk.ts'
import { say } from '../command-text.ts'
import { brandCommand, DatabaseCommandFailure, databaseCommand } from '../database-command.ts'
import { asRefusal, openCashier } from './payment-cashier.ts'
import { conformanceCommand } from './payment-conformance.ts'
import { paymentLine, paymentText, shownPayment } from './payment-output.ts'

const STATES = [
  ...['created', 'processing', 'succeeded', 'failed', 'expired', 'cancelled', 'waiting', 'approved', 'sent', 'paid'],
  ...['refused', 'refunded', 'disputed', 'reversed', 'review', 'unknown'],
] as const
const MOST = 1000

const list = brandCommand({
  command: ['payment', 'list'],
  options: { state: 'text?' },
  async work(tx, { state }) {
    const states = state === undefined ? LOOKED_AT : STATES.filter((known) => known === state)
    if (states.length === 0)
      throw new DatabaseCommandFailure('usage', say('payment.state_one_of', { known: STATES.join(', ') }), '--state')
    const payments = await tx
      .select('payment')
      .selectAll('payment')
      .where('state', 'in', states as typeof LOOKED_AT)
      .orderBy('payment_id')
      .limit(MOST)
      .execute()
    const kept = await tx
      .select('provider_event')
      .select(['provider_id', 'event_id', 'reference', 'state', 'why', 'received_at'])
      .where('verdict', '=', 'review')
      .orderBy('received_at')
      .limit(MOST)
      .execute()
    const events = kept.map(({ provider_id: provider, event_id: event, received_at: at, ...said }) => ({
      ...{ provider, event, ...said, receivedAt: at.toISOString() },
    }))
    const output: PaymentListOutput = { payments: payments.map(paymentLine), events }
    const lines = [
      ...payments.map(paymentText),
      ...events.map((one) => say('payment.event_kept', { ...one, since: one.receivedAt })),
    ]
    return { output, text: lines.length === 0 ? say('payment.none_waiting') : lines.join('\n') }
  },
})

const show = brandCommand({
  command: ['payment', 'show'],
  options: { payment: 'number' },
  work: (tx, { payment }) => shownPayment(tx, payment),
})

function deciding(decision: 'approved' | 'refused', name: string) {
  return databaseCommand({
    command: ['payment', name],
    options: { brand: 'text', payment: 'number', operator: 'text', reason: 'text', minor: 'number?' },
    async work(data, { brand, payment: paymentId, operator, reason, minor: amountMinor }) {
      const cashier = openCashier(data)
      try {
        await cashier.decide(brand, { paymentId, operator, decision, reason, amountMinor, now: new Date() })
      } catch (error) {
        throw asRefusal(error)
      }
      return forBrand(data.database.db, brand).transaction((tx) => shownPayment(tx, paymentId))
    },
  })
}

const refund = databaseCommand({
  command: ['payment', 'refund'],
  options: { brand: 'text', payment: 'number', reason: 'text', minor: 'number?' },
  async work(data, { brand, payment: paymentId, reason, minor: amountMinor }) {
    const cashier = openCashier(data)
    try {
      await cashier.refund(brand, { paymentId, reason, amountMinor })
    } catch (error) {
      throw asRefusal(error)
    }
    return forBrand(data.database.db, brand).transaction((tx) => shownPayment(tx, paymentId))
  },
})

const reconcile = databaseCommand({
  command: ['payment', 'reconcile'],
  options: { brand: 'text' },
  async work(data, { brand }) {
    const asked = await openCashier(data)
      .reconcile(brand)
      .catch((error: unknown) => {
        throw asRefusal(error)
      })
    const inDoubt = await forBrand(data.database.db, brand).transaction(async (tx) => {
      const rows = await tx.select('payment').select('payment_id').where('state', '=', 'unknown').execute()
      return rows.length
    })
    const output: PaymentReconcileOutput = { asked, inDoubt }
    return { output, text: say('payment.reconciled', { asked, inDoubt }) }
  },
})

/** The verbs of `livery payment`. */
export const paymentCommands = {
  list,
  show,
  approve: deciding('approved', 'approve'),
  refuse: deciding('refused', 'refuse'),
  refund,
  reconcile,
  conformance: conformanceCommand,
} as const
