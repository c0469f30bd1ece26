import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { createAnalytics } from '#server/analytics/analytics.service.ts'
import type { EventsElsewhere } from '#server/analytics/columnar/clickhouse-store.ts'
import { createEventStore, type EventStore } from '#server/analytics/event-store.ts'
import { createRecordingStore } from '#server/analytics/recording/recording-store.ts'
import { createRecordings } from '#server/analytics/recording/recordings.service.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { brandIds } from '#server/site/brands/brand-hosts.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { createRounds } from '../rounds.ts'
import { analyticsHandlers } from './analytics.handlers.ts'
import { closedAccounts } from './closed-accounts.ts'

export interface AnalyticsWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: Pick<BrandStore, 'siteForBrand'>
  readonly brandsDir: string
  readonly budget: Pick<BudgetStore, 'take'>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error'>
  /** Keeps events elsewhere; in the database when left out. */
  readonly columnar?: (EventStore & EventsElsewhere) | null
}

const HOUR_MS = 3_600_000

/** Joins analytics to the database and the brands; old events and recordings are looked for once an hour. */
export function createAnalyticsWiring(ports: AnalyticsWiringPorts) {
  const { database, brands, brandsDir, budget, clock, log, columnar } = ports
  const analytics = createAnalytics({ store: columnar ?? createEventStore(database.db), clock })
  const recordings = createRecordings({ store: createRecordingStore(database.db), clock })
  const counter = new Counter({
    name: 'livery_analytics_events_total',
    help: 'Events of visitors by what has happened to them: kept, dropped for a reason, or lost by a page.',
    labelNames: ['outcome'] as const,
    registers: [],
  })
  const count = (outcome: string, events: number) => counter.inc({ outcome }, events)

  async function run(): Promise<void> {
    const sites = new Map<string, ResolvedSite>()
    const ids = await brandIds(brandsDir)
    const failed = (error: unknown, brandId: string) =>
      logFailure(log, error, { brandId }, 'analytics: old events of a brand were left')
    for (const brandId of ids) {
      const found = await brands.siteForBrand(brandId).catch((error: unknown) => failed(error, brandId))
      if (found?.status === 'ok') sites.set(brandId, found.site)
    }
    const kept = [...sites].map(([, { config }]) => config['third-party'].analyticsDays)
    // Days go as a whole once no brand keeps them; what a brand keeps for less goes event by event.
    if (kept.length > 0 && kept.length === ids.length) await analytics.dropDays(Math.max(...kept))
    for (const [brandId, { config }] of sites) {
      try {
        const { analyticsDays, recordingDays } = config['third-party']
        await analytics.deleteOld(brandId, analyticsDays, rounds.isStopping)
        await analytics.packDays(brandId, analyticsDays, rounds.isStopping)
        if (columnar) await columnar.forget(brandId, await closedAccounts(database.db, brandId))
        await recordings.deleteOld(brandId, recordingDays, rounds.isStopping)
      } catch (error) {
        // One brand's trouble does not keep the others' events.
        failed(error, brandId)
      }
    }
  }
  const runAndLog = () =>
    run().catch((error: unknown) => logFailure(log, error, {}, 'analytics: the brands could not be read'))
  const rounds = createRounds('analytics', runAndLog, HOUR_MS)
  return {
    analytics,
    recordings,
    /** What the route of segments needs. */
    recordingRoute: { recordings, budget, now: clock },
    handlers: analyticsHandlers({ analytics, budget, clock, count }),
    rounds: { ...rounds, run },
    counter,
  }
}
