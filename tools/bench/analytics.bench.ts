/** What counting costs: batches that are taken, against their inserts alone; and a funnel of six steps over millions of events, with the
 *  answer of plain joins beside it. */
import { randomUUID } from 'node:crypto'
import { type Analytics, createAnalytics } from '#server/analytics/analytics.service.ts'
import { createEventStore } from '#server/analytics/event-store.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { funnelByJoins, type GeneratedEvents, generateEvents } from './loads/generated-events.ts'
import { median } from './loads/samples.ts'
import { createReport, duration, type Report } from './report.ts'

const BRAND = 'bench'
const DAY_MS = 86_400_000
const SENDERS = 8
const ROUNDS = 7
const ROUND_MS = 1500
const BATCH = 10
const INGEST_RATIO = 0.6
const FUNNEL_MS = 1000
const EVENTS = process.env.LIVERY_LONG ? 10_000_000 : 1_000_000
const FUNNELS = 5
const LONG_WINDOW_MS = 30 * DAY_MS
const LATE_VISITORS = 20
const LATE_MS = 47 * 3_600_000
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs and prints the bench; the funnel needs a PostgreSQL server. LIVERY_LONG makes ten million events instead of one. */
export async function benchAnalytics(): Promise<Report> {
  const report = createReport()
  const server = await postgresDatabase()
  if (server) await measureIngest(report, 'PostgreSQL', server).finally(server.drop)
  const embedded = embeddedDatabase()
  await measureIngest(report, 'embedded', embedded).finally(embedded.drop)
  const large = await postgresDatabase()
  if (large?.url) await measureFunnel(report, large, large.url).finally(large.drop)
  else report.row('a funnel over millions of events', 'no PostgreSQL server answers')
  return report
}

const open = ({ url, dataDir }: BenchDatabase) => openDatabase({ dataDir, databaseUrl: url, log: SILENT })

async function measureIngest(report: Report, name: string, place: BenchDatabase): Promise<void> {
  const database = await open(place)
  try {
    const analytics = createAnalytics({ store: createEventStore(database.db), clock: () => new Date() })
    const door = forBrand(database.db, BRAND)
    const sender = { brandId: BRAND, accountId: null, language: 'en', isOn: true }
    const take = async () => {
      const ts = Date.now()
      const ev = Array.from({ length: BATCH }, (_, at) => ({ ts: ts + at, e: at < 3 ? 10 : 12000 + (at % 3) }))
      const { kept } = await analytics.take(sender, {
        w: 0,
        sw: 1440,
        sh: 900,
        u: { visitor: randomUUID(), visit: randomUUID() },
        ev,
      })
      if (kept !== BATCH) throw new Error(`a batch was not kept: ${kept} of ${BATCH}`)
    }
    const insertAlone = () => door.transaction((tx) => tx.insert('analytics_event', plainRows()).execute())
    await take()
    const [taken, alone]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      taken.push(await rate(take))
      alone.push(await rate(insertAlone))
    }
    report.row(`${name}: events a second, taken and inserted alone`, eventsOf(median(taken)), eventsOf(median(alone)))
    report.atLeast(
      `${name}: taken to inserted alone`,
      median(taken.map((one, at) => one / (alone[at] ?? 1))),
      INGEST_RATIO,
      ' ×',
    )
  } finally {
    await database.close()
  }
}

const eventsOf = (batches: number) => Math.round(batches * BATCH).toLocaleString('en')

/** Batches a second of some senders at once. */
async function rate(send: () => Promise<unknown>): Promise<number> {
  const endsAt = performance.now() + ROUND_MS
  let sent = 0
  const begunAt = performance.now()
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() < endsAt) {
        await send()
        sent += 1
      }
    }),
  )
  return sent / ((performance.now() - begunAt) / 1000)
}

