import { sql } from 'kysely'
import { moveOf, type PaymentMove, type ReviewReason } from '#machines/payments/payment-life.rules.ts'
import type { BrandTransaction, Changes } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import {
  postChargeback,
  postChargebackWon,
  postDeposit,
  postRelease,
  postReturn,
  postWithdrawal,
} from './payment-money.ts'
import type { ProviderPayment } from './payment-provider.ts'
import { endRefund } from './payment-refunds.ts'
import { changePayment, type PaymentRow } from './payment-rows.ts'
import type { PaymentVerdict } from './payment-verdict.ts'

/** Applies what a provider says to a payment that the transaction has locked: money moves with the state, once (PAY-10).
 *  `review` says that people have to look. */
export async function applyReport(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  now: Date,
): Promise<PaymentVerdict> {
  const move = moveOf(
    {
      direction: payment.direction,
      state: payment.state,
      amountMinor: Number(payment.amount_minor),
      feeMinor: Number(payment.fee_minor),
      currency: payment.currency,
    },
    report,
  )
  await keepReference(tx, payment, report)
  if (report.state === 'dispute_lost' && payment.state === 'disputed') return loseDispute(tx, payment, report)
  if (move.do === 'ignore') return { verdict: 'ignored', why: `${report.state} after ${payment.state}` }
  if (move.do === 'review') return review(tx, payment, report, { ...move, now })
  return applyMove(tx, payment, report, { move, now })
}

async function review(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  { why, state, now }: { readonly why: ReviewReason; readonly state?: 'review'; readonly now: Date },
): Promise<PaymentVerdict> {
  if (state) {
    const reason = `payment.reason_${why === 'other_amount' ? 'other_amount' : 'checking'}`
    const kept = { review_report: storableJson(report), review_from: payment.state }
    await changePayment(tx, payment, { state, reason, ask_at: null, ...kept }, { detail: why, now })
  }
  return { verdict: 'review', why }
}

type Step = Extract<PaymentMove, { do: 'move' }>

async function applyMove(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  { move, now }: { readonly move: Step; readonly now: Date },
): Promise<PaymentVerdict> {
  const done: PaymentVerdict = { verdict: 'applied', why: `${payment.state} to ${move.state}` }
  const to = (more: Pick<Changes<'payment'>, 'arrived_minor' | 'reason'> = {}) =>
    changePayment(
      tx,
      payment,
      { state: move.state, ask_at: isSettled(move.state) ? null : payment.ask_at, ...more },
      { detail: report.rawState, now },
    )
  switch (move.money) {
    case 'deposit':
      await arrive(tx, payment, { arrivedMinor: move.amountMinor, detail: report.rawState, now })
      return done
    case 'withdrawal':
      await postWithdrawal(tx, payment, now)
      await to({ arrived_minor: Number(payment.amount_minor) - Number(payment.fee_minor), reason: null })
      return done
    case 'release':
      await postRelease(tx, payment, now)
      await to({ reason: reasonOf(report) })
      return done
    case 'return':
      await postReturn(tx, payment, now)
      await to({ reason: reasonOf(report) })
      return done
    case 'refund':
    case 'refund-release':
      return endRefund(tx, payment, report, now)
    case 'chargeback':
      return chargeBack(tx, payment, report, now)
    case 'chargeback-won':
      return winDispute(tx, payment, report, now)
    case 'none':
      await to({ reason: isSettled(move.state) ? reasonOf(report) : null })
      return done
  }
}

/** Credits a deposit that has arrived, whichever state it was in. */
export async function arrive(
  tx: BrandTransaction,
  payment: PaymentRow,
  { arrivedMinor, detail, now }: { readonly arrivedMinor: number; readonly detail: string; readonly now: Date },
): Promise<void> {
  await postDeposit(tx, payment, { arrivedMinor, now })
  const isOther = arrivedMinor !== Number(payment.amount_minor)
  await changePayment(
    tx,
    payment,
    {
      ...{ state: 'succeeded', arrived_minor: arrivedMinor, deposit_number: nextDeposit(tx, payment), ask_at: null },
      review_report: null,
      reason: isOther ? 'payment.reason_other_amount' : null,
    },
    { detail, now },
  )
}

