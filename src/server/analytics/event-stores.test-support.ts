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
  const version = await serverVersion()
  describe(`${title} (ClickHouse)`, () => {
    if (version === null) {
      test.skip('no ClickHouse server answers: name one as CLICKHOUSE_URL', () => undefined)
      return
    }
    const url = new URL(CLICKHOUSE_URL)
    const name = `livery_test_${randomBytes(6).toString('hex')}`
    url.pathname = `/${name}`
    const store = createClickHouseStore({ url: url.href, paceMs: 0 })
    afterAll(() => createClickHouse({ url: CLICKHOUSE_URL }).run({ statement: `DROP DATABASE IF EXISTS ${name}` }))
    suite(() => store)
  })
}

async function serverVersion(): Promise<string | null> {
  const asked = createClickHouse({ url: CLICKHOUSE_URL, timeoutMs: 2000 }).rows({ statement: 'SELECT version()' })
  return asked.then(
    ([row]) => String(row?.[0]),
    () => null,
  )
}
