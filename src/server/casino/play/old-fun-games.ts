import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Deletes sessions for fun that have ended, with their rounds and seeds: nobody was paid by them, and nobody can open them again.
 *  @returns how many sessions, at most the batch */
export async function deleteOldFunGames(tx: BrandTransaction, before: Date, batch: number): Promise<number> {
  const rows = await tx
    .select('casino_session')
    .select('session_id')
    .where('mode', '=', 'fun')
    .where('expires_at', '<', before)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ session_id }) => session_id)
  if (ids.length === 0) return 0
  for (const table of ['casino_round', 'casino_seed', 'casino_session'] as const)
    await tx.delete(table).where('session_id', 'in', ids).execute()
  return ids.length
}
