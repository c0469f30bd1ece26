import { createAnalytics } from '#server/analytics/analytics.service.ts'
import { createEventStore } from '#server/analytics/event-store.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { type AnalyticsPorts, analyticsHandlers } from './analytics.handlers.ts'

/** Joins analytics to the database. */
export function createAnalyticsWiring({
  database,
  ...ports
}: Pick<AnalyticsPorts, 'budget' | 'clock'> & { readonly database: Pick<OpenDatabase, 'db'> }) {
  const analytics = createAnalytics({ store: createEventStore(database.db), clock: ports.clock })
  return { analytics, handlers: analyticsHandlers({ ...ports, analytics }) }
}
