import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletFunding } from './wallet-funding.ts'

/** What an account of a statement holds, in minor units. */
export const HELD_MINOR = sql<number>`coalesce((
  select ledger_entry.balance_minor from ledger_entry
  where ledger_entry.brand_id = currency_account.brand_id
    and ledger_entry.currency_account_id = currency_account.currency_account_id
  order by ledger_entry.sequence desc limit 1
), 0)::int8`

/** What a player's account in a currency holds, in minor units; null when there is none. */
export async function readBalance(
  tx: BrandTransaction,
  accountId: number,
  currency: string,
  kind: 'cash' | 'bonus' | 'freebet' = 'cash',
): Promise<number | null> {
  const row = await tx
    .select('currency_account')
    .select(HELD_MINOR.as('minor'))
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row ? row.minor : null
}

/** What a player can stake at a game, in minor units: their own money, and a bonus that the game may be paid from; null when there is no
 *  account in the currency. */
export async function readSpendable(
  tx: BrandTransaction,
  funding: WalletFunding | undefined,
  { accountId, currency, gameId }: { readonly accountId: number; readonly currency: string; readonly gameId: string },
): Promise<number | null> {
  const cashMinor = await readBalance(tx, accountId, currency)
  if (cashMinor === null || funding === undefined) return cashMinor
  const bonusMinor = (await readBalance(tx, accountId, currency, 'bonus')) ?? 0
  return cashMinor + (await funding.held(tx, { accountId, currency, gameId, cashMinor, bonusMinor }))
}
