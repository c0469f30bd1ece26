import { type Kysely, sql } from 'kysely'
import { asOnlyTransaction } from './for-brand.ts'
import type { Database } from './tables/tables.ts'

/** Makes room for the events of days: a part of the table a day, which retention drops as a whole. Days that are there stay.
 *  @param days such as `2026-03-01`, of UTC */
export async function makeEventDays(db: Kysely<Database>, days: readonly string[]): Promise<void> {
  await asOwner(db, async (tx) => {
    for (const day of days) await sql`select analytics_make_day(${day}::date)`.execute(tx)
  })
}

/** Drops the days of events, of all brands, that were over before a moment. @returns how many */
export function dropEventDays(db: Kysely<Database>, before: Date): Promise<number> {
  return asOwner(db, async (tx) => {
    const { rows } = await sql<{ dropped: number }>`select analytics_drop_days(${before}) as dropped`.execute(tx)
    return rows[0]?.dropped ?? 0
  })
}

/** Runs statements that change the structure of the database, which no role of a request may do. */
function asOwner<Result>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<Result>): Promise<Result> {
  return asOnlyTransaction(() =>
    db.transaction().execute(async (tx) => {
      await sql`set local role none`.execute(tx)
      return work(tx)
    }),
  )
}
