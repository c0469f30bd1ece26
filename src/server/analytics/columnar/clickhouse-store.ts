import { setTimeout as pause } from 'node:timers/promises'
import { addTogether } from '../add-together.ts'
import type { EventStore, StoredEvent } from '../event-store.ts'
import type { Span } from '../span.ts'
import { type ClickHouse, type ClickHouseOptions, createClickHouse } from './clickhouse-client.ts'
import {
  cohortsOf,
  dailyOf,
  dayOf,
  funnelOf,
  minutesOf,
  pageStepsOf,
  splitOf,
  variantsOf,
  visitorDaysOf,
  visitorsOf,
  vitalsOf,
} from './clickhouse-reports.ts'
import { ch } from './clickhouse-sql.ts'
import { makeClickHouseTables } from './clickhouse-tables.ts'

/** Events that are kept outside of the database: what a player may export and have deleted has to reach them too. */
export interface EventsElsewhere {
  /** The events of a player, the earliest first. */
  readonly ofAccount: (brandId: string, accountId: number) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Deletes the events of players. @returns how many there were */
  readonly forget: (brandId: string, accountIds: readonly number[]) => Promise<number>
}

/** Where it is, and how often it is written to. */
export interface ClickHouseStoreOptions extends ClickHouseOptions {
  /** Least time from one insert to the next, ms: each makes a part on the disk, and a server refuses too many of them. */
  readonly paceMs?: number
}

const PACE_MS = 500
const DAY_MS = 86_400_000
/** Accounts that one statement names. */
const ACCOUNTS = 1000

/** Keeps events in ClickHouse (ANA-33). Sums are exact: what is stored twice is counted once, and the days that take no more events are summed
 *  by hour before they are deleted. Tables are made with the first use, so that a server starts while ClickHouse does not answer.
 *  @throws StorageOutage from each function while it does not answer */
export function createClickHouseStore(options: ClickHouseStoreOptions): EventStore & EventsElsewhere {
  const server = createClickHouse(options)
  let made: Promise<void> | undefined
  const ready = async (): Promise<ClickHouse> => {
    made ??= makeClickHouseTables(server, options)
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
    return server
  }
  const add = addTogether<object>(async (_all, rows) => (await ready()).insert('livery_event', rows), paced(options))
  return {
    add: (brandId, events) => (events.length === 0 ? Promise.resolve() : add('', rowsOf(brandId, events))),
    daily: async (brandId, span) => dailyOf(await ready(), brandId, span, await summedDays(await ready(), brandId)),
    minutes: async (brandId, textOf, span) => minutesOf(await ready(), brandId, textOf, span),
    visitors: async (brandId, span) => visitorsOf(await ready(), brandId, span),
    visitorDays: async (brandId, span) => visitorDaysOf(await ready(), brandId, span),
    funnel: async (brandId, steps, span, rules) => ({
      steps: await funnelOf(await ready(), brandId, { steps, span, ...rules }),
      summedUntil: null,
    }),
    vitals: async (brandId, number, span, by) => vitalsOf(await ready(), brandId, { number, span, by }),
    variants: async (brandId, wish, span) => variantsOf(await ready(), brandId, wish, span),
    cohorts: async (brandId, span) => cohortsOf(await ready(), brandId, span),
    pageSteps: async (brandId, pageShown, span) => pageStepsOf(await ready(), brandId, pageShown, span),
    split: async (brandId, by, span) => splitOf(await ready(), brandId, by, span),
    deleteBefore: async (brandId, before) => deleteBefore(await ready(), brandId, before),
    dropDays: async (before) => dropDays(await ready(), before),
    packDays: async (brandId, { from, to }, isStopping) => {
      const whole = { from, to: new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS) }
      return sumDays(await ready(), brandId, whole, isStopping)
    },
    ofAccount: async (brandId, accountId) => eventsOfAccount(await ready(), brandId, accountId),
    forget: async (brandId, accountIds) => forget(await ready(), brandId, accountIds),
  }
}

/** Lets inserts of all brands wait for each other. */
function paced({ paceMs = PACE_MS }: ClickHouseStoreOptions): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  return async () => {
    const waitMs = last + paceMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    last = performance.now()
  }
}

function rowsOf(brandId: string, events: readonly StoredEvent[]): object[] {
  return events.map(({ visitId, visitorId, accountId, at, number, isBot, metrics, language, ...event }) => ({
    ...{ brand_id: brandId, day: dayOf(at.getTime()), number, at_ms: at.getTime(), visit_id: visitId },
    ...{ visitor_id: visitorId, account_id: accountId ?? 0, is_bot: Number(isBot), language },
    ...{ source: event.source ?? '', referrer: event.referrer ?? '' },
    ...{ screen_width: event.width, screen_height: event.height },
    ...metrics,
  }))
}

