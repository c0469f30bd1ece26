import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { PaymentLine, PaymentShowOutput } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { paymentAtDesk } from '#server/payments/payment-desk.ts'
import type { PaymentRow } from '#server/payments/payment-rows.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, type VerbOutcome } from '../database-command.ts'

/** A payment as commands print it. */
export function paymentLine(payment: PaymentRow): PaymentLine {
  const { payment_id, account_id, direction, state, method_id, currency, arrived_minor, reference } = payment
  return {
    ...{ paymentId: payment_id, accountId: account_id, direction, state, methodId: method_id, currency },
    ...{ amountMinor: Number(payment.amount_minor), feeMinor: Number(payment.fee_minor) },
    ...(arrived_minor === null ? {} : { arrivedMinor: Number(arrived_minor) }),
    ...(reference === null ? {} : { reference }),
    createdAt: payment.created_at.toISOString(),
  }
}

/** A payment on one line of text. */
export function paymentText({ exponent, ...payment }: PaymentRow): string {
  const {
    paymentId: payment_id,
    state,
    direction,
    amountMinor,
    currency,
    methodId,
    accountId,
    createdAt,
  } = paymentLine({
    exponent,
    ...payment,
  })
  const amount = `${minorToDecimal(amountMinor, exponent)} ${currency}`
  return `  ${payment_id}  ${state.padEnd(10)}  ${direction.padEnd(10)}  ${amount.padStart(14)}  ${methodId.padEnd(10)}  ${accountId}  ${createdAt}`
}

/** A payment with its steps and events. @throws DatabaseCommandFailure payment_unknown */
export async function shownPayment(tx: BrandTransaction, paymentId: number): Promise<VerbOutcome> {
  const found = await paymentAtDesk(tx, paymentId)
  if (!found) throw new DatabaseCommandFailure('payment_unknown', say('payment.unknown'), '--payment')
  const { payment, approvals, events } = found
  const steps = await tx
    .select('payment_step')
    .select(['state', 'detail', 'at'])
    .where('payment_id', '=', payment.payment_id)
    .orderBy('sequence')
    .execute()
  const output: PaymentShowOutput = {
    payment: paymentLine(payment),
    approvals: [...approvals],
    steps: steps.map(({ state, detail, at }) => `${at.toISOString()} ${state}: ${detail}`),
    events: events.map(({ at, state, verdict, why }) => `${at.toISOString()} ${state}: ${verdict}, ${why}`),
  }
  const lines = [
    paymentText(payment),
    ...output.steps.map((step) => `  ${step}`),
    ...output.events.map((one) => `  ${one}`),
  ]
  return { output, text: lines.join('\n') }
}
