import { afterAll, beforeAll, describe, test } from 'vitest'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { silentLog } from './silent-log.test-support.ts'
import { SERVER_URL, type ThrowAwayDatabase, throwAwayDatabase } from './throw-away-database.test-support.ts'

const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

/** Runs a suite on the embedded database, and on a throw-away database of a PostgreSQL server when one answers. Without a
 *  server that half is skipped, or fails when LIVERY_REQUIRE_SERVICES is 1. */
export async function describeOnEachEngine(
  title: string,
  suite: (database: () => OpenDatabase) => void,
): Promise<void> {
  describe(`${title} (embedded)`, () => withDatabase(suite, null))
  const place = await throwAwayDatabase()
  if (place) describe(`${title} (PostgreSQL)`, () => withDatabase(suite, place))
  else {
    describe(`${title} (PostgreSQL)`, () => {
      test.skipIf(!isRequired)('a PostgreSQL server answers', () => {
        throw new Error(`no PostgreSQL server answers at ${SERVER_URL}`)
      })
    })
  }
}

function withDatabase(suite: (database: () => OpenDatabase) => void, place: ThrowAwayDatabase | null): void {
  let open: OpenDatabase | undefined
  beforeAll(async () => {
    await place?.create()
    open = await openDatabase({ dataDir: null, databaseUrl: place?.url, log: silentLog })
  })
  afterAll(async () => {
    await open?.close()
    await place?.drop()
  })
  suite(() => {
    if (!open) throw new Error('the database is not open yet')
    return open
  })
}
