import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables.ts'

/** An account in one currency. */
export interface CurrencyAccount {
  readonly currencyAccountId: number
  /** ISO 4217 code, upper case. */
  readonly currency: string
  readonly kind: CurrencyAccountKind
  readonly isActive: boolean
  /** Minor units: the sum of the account's ledger entries. */
  readonly balanceMinor: number
}

/** Opens the first account of a player, in cash, and makes it the active one. @returns its id */
export async function openFirstAccount(
  tx: BrandTransaction,
  open: { readonly accountId: number; readonly currency: string; readonly now: Date },
): Promise<number> {
  const row = await tx
    .insert('currency_account', {
      account_id: open.accountId,
      currency: open.currency.toUpperCase(),
      kind: 'cash',
      is_active: true,
      created_at: open.now,
    })
    .returning('currency_account_id')
    .executeTakeFirstOrThrow()
  return row.currency_account_id
}

/** The accounts of a player with their balances, the active one first. No balance is stored: each is the fold of its entries
 *  (LEDGER-2). */
export async function listCurrencyAccounts(tx: BrandTransaction, accountId: number): Promise<CurrencyAccount[]> {
  return tx
    .select('currency_account')
    .leftJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
        .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .select([
      'currency_account.currency_account_id as currencyAccountId',
      'currency_account.currency as currency',
      'currency_account.kind as kind',
      'currency_account.is_active as isActive',
      sql<number>`coalesce(sum(ledger_entry.amount_minor), 0)::int8`.as('balanceMinor'),
    ])
    .where('currency_account.account_id', '=', accountId)
    .groupBy([
      'currency_account.currency_account_id',
      'currency_account.currency',
      'currency_account.kind',
      'currency_account.is_active',
    ])
    .orderBy('isActive', 'desc')
    .orderBy('currencyAccountId')
    .execute()
}
