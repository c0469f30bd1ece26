import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Deletes at most `limit` sessions that were over before a moment: signed out or at their absolute end. Like its siblings
 *  it passes over rows that another process holds. @returns how many */
export async function deleteOldSessions(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('session')
    .select('session_id')
    .where(sql<Date>`least(session.expires_at, session.ended_at)`, '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ session_id }) => session_id)
  if (ids.length > 0) {
    await keepPlayTime(tx, ids)
    await tx.delete('session').where('session_id', 'in', ids).execute()
  }
  return ids.length
}

/** Keeps when sessions began and ended that are about to go. */
async function keepPlayTime(tx: BrandTransaction, sessionIds: readonly string[]): Promise<void> {
  const rows = await tx
    .select('session')
    .select(['account_id', 'created_at as started_at'])
    .select(sql<Date>`greatest(coalesce(ended_at, last_seen_at), created_at)`.as('ended_at'))
    .where('session_id', 'in', sessionIds)
    .execute()
  if (rows.length > 0) await tx.insert('past_session', rows).execute()
}

/** Deletes at most `limit` codes that were used or expired before a moment. @returns how many */
export async function deleteOldCodes(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('one_time_code')
    .select('code_id')
    .where(sql<Date>`least(one_time_code.expires_at, one_time_code.used_at)`, '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ code_id }) => code_id)
  if (ids.length > 0) await tx.delete('one_time_code').where('code_id', 'in', ids).execute()
  return ids.length
}

/** Deletes at most `limit` accounts that were made before a moment and never activated, with everything that is theirs; the
 *  log of security events stays. An account that money has moved on is kept, whatever its state. @returns how many */
export async function deleteOldPendingAccounts(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('account')
    .select('account.account_id')
    .where('account.state', '=', 'pending')
    .where('account.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('currency_account')
            .innerJoin('ledger_entry', (join) =>
              join
                .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
                .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
            )
            .select('ledger_entry.line')
            .whereRef('currency_account.brand_id', '=', 'account.brand_id')
            .whereRef('currency_account.account_id', '=', 'account.account_id'),
        ),
      ),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ account_id }) => account_id)
  if (ids.length > 0) await deleteAccounts(tx, ids)
  return ids.length
}

/** Deletes accounts that no money has moved on, with everything that is theirs. */
export async function deleteAccounts(tx: BrandTransaction, ids: readonly number[]): Promise<void> {
  await tx.delete('currency_account').where('account_id', 'in', ids).execute()
  await tx.delete('account').where('account_id', 'in', ids).execute()
}
