import type { Kysely } from 'kysely'
import { forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'

/** The accounts of a brand that were closed: events of theirs that are kept elsewhere are to be deleted, whenever that place answers. */
export async function closedAccounts(db: Kysely<Database>, brandId: string): Promise<number[]> {
  const rows = await forBrand(db, brandId).transaction((tx) =>
    tx.select('account').select('account_id').where('state', '=', 'closed').orderBy('account_id').execute(),
  )
  return rows.map(({ account_id }) => account_id)
}
