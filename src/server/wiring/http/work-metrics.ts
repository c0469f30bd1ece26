import { Counter, Gauge, type Metric } from 'prom-client'
import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { type FailureLog, logFailure } from '#server/db/storage-outage.ts'
import { countWaiting, type WaitingRows } from '#server/db/waiting-rows.ts'
import { PRODUCER_SILENT_MS } from '#server/feed/stream/channel-writer.ts'

export interface WorkMetricsPorts {
  readonly database: Pick<OpenDatabase, 'db' | 'storage' | 'slowStatements'>
  readonly clock: () => Date
  readonly log: FailureLog
}

/** How long after its time a row counts as overdue: the background work looks every one or two seconds. */
const OVERDUE_MS = 30_000
/** How long a round of the engine's own games may be left: an hour and a half, since it is ended after an hour. */
const LEFT_ROUND_MS = 90 * 60_000
/** Readers that ask at the same moment cost one look. */
const SHARED_MS = 2000

interface Found {
  readonly waiting: WaitingRows
  readonly silent: number
}

/** Metrics of what the background work has left undone and whether the data can be used, looked up when they are asked for. While the
 *  database does not answer there are no numbers but that. */
export function workMetrics({ database, clock, log }: WorkMetricsPorts): Metric[] {
  let kept: { readonly at: number; readonly found: Promise<Found | null> } | null = null
  const failed = (error: unknown) => {
    logFailure(log, error, {}, 'metrics: what waits could not be counted')
    return null
  }
  const look = (): Promise<Found | null> => {
    const at = performance.now()
    if (!kept || at - kept.at > SHARED_MS) kept = { at, found: read(database, clock()).catch(failed) }
    return kept.found
  }
  const storage = new Gauge({
    name: 'livery_storage_up',
    help: 'Whether the data can be read and written: 1 or 0.',
    registers: [],
    async collect() {
      this.set((await look()) ? 1 : 0)
    },
  })
  const overdue = new Gauge({
    name: 'livery_overdue',
    help: 'Rows of all brands that the background work should have finished half a minute ago, by what they are.',
    labelNames: ['what'] as const,
    registers: [],
    async collect() {
      this.reset()
      const found = await look()
      for (const [what, count] of Object.entries(found?.waiting ?? {})) this.set({ what }, count)
    },
  })
  const silent = new Gauge({
    name: 'livery_silent_producers',
    help: 'Producers of the feed that are down, or were not heard for twenty seconds.',
    registers: [],
    async collect() {
      this.reset()
      const found = await look()
      if (found) this.set(found.silent)
    },
  })
  const slow = new Counter({
    name: 'livery_slow_statements_total',
    help: 'Statements of the database that took longer than LIVERY_SLOW_STATEMENT_MS.',
    registers: [],
    collect() {
      this.reset()
      this.inc(database.slowStatements())
    },
  })
  return [storage, overdue, silent, slow]
}

async function read({ db, storage }: WorkMetricsPorts['database'], now: Date): Promise<Found> {
  await storage.check()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const waiting = await countWaiting(db, before(OVERDUE_MS), before(LEFT_ROUND_MS))
  const producers = await forFeed(db).read((tx) =>
    tx.selectFrom('feed.producer').select(['is_up as isUp', 'heard_at as heardAt']).execute(),
  )
  const silent = producers.filter(({ isUp, heardAt }) => !isUp || heardAt < before(PRODUCER_SILENT_MS)).length
  return { waiting, silent }
}
