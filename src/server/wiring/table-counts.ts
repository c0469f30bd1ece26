import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { countGrownTables } from '#server/db/grown-tables.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createRounds, type Rounds } from './rounds.ts'

const EVERY_MS = 60_000

/** Has the database count tables that have grown, again and again, for a database that does not do so by itself. */
export function createTableCounts({
  db,
  log,
}: {
  readonly db: Kysely<Database>
  readonly log: Pick<Logger, 'debug' | 'error'>
}): Rounds {
  return createRounds(
    'table counts',
    () =>
      countGrownTables(db).then(
        (tables) => {
          if (tables.length > 0) log.debug({ tables }, 'database: tables were counted')
        },
        (error: unknown) => logFailure(log, error, {}, 'database: tables could not be counted'),
      ),
    EVERY_MS,
  )
}
