import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'

/** What a player's account of a kind holds, in minor units; 0 when there is none. */
export async function balanceOfKind(
  tx: BrandTransaction,
  { accountId, currency, kind }: { accountId: number; currency: string; kind: CurrencyAccountKind },
): Promise<number> {
  const row = await tx
    .select('currency_account')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
        .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .select('ledger_entry.balance_minor as balance')
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.currency', '=', currency)
    .where('currency_account.kind', '=', kind)
    .orderBy('ledger_entry.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.balance ?? 0)
}
