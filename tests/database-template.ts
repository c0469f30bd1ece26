import { keepTemplate } from '#server/db/embedded/embedded-cluster.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { dropCopies, TEMPLATE, throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'

/** Makes the databases that a whole run copies: an embedded one, and one of PostgreSQL where a server answers. Copying one is several
 *  times as quick as migrating each.
 *  @returns what drops it */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  for (const migrations of [[], readMigrations()]) await keepTemplate({ migrations })
  const place = await throwAwayDatabase()
  if (!place) return undefined
  await place.create()
  const { close } = await openDatabase({ dataDir: null, databaseUrl: place.url, log: silentLog })
  await close()
  process.env[TEMPLATE] = place.name
  return async () => {
    delete process.env[TEMPLATE]
    await dropCopies(place.name)
    await place.drop()
  }
}
