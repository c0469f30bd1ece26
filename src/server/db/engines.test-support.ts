import { afterAll, beforeAll, describe, test } from 'vitest'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { silentLog } from './silent-log.test-support.ts'
import { SERVER_URL, type ThrowAwayDatabase, throwAwayDatabase } from './throw-away-database.test-support.ts'

const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

type Suite = (database: () => OpenDatabase) => void

/** Runs a suite on the embedded database, and on a throw-away database of a PostgreSQL server when one answers. Without a
 *  server that half is skipped, or fails when LIVERY_REQUIRE_SERVICES is 1. */
export async function describeOnEachEngine(title: string, suite: Suite): Promise<void> {
  describe(`${title} (embedded)`, () => withDatabase(suite, null))
  describeOnPostgres(title, suite, await throwAwayDatabase())
}

/** Runs a long suite on a PostgreSQL server, which is three times as quick, and on the embedded database where none answers and in
 *  long runs. */
export async function describeOnQuickestEngine(title: string, suite: Suite): Promise<void> {
  const place = await throwAwayDatabase()
  if (!place || process.env.LIVERY_LONG) describe(`${title} (embedded)`, () => withDatabase(suite, null))
  describeOnPostgres(title, suite, place)
}

function describeOnPostgres(title: string, suite: Suite, place: ThrowAwayDatabase | null): void {
  describe(`${title} (PostgreSQL)`, () => {
    if (place) withDatabase(suite, place)
    else {
      test.skipIf(!isRequired)('a PostgreSQL server answers', () => {
        throw new Error(`no PostgreSQL server answers at ${SERVER_URL}`)
      })
    }
  })
}

function withDatabase(suite: Suite, place: ThrowAwayDatabase | null): void {
  let open: OpenDatabase | undefined
  beforeAll(async () => {
    await place?.create()
    open = await openDatabase({ dataDir: null, databaseUrl: place?.url, log: silentLog })
  })
  afterAll(async () => {
    await open?.close()
    await place?.leave()
  })
  suite(() => {
    if (!open) throw new Error('the database is not open yet')
    return open
  })
}
