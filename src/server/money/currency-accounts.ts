import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'

/** An account in one currency. */
export interface CurrencyAccount {
  readonly currencyAccountId: number
  /** ISO 4217 code, upper case. */
  readonly currency: string
  readonly kind: CurrencyAccountKind
  readonly isActive: boolean
  /** Minor units: the sum of the account's ledger entries. */
  readonly balanceMinor: number
  /** Minor units of the same currency that wait for bets to be accepted; of cash accounts. */
  readonly reservedMinor: number
}

/** Which account of a player is meant. */
export interface AccountInCurrency {
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  readonly now: Date
}

/** The kinds that players see as accounts of their own. */
const SHOWN_KINDS: readonly CurrencyAccountKind[] = ['cash', 'bonus', 'points']

/** Opens the first account of a player, in cash, and makes it the active one. @returns its id */
export async function openFirstAccount(tx: BrandTransaction, open: AccountInCurrency): Promise<number> {
  const row = await tx
    .insert('currency_account', { ...cashRow(open), is_active: true })
    .returning('currency_account_id')
    .executeTakeFirstOrThrow()
  return row.currency_account_id
}

/** Opens another cash account, or once more one that was closed. @returns its id; undefined when it is open already */
export async function openCashAccount(tx: BrandTransaction, open: AccountInCurrency): Promise<number | undefined> {
  const row = await tx
    .insert('currency_account', { ...cashRow(open), is_active: false })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'account_id', 'currency', 'kind', 'shard'])
        .doUpdateSet({ closed_at: null })
        .where('currency_account.closed_at', 'is not', null),
    )
    .returning('currency_account_id')
    .executeTakeFirst()
  return row?.currency_account_id
}

function cashRow({ accountId, currency, now }: AccountInCurrency) {
  return { account_id: accountId, currency: currency.toUpperCase(), kind: 'cash', created_at: now } as const
}

/** Makes an account of the player the active one, in place of another. */
export async function makeActive(tx: BrandTransaction, accountId: number, currencyAccountId: number): Promise<void> {
  const mine = () => tx.update('currency_account', { is_active: false }).where('account_id', '=', accountId)
  await mine().where('is_active', '=', true).execute()
  await tx
    .update('currency_account', { is_active: true })
    .where('account_id', '=', accountId)
    .where('currency_account_id', '=', currencyAccountId)
    .execute()
}

/** Closes an account of the player. */
export async function closeAccount(
  tx: BrandTransaction,
  close: { readonly accountId: number; readonly currencyAccountId: number; readonly now: Date },
): Promise<void> {
  await tx
    .update('currency_account', { closed_at: close.now })
    .where('account_id', '=', close.accountId)
    .where('currency_account_id', '=', close.currencyAccountId)
    .execute()
}

/** What an account holds: the balance after its last entry, which the database has folded (LEDGER-2). */
const BALANCE = sql<number>`coalesce((
  select ledger_entry.balance_minor from ledger_entry
  where ledger_entry.brand_id = currency_account.brand_id
    and ledger_entry.currency_account_id = currency_account.currency_account_id
  order by ledger_entry.sequence desc limit 1
), 0)::int8`

/** What the pending account of the same player and currency holds. */
const RESERVED = sql<number>`coalesce((
  select ledger_entry.balance_minor
  from currency_account waiting
  join ledger_entry on ledger_entry.brand_id = waiting.brand_id
    and ledger_entry.currency_account_id = waiting.currency_account_id
  where waiting.brand_id = currency_account.brand_id
    and waiting.account_id = currency_account.account_id
    and waiting.currency = currency_account.currency
    and waiting.kind = 'pending' and currency_account.kind = 'cash'
  order by ledger_entry.sequence desc limit 1
), 0)::int8`

/** The open accounts of a player with their balances, the active one first. */
export function listCurrencyAccounts(tx: BrandTransaction, accountId: number): Promise<CurrencyAccount[]> {
  return tx
    .select('currency_account')
    .select([
      'currency_account_id as currencyAccountId',
      'currency',
      'kind',
      'is_active as isActive',
      BALANCE.as('balanceMinor'),
      RESERVED.as('reservedMinor'),
    ])
    .where('account_id', '=', accountId)
    .where('kind', 'in', SHOWN_KINDS)
    .where('closed_at', 'is', null)
    .orderBy('isActive', 'desc')
    .orderBy('currencyAccountId')
    .execute()
}

/** The same, held against every posting and change until the end of the transaction. */
export async function lockCurrencyAccounts(tx: BrandTransaction, accountId: number): Promise<CurrencyAccount[]> {
  await tx
    .select('currency_account')
    .select('currency_account_id')
    .where('account_id', '=', accountId)
    .orderBy('currency_account_id')
    .forNoKeyUpdate()
    .execute()
  return listCurrencyAccounts(tx, accountId)
}
