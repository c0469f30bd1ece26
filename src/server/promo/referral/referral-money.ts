import { AppError } from '#calls/app-error.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { transferableMinor } from '#machines/promo/referral/earning.rules.ts'
import { REFERRAL_POSTINGS } from '#machines/promo/referral/referral-postings.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { entriesOf, postTransfer } from '#server/money/ledger.ts'
import type { ReferralAsks, ReferralSections } from './referral-ports.ts'
import { inCurrency } from './referral-terms.ts'

/** Whose money of referrals, in which currency. */
export interface Earner {
  readonly accountId: number
  readonly currency: string
}

/** What a referrer has. Amounts are minor units of their currency. */
export interface ReferralBalance {
  /** Below zero after a claw-back of what was transferred. */
  readonly totalMinor: number
  /** What of it still waits. */
  readonly heldMinor: number
  readonly transferableMinor: number
  readonly minimumMinor: number
}

interface Accounts {
  readonly referral: number
  readonly house: number
  readonly cash: { readonly id: number; readonly isClosed: boolean } | null
  readonly balanceMinor: number
}

/** Locks the accounts of a referrer, and opens that of their referrals where there is none. */
async function lockAccounts(tx: BrandTransaction, { accountId, currency }: Earner, now: Date): Promise<Accounts> {
  await tx
    .insert('currency_account', {
      account_id: accountId,
      currency,
      kind: 'referral',
      is_active: false,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await tx.call('bet_accounts', accountId, currency, ['house'], now)
  const idOf = (kind: 'referral' | 'house'): number => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) throw new Error(`there is no ${kind} account in ${currency}`)
    return row.currency_account_id
  }
  const cash = rows.find(({ kind }) => kind === 'cash')
  return {
    referral: idOf('referral'),
    house: idOf('house'),
    cash: cash ? { id: cash.currency_account_id, isClosed: cash.is_closed } : null,
    balanceMinor: Number(rows.find(({ kind }) => kind === 'referral')?.balance_minor ?? 0),
  }
}

/** Moves money between the house and the referrals of a player, once under its kind and reference. */
export async function moveReferral(
  tx: BrandTransaction,
  earner: Earner,
  of: {
    readonly kind: 'earning' | 'clawback' | 'clawbackUndone'
    readonly reference: string
    /** What the referrer gains, or loses when negative. */
    readonly amountMinor: number
    readonly now: Date
  },
): Promise<void> {
  const { kind, reference, amountMinor, now } = of
  const { referral, house } = await lockAccounts(tx, earner, now)
  const { currency } = earner
  await postTransfer(tx, {
    kind: REFERRAL_POSTINGS[kind],
    reference,
    entries: [
      { currencyAccountId: referral, currency, amountMinor },
      { currencyAccountId: house, currency, amountMinor: -amountMinor },
    ],
    now,
  })
}

/** What a referrer has, without holding anything. */
export async function readReferralBalance(
  tx: BrandTransaction,
  earner: Earner,
  { sections, now }: { readonly sections: ReferralSections; readonly now: Date },
): Promise<ReferralBalance> {
  const row = await tx
    .select('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select('ledger_entry.balance_minor as minor')
    .where('currency_account.account_id', '=', earner.accountId)
    .where('currency_account.kind', '=', 'referral')
    .where('currency_account.currency', '=', earner.currency)
    .orderBy('ledger_entry.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return balanceOf(tx, earner, { sections, now, totalMinor: row?.minor ?? 0 })
}

async function balanceOf(
  tx: BrandTransaction,
  earner: Earner,
  of: { readonly sections: ReferralSections; readonly now: Date; readonly totalMinor: number },
): Promise<ReferralBalance> {
  const { sections, now, totalMinor } = of
  const { 'bring-a-friend': config, global } = sections
  const waiting = await tx
    .select('referral_earning')
    .innerJoin('referral', (join) =>
      join
        .onRef('referral.brand_id', '=', 'referral_earning.brand_id')
        .onRef('referral.account_id', '=', 'referral_earning.account_id'),
    )
    .select('referral_earning.earned_minor as minor')
    .where('referral.referrer_id', '=', earner.accountId)
    .where('referral.clawed_minor', '=', 0)
    .where('referral_earning.available_at', '>', now)
    .execute()
  const heldMinor = waiting.reduce((sum, { minor }) => sum + minor, 0)
  const minimum = { minor: config.minimumTransferMinor, currency: global.defaultCurrency }
  return {
    ...{ totalMinor, heldMinor },
    transferableMinor: transferableMinor(totalMinor, heldMinor),
    minimumMinor: inCurrency(minimum, earner.currency, global),
  }
}

/** A transfer that a player asks for. */
export interface AskedTransfer {
  /** Its name, made by the client: sent again it is the same transfer. */
  readonly guid: string
  readonly amountMinor: number
  readonly now: Date
}

/** Transfers money of referrals to the main account, once under its name (REF-8).
 *  @throws AppError referral.below_minimum, referral.not_enough, referral.transfer_other */
export async function transferReferral(
  tx: BrandTransaction,
  earner: Earner,
  {
    asked,
    asks,
    sections,
  }: { readonly asked: AskedTransfer; readonly asks: ReferralAsks; readonly sections: ReferralSections },
): Promise<void> {
  const { guid, amountMinor, now } = asked
  const { accountId, currency } = earner
  const accounts = await lockAccounts(tx, earner, now)
  const reference = `${accountId}/${guid}`
  if (await wasTransferred(tx, reference, amountMinor)) return
  const balance = await balanceOf(tx, earner, { sections, now, totalMinor: accounts.balanceMinor })
  const exponent = sections.global.currencies[currency]?.exponent ?? 2
  const written = (minor: number) => `${minorToDecimal(minor, exponent)} ${currency}`
  if (amountMinor < balance.minimumMinor)
    throw new AppError('referral.below_minimum', { minimum: written(balance.minimumMinor) })
  if (amountMinor > balance.transferableMinor)
    throw new AppError('referral.not_enough', { left: written(balance.transferableMinor) })
  if (accounts.cash?.isClosed ?? true) await asks.openCash(tx, { accountId, currency, now })
  const cash = accounts.cash?.id ?? (await lockAccounts(tx, earner, now)).cash?.id
  if (cash === undefined) throw new Error(`the player has no cash account in ${currency}`)
  await postTransfer(tx, {
    kind: REFERRAL_POSTINGS.transfer,
    reference,
    entries: [
      { currencyAccountId: accounts.referral, currency, amountMinor: -amountMinor },
      { currencyAccountId: cash, currency, amountMinor },
    ],
    now,
  })
}

/** Whether the transfer was made before. @throws AppError referral.transfer_other when it was one of another amount */
async function wasTransferred(tx: BrandTransaction, reference: string, amountMinor: number): Promise<boolean> {
  const former = await tx
    .select('ledger_transfer')
    .select('transfer_id')
    .where('kind', '=', REFERRAL_POSTINGS.transfer)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!former) return false
  const entries = await entriesOf(tx, former.transfer_id)
  if (entries.some((entry) => entry.amountMinor === amountMinor)) return true
  throw new AppError('referral.transfer_other')
}
