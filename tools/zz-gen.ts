import { createAnalytics } from '#server/analytics/analytics.service.ts'
import { createEventStore } from '#server/analytics/event-store.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { generateEvents } from './bench/loads/generated-events.ts'
const url = process.argv[2] ?? ''
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openDatabase({ dataDir: null, databaseUrl: url, log: SILENT } as never)
const generated = { brandId: 'bench', steps: [10, 13042, 12000, 12002, 10000, 1540], days: 30, from: new Date('2026-03-01T00:00:00Z'), people: 400000 }
await generateEvents(url, generated, 10_000_000)
const analytics = createAnalytics({ store: createEventStore(database.db), clock: () => new Date(generated.from.getTime() + 30 * 86400000) })
await analytics.packDays('bench', 30, () => false)
await database.close()
