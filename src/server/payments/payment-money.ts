import { AppError } from '#calls/app-error.ts'
import { PAYMENT_POSTINGS } from '#machines/payments/payment-postings.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { PaymentRow } from './payment-rows.ts'

type Side = 'cash' | 'pending' | 'receivable' | 'provider' | 'fees'
type Gains = Readonly<Partial<Record<Side, number>>>

/** The accounts of a payment, those of the player locked, with what these hold in minor units. */
export interface PaymentAccounts {
  readonly ids: Readonly<Record<Side, number>>
  readonly cashMinor: number
  /** What the player owes; 0 for nothing. */
  readonly owedMinor: number
}

const OPENED: readonly CurrencyAccountKind[] = ['pending', 'receivable', 'provider', 'fees']

/** Locks the player's accounts in a currency and opens what is missing. @throws AppError payment.no_account */
export async function lockPaymentAccounts(
  tx: BrandTransaction,
  { accountId, currency, now }: { readonly accountId: number; readonly currency: string; readonly now: Date },
): Promise<PaymentAccounts> {
  const rows = await tx.call('bet_accounts', accountId, currency, OPENED, now)
  const of = (kind: CurrencyAccountKind) => rows.find((row) => row.kind === kind)
  const cash = of('cash')
  if (!cash) throw new AppError('payment.no_account', { currency })
  // What comes back to a player is theirs, even if they have closed the account meanwhile.
  if (cash.is_closed) await openCashAccount(tx, { accountId, currency, now })
  const idOf = (kind: CurrencyAccountKind) => of(kind)?.currency_account_id ?? 0
  return {
    ids: {
      cash: idOf('cash'),
      pending: idOf('pending'),
      receivable: idOf('receivable'),
      provider: idOf('provider'),
      fees: idOf('fees'),
    },
    cashMinor: Number(cash.balance_minor),
    owedMinor: Math.max(0 - Number(of('receivable')?.balance_minor ?? 0), 0),
  }
}

