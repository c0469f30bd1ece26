import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** What a player's cash account in a currency holds, in minor units; null when there is none. */
export async function readBalance(tx: BrandTransaction, accountId: number, currency: string): Promise<number | null> {
  const row = await tx
    .select('currency_account')
    .select(
      sql<number>`coalesce((
        select ledger_entry.balance_minor from ledger_entry
        where ledger_entry.brand_id = currency_account.brand_id
          and ledger_entry.currency_account_id = currency_account.currency_account_id
        order by ledger_entry.sequence desc limit 1
      ), 0)::int8`.as('minor'),
    )
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row ? row.minor : null
}
