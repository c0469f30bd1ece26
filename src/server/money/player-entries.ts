import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'

/** An entry of the ledger on an account of a player. Amounts are minor units. */
export interface PlayerEntry {
  readonly transferId: number
  readonly at: Date
  readonly kind: string
  readonly reference: string
  /** Why an operator has moved money by hand. */
  readonly note: string | null
  readonly account: CurrencyAccountKind
  readonly currency: string
  readonly amountMinor: number
  /** What was on the account after it. */
  readonly balanceMinor: number
}

/** The latest entries on all accounts of a player. */
export async function latestEntries(tx: BrandTransaction, accountId: number, most: number): Promise<PlayerEntry[]> {
  const rows = await tx
    .select('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .select(['ledger_entry.transfer_id as transferId', 'ledger_transfer.created_at as at', 'ledger_transfer.kind'])
    .select(['ledger_transfer.reference', 'ledger_transfer.note', 'currency_account.kind as account'])
    .select(['ledger_entry.currency', 'ledger_entry.amount_minor as amountMinor'])
    .select('ledger_entry.balance_minor as balanceMinor')
    .where('currency_account.account_id', '=', accountId)
    .orderBy('ledger_entry.transfer_id', 'desc')
    .orderBy('ledger_entry.line', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? null }))
}