/** Days of a brand whose hours are summed, ms since 1970. */
async function summedDays(clickHouse: ClickHouse, brandId: string): Promise<ReadonlySet<number>> {
  const rows = await clickHouse.rows(
    ch`SELECT DISTINCT toUInt32(day) FROM livery_event_day WHERE brand_id = ${brandId}`,
  )
  return new Set(rows.map(([day]) => Number(day) * DAY_MS))
}

/** Sums the hours of days that have events and are not summed yet, the earliest first. @returns how many days */
async function sumDays(
  clickHouse: ClickHouse,
  brandId: string,
  { from, to }: Span,
  isStopping: () => boolean,
): Promise<number> {
  const summed = await summedDays(clickHouse, brandId)
  const rows = await clickHouse.rows(ch`SELECT DISTINCT toUInt32(day) AS since FROM livery_event
    WHERE brand_id = ${brandId} AND day >= ${dayOf(from.getTime())} AND day < ${dayOf(to.getTime())} ORDER BY since`)
  const days = rows.map(([day]) => Number(day) * DAY_MS).filter((day) => !summed.has(day))
  let made = 0
  for (const day of days) {
    if (isStopping()) break
    // Rows that were inserted twice are merged for good, and counted once.
    await clickHouse.run(ch`INSERT INTO livery_event_hour (brand_id, hour, number, is_bot, events)
      SELECT brand_id, toUInt32(intDiv(at_ms, 3600000)) AS hour, number, is_bot, count() AS events
      FROM livery_event FINAL WHERE brand_id = ${brandId} AND day = ${dayOf(day)} GROUP BY brand_id, hour, number, is_bot`)
    await clickHouse.insert('livery_event_day', [{ brand_id: brandId, day: dayOf(day) }])
    made += 1
  }
  return made
}

const never = () => false

/** Deletes at once all that is old: a deletion writes the parts of the table again that have something of it. */
async function deleteBefore(clickHouse: ClickHouse, brandId: string, before: Date): Promise<number> {
  const old = ch`brand_id = ${brandId} AND at_ms < ${before.getTime()}`
  const [row] = await clickHouse.rows(ch`SELECT count() FROM livery_event WHERE ${old}`)
  const count = Number(row?.[0] ?? 0)
  if (count === 0) return 0
  await sumDays(clickHouse, brandId, { from: new Date(0), to: before }, never)
  await clickHouse.deleteFrom('livery_event', old)
  return count
}

async function dropDays(clickHouse: ClickHouse, before: Date): Promise<number> {
  const rows = await clickHouse.rows(
    ch`SELECT brand_id, toUInt32(day) FROM livery_event WHERE day < ${dayOf(before.getTime())} GROUP BY brand_id, day`,
  )
  const days = new Set(rows.map(([, day]) => Number(day) * DAY_MS).filter((day) => day + DAY_MS <= before.getTime()))
  for (const brandId of new Set(rows.map(([brand]) => String(brand))))
    await sumDays(clickHouse, brandId, { from: new Date(0), to: before }, never)
  for (const day of days)
    await clickHouse.run(ch`ALTER TABLE livery_event DROP PARTITION ${Number(dayOf(day).replaceAll('-', ''))}`)
  return days.size
}

async function eventsOfAccount(clickHouse: ClickHouse, brandId: string, accountId: number) {
  const metrics = ['i1', 'i2', 'i3', 'f1', 'f2', 'f3', 's1', 's2', 's3'] as const
  const rows =
    await clickHouse.rows(ch`SELECT toString(visit_id), toString(visitor_id), at_ms, number, language, source, referrer,
      screen_width, screen_height, ${{ statement: metrics.join(', ') }}
    FROM livery_event FINAL WHERE brand_id = ${brandId} AND account_id = ${accountId} ORDER BY at_ms, number`)
  return rows.map(([visit, visitor, atMs, number, language, source, referrer, width, height, ...values]) => ({
    ...{ visit_id: visit, visitor_id: visitor, at: new Date(Number(atMs)), number: Number(number), language },
    ...{ source: source || null, referrer: referrer || null },
    ...{ screen_width: Number(width), screen_height: Number(height), account_id: accountId },
    metrics: Object.fromEntries(
      metrics.flatMap((key, at) => {
        const value = key.startsWith('s') ? values[at] : Number(values[at])
        return value ? [[key, value] as const] : []
      }),
    ),
  }))
}

async function forget(clickHouse: ClickHouse, brandId: string, accountIds: readonly number[]): Promise<number> {
  let count = 0
  for (let at = 0; at < accountIds.length; at += ACCOUNTS) {
    const theirs = ch`brand_id = ${brandId} AND account_id IN ${accountIds.slice(at, at + ACCOUNTS)}`
    const [row] = await clickHouse.rows(ch`SELECT count() FROM livery_event WHERE ${theirs}`)
    const found = Number(row?.[0] ?? 0)
    if (found > 0) await clickHouse.deleteFrom('livery_event', theirs)
    count += found
  }
  return count
}
