import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'

/** The addresses that a player has proved to be their own. */
export async function addressesOf(
  tx: BrandTransaction,
  accountId: number,
): Promise<Readonly<Partial<Record<IdentifierKind, string>>>> {
  const rows = await tx
    .select('identifier')
    .select(['kind', 'value'])
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]))
}
