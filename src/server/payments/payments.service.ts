import type { PaymentWay, StartPaymentBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { createConversions } from './conversions.ts'
import { cancelWithdrawal, decidePayment, type PaymentDecision } from './payment-approvals.ts'
import { createConsultant } from './payment-consultant.ts'
import { createPaymentHistory } from './payment-history.ts'
import type { PaymentPlace } from './payment-keeping.ts'
import { readCashier } from './payment-offers.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import type { RawWebhook } from './payment-provider.ts'
import { type AskedRefund, refundDeposit } from './payment-refunds.ts'
import type { PaymentRow } from './payment-rows.ts'
import { createProviderRounds } from './provider-rounds.ts'
import { keepPayment } from './starting.ts'
import { takeWebhook } from './webhooks.ts'

/** Deposits, withdrawals, and what providers and operators do with them. */
export type PaymentsService = ReturnType<typeof createPayments>

/** Makes the cashier. */
export function createPayments(ports: PaymentPorts) {
  const { db } = ports
  const rounds = createProviderRounds(ports)
  return {
    history: createPaymentHistory(ports),
    conversions: createConversions(ports),
    consultant: createConsultant(ports),

    /** What a player can do at the cashier in a currency. */
    readCashier: (payer: Payer, of: { currency: string; country: string; direction: PaymentWay }) =>
      readCashier(ports, payer, of),

    /** Begins a payment, which is kept and committed before its provider hears of it. A withdrawal that waits for operators is not sent.
     *  Sent again with its guid, it is the same payment. A withdrawal that is split answers with its first part.
     *  @throws AppError payment.* with what is wrong, balance.too_low, or the reason of the guard */
    async start(payer: Payer, direction: PaymentWay, body: StartPaymentBody, place: PaymentPlace): Promise<PaymentRow> {
      const { parts, isNew } = await keepPayment(ports, payer, { direction, body, place })
      const begun: PaymentRow[] = []
      for (const part of parts) {
        const isSent = isNew && part.state !== 'waiting'
        begun.push(isSent ? await rounds.begin(payer.brandId, part) : part)
      }
      const [first] = begun
      if (!first) throw new Error('a payment was kept without parts')
      return first
    },

    /** @throws AppError payment.unknown, payment.not_cancellable */
    cancel: (payer: Payer, paymentId: number) => cancelWithdrawal(ports, payer, paymentId),

    /** @throws AppError payment.provider_unknown, payment.webhook_* */
    takeWebhook: (brandId: string, providerId: string, webhook: RawWebhook) =>
      takeWebhook(ports, brandId, { providerId, webhook, ask: (paymentId) => rounds.askOf(brandId, paymentId) }),

    /** Sends what is approved and asks after what is open and due. @returns how many payments were looked at */
    reconcile: rounds.reconcile,

    /** Decides in the caller's transaction. @throws AppError payment.unknown, payment.not_waiting, payment.same_operator, payment.frozen, payment.amount_needed */
    decideIn: (tx: BrandTransaction, decision: PaymentDecision): Promise<void> => decidePayment(tx, decision, ports),

    /** The same in a transaction of its own. */
    decide: (brandId: string, decision: PaymentDecision): Promise<void> =>
      forBrand(db, brandId).transaction((tx) => decidePayment(tx, decision, ports)),

    /** @throws AppError payment.unknown, payment.not_refundable, balance.too_low */
    refund: (brandId: string, asked: AskedRefund) => refundDeposit(ports, brandId, asked),
  }
}
