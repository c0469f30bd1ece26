import { randomBytes } from 'node:crypto'
import { afterAll, describe, test } from 'vitest'
import { describeOnEachEngine, describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createClickHouse } from './columnar/clickhouse-client.ts'
import { createClickHouseStore, type EventsElsewhere } from './columnar/clickhouse-store.ts'
import { createEventStore, type EventStore } from './event-store.ts'

/** The ClickHouse server of the tests: the one that is named, else the one of this machine. */
const CLICKHOUSE_URL = process.env.CLICKHOUSE_URL ?? 'http://127.0.0.1:8123/default'

type Suite = (store: () => EventStore) => void

/** Runs a suite on each store of events: both engines of the database, and ClickHouse where a server answers. */
export async function describeOnEachStore(title: string, suite: Suite): Promise<void> {
  await describeOnEachEngine(title, (database) => suite(() => createEventStore(database().db)))
  await describeOnClickHouse(title, suite)
}

/** Runs a suite on the quickest engine of the database, and on ClickHouse where a server answers. */
export async function describeOnQuickStores(title: string, suite: Suite): Promise<void> {
  await describeOnQuickestEngine(title, (database) => suite(() => createEventStore(database().db)))
  await describeOnClickHouse(title, suite)
}

/** Runs a suite on a throw-away database of a ClickHouse server; without one, a skipped test says so. */
export async function describeOnClickHouse(
  title: string,
  suite: (store: () => EventStore & EventsElsewhere) => void,
): Promise<void> {
  const place = await throwAwayClickHouse()
  describe(`${title} (ClickHouse)`, () => {
    if (!place) {
      test.skip('no ClickHouse server answers: name one as CLICKHOUSE_URL', () => undefined)
      return
    }
    const store = createClickHouseStore({ url: place.url, paceMs: 0 })
    afterAll(place.drop)
    suite(() => store)
  })
}

/** A database of the ClickHouse server, which its first use makes; null when no server answers. */
export async function throwAwayClickHouse(): Promise<{
  readonly url: string
  readonly drop: () => Promise<void>
} | null> {
  const asked = createClickHouse({ url: CLICKHOUSE_URL, timeoutMs: 2000 }).rows({ statement: 'SELECT version()' })
  const isThere = await asked.then(
    () => true,
    () => false,
  )
  if (!isThere) return null
  const url = new URL(CLICKHOUSE_URL)
  const name = `livery_test_${randomBytes(6).toString('hex')}`
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => createClickHouse({ url: CLICKHOUSE_URL }).run({ statement: `DROP DATABASE IF EXISTS ${name}` }),
  }
}