/** How many deposits of a player have arrived, this one among them; the player's accounts are locked. */
function nextDeposit({ brandId }: BrandTransaction, { account_id }: PaymentRow) {
  return sql<number>`(
    select count(*) + 1 from payment former where former.brand_id = ${brandId} and former.account_id = ${account_id}
      and former.direction = 'deposit' and former.state in ('succeeded', 'refunded', 'disputed')
  )` as unknown as number
}

function isSettled(state: PaymentRow['state']): boolean {
  return !['created', 'processing', 'approved', 'sent', 'unknown', 'waiting'].includes(state)
}

const REASONS: ReadonlySet<string> = new Set(['declined', 'insufficient_funds', 'expired', 'cancelled'])

function reasonOf({ reason, state }: ProviderPayment): string {
  if (reason && REASONS.has(reason)) return `payment.reason_${reason}`
  return `payment.reason_${state === 'expired' || state === 'cancelled' ? state : 'declined'}`
}

async function keepReference(tx: BrandTransaction, payment: PaymentRow, report: ProviderPayment): Promise<void> {
  await tx
    .update('payment_attempt', {
      raw_state: report.rawState.slice(0, 100),
      ...(payment.reference || !report.reference ? {} : { reference: report.reference }),
    })
    .where('payment_id', '=', payment.payment_id)
    .execute()
  if (payment.reference || !report.reference) return
  await tx.update('payment', { reference: report.reference }).where('payment_id', '=', payment.payment_id).execute()
  // Events that came before anybody knew whose they are.
  await tx
    .update('provider_event', { payment_id: payment.payment_id, why: 'early' })
    .where('provider_id', '=', payment.provider_id)
    .where('reference', '=', report.reference)
    .where('payment_id', 'is', null)
    .execute()
}

async function chargeBack(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  now: Date,
): Promise<PaymentVerdict> {
  const reference = report.partReference ?? ''
  const former = await tx
    .select('payment_dispute')
    .select('state')
    .where('payment_id', '=', payment.payment_id)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (former) return { verdict: 'ignored', why: `the dispute is ${former.state}` }
  const arrived = Number(payment.arrived_minor) - Number(payment.refunded_minor)
  if (arrived <= 0) return { verdict: 'review', why: 'a dispute about what was refunded' }
  const amountMinor = Math.min(report.amountMinor ?? arrived, arrived)
  const { cashMinor, owedMinor } = await postChargeback(tx, payment, { reference, amountMinor, now })
  await tx
    .insert('payment_dispute', {
      ...{ payment_id: payment.payment_id, reference, state: 'open', at: now },
      ...{ cash_minor: cashMinor, owed_minor: owedMinor },
    })
    .execute()
  await changePayment(tx, payment, { state: 'disputed', ask_at: null }, { detail: report.rawState, now })
  return { verdict: 'applied', why: owedMinor > 0 ? `${owedMinor} are owed` : 'taken back' }
}

async function winDispute(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
  now: Date,
): Promise<PaymentVerdict> {
  const open = await tx
    .select('payment_dispute')
    .select(['reference', 'cash_minor', 'owed_minor'])
    .where('payment_id', '=', payment.payment_id)
    .where('state', '=', 'open')
    .execute()
  const dispute =
    open.find(({ reference }) => reference === (report.partReference ?? '')) ??
    (open.length === 1 ? open[0] : undefined)
  if (!dispute) return { verdict: 'review', why: 'a dispute that is not known' }
  const { reference, cash_minor, owed_minor } = dispute
  await postChargebackWon(tx, payment, {
    ...{ reference, cashMinor: Number(cash_minor), owedMinor: Number(owed_minor), now },
  })
  await tx
    .update('payment_dispute', { state: 'won' })
    .where('payment_id', '=', payment.payment_id)
    .where('reference', '=', reference)
    .execute()
  await changePayment(tx, payment, { state: 'succeeded' }, { detail: report.rawState, now })
  return { verdict: 'applied', why: 'the dispute was won' }
}

async function loseDispute(
  tx: BrandTransaction,
  payment: PaymentRow,
  report: ProviderPayment,
): Promise<PaymentVerdict> {
  const open = tx
    .update('payment_dispute', { state: 'lost' })
    .where('payment_id', '=', payment.payment_id)
    .where('state', '=', 'open')
  await (report.partReference === undefined ? open : open.where('reference', '=', report.partReference)).execute()
  return { verdict: 'applied', why: 'the dispute was lost' }
}
