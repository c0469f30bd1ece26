import { moveOf, type PaymentMove, type ReviewReason } from '#machines/payments/payment-life.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { DepositUses } from './payment-ports.ts'
import type { ProviderPayment } from './payment-provider.ts'
import {
  postChargeback,
  postChargebackWon,
  postDeposit,
  postRefund,
  postRelease,
  postReturn,
  postWithdrawal,
} from './payment-money.ts'
import { changePayment, countPayments, type PaymentRow } from './payment-rows.ts'

/** What became of what a provider has told. */
export interface Applied {
  readonly verdict: 'applied' | 'ignored' | 'review'
  readonly why: string
}

/** Applies what a provider says to a payment that the transaction has locked: money moves with the state, once (PAY-10).
 *  `review` says that people have to look. */
export async function applyTold(
  tx: BrandTransaction,
  payment: PaymentRow,
  told: ProviderPayment,
  { uses, now }: { readonly uses: DepositUses; readonly now: Date },
): Promise<Applied> {
  const move = moveOf(
    {
      direction: payment.direction,
      state: payment.state,
      amountMinor: Number(payment.amount_minor),
      feeMinor: Number(payment.fee_minor),
      currency: payment.currency,
    },
    told,
  )
  await keepReference(tx, payment, told)
  if (told.state === 'dispute_lost' && payment.state === 'disputed') return loseDispute(tx, payment, told)
  if (move.do === 'ignore') return { verdict: 'ignored', why: `${told.state} after ${payment.state}` }
  if (move.do === 'review') return review(tx, payment, { ...move, now })
  return applyMove(tx, payment, told, { move, uses, now })
}

async function review(
  tx: BrandTransaction,
  payment: PaymentRow,
  { why, state, now }: { readonly why: ReviewReason; readonly state?: 'review'; readonly now: Date },
): Promise<Applied> {
  if (state) {
    const reason = `payment.reason_${why === 'other_amount' ? 'other_amount' : 'checking'}`
    await changePayment(tx, payment, { state, reason, ask_at: null }, { detail: why, now })
  }
  return { verdict: 'review', why }
}

type Step = Extract<PaymentMove, { do: 'move' }>

async function applyMove(
  tx: BrandTransaction,
  payment: PaymentRow,
  told: ProviderPayment,
  { move, uses, now }: { readonly move: Step; readonly uses: DepositUses; readonly now: Date },
): Promise<Applied> {
  const done: Applied = { verdict: 'applied', why: `${payment.state} to ${move.state}` }
  const to = (more: Partial<Omit<PaymentRow, 'brand_id' | 'rules' | 'fields' | 'state'>> = {}) =>
    changePayment(
      tx,
      payment,
      { state: move.state, ask_at: isSettled(move.state) ? null : payment.ask_at, ...more },
      { detail: told.rawState, now },
    )
  switch (move.money) {
    case 'deposit':
      await arrive(tx, payment, { arrivedMinor: move.amountMinor, detail: told.rawState, uses, now })
      return done
    case 'withdrawal':
      await postWithdrawal(tx, payment, now)
      await to({ arrived_minor: Number(payment.amount_minor) - Number(payment.fee_minor), reason: null })
      return done
    case 'release':
      await postRelease(tx, payment, now)
      await to({ reason: reasonOf(told) })
      return done
    case 'return':
      await postReturn(tx, payment, now)
      await to({ reason: reasonOf(told) })
      return done
    case 'refund':
      return finishRefund(tx, payment, told, now)
    case 'chargeback':
      return chargeBack(tx, payment, told, now)
    case 'chargeback-won':
      return winDispute(tx, payment, told, now)
    case 'none':
      if (payment.direction === 'deposit' && isSettled(move.state))
        await uses.release(tx, { ...useOf(payment), amountMinor: Number(payment.amount_minor), now })
      await to({ reason: isSettled(move.state) ? reasonOf(told) : null })
      return done
  }
}

/** Credits a deposit that has arrived, whichever state it was in. */
export async function arrive(
  tx: BrandTransaction,
  payment: PaymentRow,
  of: { readonly arrivedMinor: number; readonly detail: string; readonly uses: DepositUses; readonly now: Date },
): Promise<void> {
  const { arrivedMinor, detail, uses, now } = of
  await postDeposit(tx, payment, { arrivedMinor, now })
  await uses.settle(tx, { ...useOf(payment), amountMinor: arrivedMinor, now })
  const states = ['succeeded', 'refunded', 'disputed'] as const
  const former = await countPayments(tx, { accountId: payment.account_id, direction: 'deposit', states })
  const isOther = arrivedMinor !== Number(payment.amount_minor)
  await changePayment(
    tx,
    payment,
    {
      ...{ state: 'succeeded', arrived_minor: arrivedMinor, deposit_number: former + 1, ask_at: null },
      reason: isOther ? 'payment.reason_other_amount' : null,
    },
    { detail, now },
  )
}

function useOf({ account_id: accountId, currency, payment_id }: PaymentRow) {
  return { accountId, currency, reference: String(payment_id) }
}

