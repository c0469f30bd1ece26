import { type Kysely, sql, type Transaction } from 'kysely'
import { asOnlyTransaction } from './for-brand.ts'
import type { FeedDatabase } from './tables/feed-tables.ts'
import type { Database } from './tables/tables.ts'

/** Statements on the feed within one transaction. */
export type FeedTransaction = Transaction<FeedDatabase>

/** The only way to the tables of the feed, which all brands read and none writes. */
export interface FeedDoor {
  /** Reads as brands do. @throws Error when a transaction is already open in this call chain */
  read<Result>(work: (tx: FeedTransaction) => Promise<Result>): Promise<Result>
  /** Writes as the feed's own role, which may touch no row of a brand. One writes at a time, so that two imports of a file find
   *  what the other made. @throws Error as `read` does */
  write<Result>(work: (tx: FeedTransaction) => Promise<Result>): Promise<Result>
}

/** Any number will do, so long as no other lock has it. */
const WRITER_LOCK = 7_541_210_234

/** Opens the door to the feed. */
export function forFeed(db: Kysely<Database>): FeedDoor {
  const feed = db as unknown as Kysely<FeedDatabase>
  return {
    read: (work) => asOnlyTransaction(() => feed.transaction().execute(work)),
    write: (work) =>
      asOnlyTransaction(() =>
        feed.transaction().execute(async (tx) => {
          await sql`set local role livery_feed`.execute(tx)
          await sql`select pg_advisory_xact_lock(${WRITER_LOCK})`.execute(tx)
          return work(tx)
        }),
      ),
  }
}