function accountsOf(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<PaymentAccounts> {
  return lockPaymentAccounts(tx, { accountId: payment.account_id, currency: payment.currency, now })
}

async function move(
  tx: BrandTransaction,
  { ids }: PaymentAccounts,
  what: { kind: string; reference: string; currency: string; gains: Gains; now: Date },
): Promise<void> {
  const { gains, currency, ...transfer } = what
  const entries = Object.entries(gains).flatMap(([side, amountMinor]) =>
    amountMinor === 0 ? [] : [{ currencyAccountId: ids[side as Side], currency, amountMinor }],
  )
  if (entries.length > 0) await postTransfer(tx, { ...transfer, entries })
}

function post(
  tx: BrandTransaction,
  accounts: PaymentAccounts,
  payment: PaymentRow,
  of: { kind: string; part?: string; gains: Gains; now: Date },
): Promise<void> {
  const { kind, part, gains, now } = of
  const reference = part === undefined ? String(payment.payment_id) : `${payment.payment_id}/${part}`
  return move(tx, accounts, { kind, reference, currency: payment.currency, gains, now })
}

/** Credits what has arrived, less the fee; what the player owes is repaid from it (PAY-7, PAY-12). */
export async function postDeposit(
  tx: BrandTransaction,
  payment: PaymentRow,
  { arrivedMinor, now }: { readonly arrivedMinor: number; readonly now: Date },
): Promise<void> {
  const accounts = await accountsOf(tx, payment, now)
  const feeMinor = Math.min(payment.fee_minor, arrivedMinor)
  const creditedMinor = arrivedMinor - feeMinor
  const gains = { cash: creditedMinor, provider: -arrivedMinor, fees: feeMinor }
  await post(tx, accounts, payment, { kind: PAYMENT_POSTINGS.deposit, gains, now })
  const repaid = Math.min(accounts.owedMinor, creditedMinor)
  await post(tx, accounts, payment, { kind: PAYMENT_POSTINGS.debt, gains: { cash: -repaid, receivable: repaid }, now })
}

/** Holds the amount of a withdrawal (PAY-8). @throws AppError balance.too_low */
export async function postHold(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<void> {
  const { amount_minor: amount } = payment
  const gains = { cash: -amount, pending: amount }
  await post(tx, await accountsOf(tx, payment, now), payment, { kind: PAYMENT_POSTINGS.hold, gains, now })
}

/** Gives the held amount back. */
export async function postRelease(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<void> {
  const { amount_minor: amount } = payment
  const gains = { cash: amount, pending: -amount }
  await post(tx, await accountsOf(tx, payment, now), payment, { kind: PAYMENT_POSTINGS.release, gains, now })
}

/** Spends the held amount: it was paid out, less the fee. */
export async function postWithdrawal(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<void> {
  const { amount_minor: amount, fee_minor: fee } = payment
  const gains = { pending: -amount, provider: amount - fee, fees: fee }
  await post(tx, await accountsOf(tx, payment, now), payment, { kind: PAYMENT_POSTINGS.withdrawal, gains, now })
}

/** A withdrawal whose amount was given back was paid all the same: it is the player's no more, and what they have spent is owed
 *  (PAY-12). */
export async function postLatePayout(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<void> {
  const accounts = await accountsOf(tx, payment, now)
  const { amount_minor: amount, fee_minor: fee } = payment
  const cashMinor = Math.min(accounts.cashMinor, amount)
  const gains = { cash: -cashMinor, receivable: cashMinor - amount, provider: amount - fee, fees: fee }
  await post(tx, accounts, payment, { kind: PAYMENT_POSTINGS.latePayout, gains, now })
}

/** A withdrawal that was paid has come back: the player has it again, the fee too (PAY-12). */
export async function postReturn(tx: BrandTransaction, payment: PaymentRow, now: Date): Promise<void> {
  const { amount_minor: amount, fee_minor: fee } = payment
  const gains = { cash: amount, provider: fee - amount, fees: -fee }
  await post(tx, await accountsOf(tx, payment, now), payment, { kind: PAYMENT_POSTINGS.return, gains, now })
}

/** A part of a deposit that is given back, by the name of the refund. */
export interface RefundPart {
  readonly refundId: string
  readonly amountMinor: number
  /** What of it is the fee that the house gives back. */
  readonly feeMinor: number
  readonly now: Date
}

/** Holds what is to be refunded. @throws AppError balance.too_low when the player has spent it */
export async function postRefundHold(tx: BrandTransaction, payment: PaymentRow, part: RefundPart): Promise<void> {
  const { amountMinor, feeMinor } = part
  const gains = { cash: feeMinor - amountMinor, fees: -feeMinor, pending: amountMinor }
  await postPart(tx, payment, { ...part, kind: PAYMENT_POSTINGS.refundHold, gains })
}

/** The refund has failed: the player has the money again. */
export async function postRefundRelease(tx: BrandTransaction, payment: PaymentRow, part: RefundPart): Promise<void> {
  const { amountMinor, feeMinor } = part
  const gains = { cash: amountMinor - feeMinor, fees: feeMinor, pending: -amountMinor }
  await postPart(tx, payment, { ...part, kind: PAYMENT_POSTINGS.refundRelease, gains })
}

/** The provider has given the money back. */
export async function postRefund(tx: BrandTransaction, payment: PaymentRow, part: RefundPart): Promise<void> {
  const gains = { pending: -part.amountMinor, provider: part.amountMinor }
  await postPart(tx, payment, { ...part, kind: PAYMENT_POSTINGS.refund, gains })
}

async function postPart(
  tx: BrandTransaction,
  payment: PaymentRow,
  { refundId, kind, gains, now }: RefundPart & { kind: string; gains: Gains },
): Promise<void> {
  await post(tx, await accountsOf(tx, payment, now), payment, { kind, part: refundId, gains, now })
}

/** Takes a disputed deposit back: from the player's cash as far as it goes; the rest is owed (PAY-12).
 *  @returns what was taken and what is owed */
export async function postChargeback(
  tx: BrandTransaction,
  payment: PaymentRow,
  { reference, amountMinor, now }: { readonly reference: string; readonly amountMinor: number; readonly now: Date },
): Promise<{ readonly cashMinor: number; readonly owedMinor: number }> {
  const accounts = await accountsOf(tx, payment, now)
  const cashMinor = Math.min(accounts.cashMinor, amountMinor)
  const owedMinor = amountMinor - cashMinor
  const gains = { cash: -cashMinor, receivable: -owedMinor, provider: amountMinor }
  await post(tx, accounts, payment, { kind: PAYMENT_POSTINGS.chargeback, part: reference, gains, now })
  return { cashMinor, owedMinor }
}

/** The dispute was won: what was taken is the player's again, and what is still owed of it no more. */
export async function postChargebackWon(
  tx: BrandTransaction,
  payment: PaymentRow,
  dispute: {
    readonly reference: string
    readonly cashMinor: number
    readonly owedMinor: number
    readonly now: Date
  },
): Promise<void> {
  const { reference, cashMinor, owedMinor, now } = dispute
  const accounts = await accountsOf(tx, payment, now)
  const total = cashMinor + owedMinor
  const forgiven = Math.min(owedMinor, accounts.owedMinor)
  const gains = { cash: total - forgiven, receivable: forgiven, provider: -total }
  await post(tx, accounts, payment, { kind: PAYMENT_POSTINGS.chargebackWon, part: reference, gains, now })
}
