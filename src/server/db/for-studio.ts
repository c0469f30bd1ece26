import { type Kysely, sql, type Transaction } from 'kysely'
import { asOnlyTransaction } from './for-brand.ts'
import type { StudioDatabase } from './tables/studio-tables.ts'
import type { Database } from './tables/tables.ts'

/** Statements on the studio's tables within one transaction. */
export type StudioTransaction = Transaction<StudioDatabase>

/** The only way to the tables of the studio, which no brand reads. */
export interface StudioDoor {
  /** Runs `work` in one transaction as the studio's own role, which may touch no row of a brand.
   *  @throws Error when a transaction is already open in this call chain */
  transaction<Result>(work: (tx: StudioTransaction) => Promise<Result>): Promise<Result>
}

/** Opens the door to the studio's tables. */
export function forStudio(db: Kysely<Database>): StudioDoor {
  const studio = db as unknown as Kysely<StudioDatabase>
  return {
    transaction: (work) =>
      asOnlyTransaction(() =>
        studio.transaction().execute(async (tx) => {
          await sql`set local role livery_studio`.execute(tx)
          return work(tx)
        }),
      ),
  }
}