function plainRows() {
  const [visit_id, visitor_id, now] = [randomUUID(), randomUUID(), Date.now()]
  return Array.from({ length: BATCH }, (_, at) => ({
    ...{ visit_id, visitor_id, account_id: null, at: new Date(now + at), number: at < 3 ? 10 : 12000 + (at % 3) },
    ...{ is_bot: false, metrics: '{}', language: 'en', source: null, referrer: null },
    ...{ screen_width: 1440, screen_height: 900 },
  }))
}

async function measureFunnel(report: Report, place: BenchDatabase, url: string): Promise<void> {
  const database = await open(place)
  const generated: GeneratedEvents = {
    ...{ brandId: BRAND, steps: [10, 13042, 12000, 12002, 10000, 1540], days: 30 },
    ...{ from: new Date('2026-03-01T00:00:00Z'), people: Math.round(EVENTS / 25) },
  }
  const span = { from: generated.from, to: new Date(generated.from.getTime() + generated.days * DAY_MS) }
  // The last moment of the last day: three days are full of events and still take more.
  const process = () =>
    createAnalytics({ store: createEventStore(database.db), clock: () => new Date(span.to.getTime() - 1) })
  const asked = (analytics: Analytics, windowMs = DAY_MS) =>
    timed(async () =>
      (await analytics.funnel(BRAND, generated.steps, span, { windowMs })).steps.map(({ visitors }) => visitors),
    )
  try {
    const written = await generateEvents(url, generated, EVENTS)
    const analytics = process()
    const packing = await timed(() => analytics.packDays(BRAND, generated.days, () => false))
    const ofDay = ({ ms }: Timed<unknown>) => duration((ms / packing.result) * 1000)
    report.row(
      `${written.toLocaleString('en')} events: packing their closed days, a day`,
      took(packing),
      ofDay(packing),
    )
    const first = await asked(analytics)
    report.row('a funnel of six steps, asked for the first time, a closed day', took(first), ofDay(first))
    const again: Timed<readonly number[]>[] = []
    for (let turn = 0; turn < FUNNELS; turn += 1) {
      await takeLate(analytics, generated.steps, span.to.getTime())
      again.push(await asked(analytics))
    }
    report.row('asked again, by a process that has not counted it yet', took(await asked(process())))
    await asked(analytics, LONG_WINDOW_MS)
    report.row('with a window of 30 days, asked again', took(await asked(analytics, LONG_WINDOW_MS)))
    const exact = await timed(() => funnelByJoins(url, generated, { ...span, windowMs: DAY_MS }))
    const quick = again.at(-1)?.result ?? []
    report.row('visitors by step', quick.join(' → '))
    report.row('the same by plain joins', exact.result.join(' → '), took(exact))
    report.holds('both are the same', quick.join() === exact.result.join() && quick.every((count) => count > 0))
    const times = median(again.map(({ ms }) => ms))
    report.row('plain joins take as long as so many funnels', `${Math.round(exact.ms / times)} ×`)
    report.atMost('a funnel of six steps, asked again after late events', times, FUNNEL_MS, ' ms')
  } finally {
    await database.close()
  }
}

/** What something has come to, and how long it took. */
interface Timed<Result> {
  readonly result: Result
  readonly ms: number
}

async function timed<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const begunAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - begunAt }
}

const took = ({ ms }: Timed<unknown>) => duration(ms * 1000)

/** Sends events of visitors who do all steps, some of them now and some up to two days late. */
async function takeLate(analytics: Analytics, steps: readonly number[], nowMs: number): Promise<void> {
  const sender = { brandId: BRAND, accountId: null, language: 'en', isOn: true }
  for (let visitor = 0; visitor < LATE_VISITORS; visitor += 1) {
    const ts = nowMs - 1000 - Math.round((visitor / LATE_VISITORS) * LATE_MS)
    const u = { visitor: randomUUID(), visit: randomUUID() }
    const { kept } = await analytics.take(sender, {
      ...{ w: 0, sw: 1440, sh: 900, u },
      ev: steps.map((e, at) => ({ ts: ts + at, e })),
    })
    if (kept !== steps.length) throw new Error(`a late batch was not kept: ${kept} of ${steps.length}`)
  }
}