function isSettled(state: PaymentRow['state']): boolean {
  return !['created', 'processing', 'approved', 'sent', 'unknown', 'waiting'].includes(state)
}

const REASONS: ReadonlySet<string> = new Set(['declined', 'insufficient_funds', 'expired', 'cancelled'])

function reasonOf({ reason, state }: ProviderPayment): string {
  if (reason && REASONS.has(reason)) return `payment.reason_${reason}`
  return `payment.reason_${state === 'expired' || state === 'cancelled' ? state : 'declined'}`
}

async function keepReference(tx: BrandTransaction, payment: PaymentRow, told: ProviderPayment): Promise<void> {
  await tx
    .update('payment_attempt', {
      raw_state: told.rawState.slice(0, 100),
      ...(payment.reference || !told.reference ? {} : { reference: told.reference }),
    })
    .where('payment_id', '=', payment.payment_id)
    .execute()
  if (payment.reference || !told.reference) return
  await tx.update('payment', { reference: told.reference }).where('payment_id', '=', payment.payment_id).execute()
}

/** A refund has reached its end at the provider: known by its reference, else by its amount where only one can be meant. */
async function finishRefund(
  tx: BrandTransaction,
  payment: PaymentRow,
  told: ProviderPayment,
  now: Date,
): Promise<Applied> {
  const rows = await tx
    .select('payment_refund')
    .selectAll('payment_refund')
    .where('payment_id', '=', payment.payment_id)
    .execute()
  const part = told.partReference
  const named = rows.find((row) => part !== undefined && (row.reference === part || row.refund_id === part))
  if (named && named.state !== 'held') return { verdict: 'ignored', why: `the refund is ${named.state}` }
  const alike = rows.filter(
    ({ state, reference, amount_minor }) =>
      state === 'held' && reference === null && (told.amountMinor ?? Number(amount_minor)) === Number(amount_minor),
  )
  const refund = named ?? (alike.length === 1 ? alike[0] : undefined)
  if (!refund) return { verdict: 'review', why: 'a refund that nobody has asked for' }
  const amountMinor = Number(refund.amount_minor)
  await postRefund(tx, payment, { refundId: refund.refund_id, amountMinor, now })
  await tx
    .update('payment_refund', { state: 'refunded', ...(part === undefined ? {} : { reference: part }) })
    .where('refund_id', '=', refund.refund_id)
    .execute()
  const done = rows.filter(({ state }) => state === 'refunded').reduce((sum, row) => sum + Number(row.amount_minor), 0)
  const isWhole = done + amountMinor >= Number(payment.arrived_minor)
  await changePayment(tx, payment, { state: isWhole ? 'refunded' : 'succeeded' }, { detail: told.rawState, now })
  return { verdict: 'applied', why: 'refunded' }
}

async function chargeBack(
  tx: BrandTransaction,
  payment: PaymentRow,
  told: ProviderPayment,
  now: Date,
): Promise<Applied> {
  const reference = told.partReference ?? ''
  const former = await tx
    .select('payment_dispute')
    .select('state')
    .where('payment_id', '=', payment.payment_id)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (former) return { verdict: 'ignored', why: `the dispute is ${former.state}` }
  const arrived = Number(payment.arrived_minor) - Number(payment.refunded_minor)
  if (arrived <= 0) return { verdict: 'review', why: 'a dispute about what was refunded' }
  const amountMinor = Math.min(told.amountMinor ?? arrived, arrived)
  const { cashMinor, owedMinor } = await postChargeback(tx, payment, { reference, amountMinor, now })
  await tx
    .insert('payment_dispute', {
      ...{ payment_id: payment.payment_id, reference, state: 'open', at: now },
      ...{ cash_minor: cashMinor, owed_minor: owedMinor },
    })
    .execute()
  await changePayment(tx, payment, { state: 'disputed', ask_at: null }, { detail: told.rawState, now })
  return { verdict: 'applied', why: owedMinor > 0 ? `${owedMinor} are owed` : 'taken back' }
}

async function winDispute(
  tx: BrandTransaction,
  payment: PaymentRow,
  told: ProviderPayment,
  now: Date,
): Promise<Applied> {
  const open = await tx
    .select('payment_dispute')
    .select(['reference', 'cash_minor', 'owed_minor'])
    .where('payment_id', '=', payment.payment_id)
    .where('state', '=', 'open')
    .execute()
  const dispute =
    open.find(({ reference }) => reference === (told.partReference ?? '')) ?? (open.length === 1 ? open[0] : undefined)
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
  await changePayment(tx, payment, { state: 'succeeded' }, { detail: told.rawState, now })
  return { verdict: 'applied', why: 'the dispute was won' }
}

async function loseDispute(tx: BrandTransaction, payment: PaymentRow, told: ProviderPayment): Promise<Applied> {
  const open = tx
    .update('payment_dispute', { state: 'lost' })
    .where('payment_id', '=', payment.payment_id)
    .where('state', '=', 'open')
  await (told.partReference === undefined ? open : open.where('reference', '=', told.partReference)).execute()
  return { verdict: 'applied', why: 'the dispute was lost' }
}
