import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Deletes at most `limit` messages that were written before a moment and are sent or given up; one that waits is kept.
 *  Rows that another process holds are passed over. @returns how many */
export async function deleteOldMessages(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('outbox')
    .select('message_id')
    .where('state', '!=', 'queued')
    .where('created_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ message_id }) => message_id)
  if (ids.length > 0) await tx.delete('outbox').where('message_id', 'in', ids).execute()
  return ids.length
}
