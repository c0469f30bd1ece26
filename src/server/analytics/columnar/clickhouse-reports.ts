import { type EventCount, type MinuteSum, MOST_VITALS, type VitalPlace, type VitalSum } from '../event-store.ts'
import type { FunnelRules, FunnelStep, VisitorDay } from '../funnel/packed-days.ts'
import type { Span } from '../span.ts'
import type { VariantVisitors, VariantWish } from '../variant-counts.ts'
import {
  type Cohort,
  MOST_PAGES,
  MOST_VALUES,
  type PageStep,
  PHONE_PX,
  type SplitSum,
  stepsOfVisits,
  TABLET_PX,
  type VisitorSplit,
  WEEK_MS,
} from '../visitor-report.ts'
import type { ClickHouse } from './clickhouse-client.ts'
import { type ClickHouseSql, ch, joined } from './clickhouse-sql.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** A day as ClickHouse writes it, such as `2026-03-01`. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Events of people, not of bots, in a span: the days let the server read no more than it has to. */
const within = (brandId: string, { from, to }: Span) =>
  ch`brand_id = ${brandId} AND is_bot = 0 AND day >= ${dayOf(from.getTime())} AND day <= ${dayOf(to.getTime())}
     AND at_ms >= ${from.getTime()} AND at_ms < ${to.getTime()}`

/** The sums of days (see `EventStore.daily`). @param summed days whose hours are summed, ms since 1970 */
export async function dailyOf(
  clickHouse: ClickHouse,
  brandId: string,
  { from, to }: Span,
  summed: ReadonlySet<number>,
): Promise<EventCount[]> {
  const [first, before] = [Math.ceil(from.getTime() / HOUR_MS), Math.ceil(to.getTime() / HOUR_MS)]
  const days = [...summed].filter((day) => day >= from.getTime() - DAY_MS && day < to.getTime())
  const closed =
    days.length === 0
      ? []
      : await clickHouse.rows(ch`SELECT intDiv(hour, 24) AS since, number, sum(kept) FROM (
          SELECT hour, number, max(events) AS kept FROM livery_event_hour
          WHERE brand_id = ${brandId} AND is_bot = 0 AND hour >= ${first} AND hour < ${before}
            AND intDiv(hour, 24) IN ${days.map((day) => day / DAY_MS)}
          GROUP BY hour, number
        ) GROUP BY since, number`)
  const span = { from: new Date(first * HOUR_MS), to: new Date(before * HOUR_MS) }
  const isOpen = days.length === 0 ? ch`1` : ch`day NOT IN ${days.map(dayOf)}`
  const open =
    await clickHouse.rows(ch`SELECT intDiv(at_ms, ${DAY_MS}) AS since, number, count() FROM livery_event FINAL
    WHERE ${within(brandId, span)} AND ${isOpen} GROUP BY since, number`)
  return [...closed, ...open]
    .map(([since, number, events]) => ({
      ...{ at: new Date(Number(since) * DAY_MS), number: Number(number), events: Number(events) },
    }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.number - other.number)
}

/** Events by minute and kind (see `EventStore.minutes`). */
export async function minutesOf(
  clickHouse: ClickHouse,
  brandId: string,
  textOf: number,
  span: Span,
): Promise<MinuteSum[]> {
  const rows =
    await clickHouse.rows(ch`SELECT intDiv(at_ms, ${MINUTE_MS}) AS since, number, if(number = ${textOf}, s1, '') AS text, count()
    FROM livery_event FINAL WHERE ${within(brandId, span)} GROUP BY since, number, text ORDER BY since, number, text`)
  return rows.map(([since, number, text, events]) => ({
    ...{ at: new Date(Number(since) * MINUTE_MS), number: Number(number), text: text === '' ? null : String(text) },
    events: Number(events),
  }))
}

/** How many visitors there were; an event that is there twice changes nothing. */
export async function visitorsOf(clickHouse: ClickHouse, brandId: string, span: Span): Promise<number> {
  const [row] = await clickHouse.rows(ch`SELECT uniqExact(visitor_id) FROM livery_event WHERE ${within(brandId, span)}`)
  return Number(row?.[0] ?? 0)
}

/** How many visitors each day had (see `EventStore.visitorDays`); a day without any is there too. */
export async function visitorDaysOf(clickHouse: ClickHouse, brandId: string, span: Span): Promise<VisitorDay[]> {
  const rows = await clickHouse.rows(ch`SELECT intDiv(at_ms, ${DAY_MS}) AS since, uniqExact(visitor_id)
    FROM livery_event WHERE ${within(brandId, span)} GROUP BY since`)
  const counts = new Map(rows.map(([since, visitors]) => [Number(since), Number(visitors)]))
  const [first, end] = [Math.floor(span.from.getTime() / DAY_MS), Math.ceil(span.to.getTime() / DAY_MS)]
  return Array.from({ length: end - first }, (_, at) => ({
    ...{ at: new Date((first + at) * DAY_MS), visitors: counts.get(first + at) ?? 0 },
  }))
}

interface AskedFunnel extends FunnelRules {
  readonly steps: readonly number[]
  readonly span: Span
}

/** Counts visitors by steps (see `EventStore.funnel`) in one pass: of each visitor the times of each step, and of these the first one after
 *  the step before. */
export async function funnelOf(
  clickHouse: ClickHouse,
  brandId: string,
  { steps, span, windowMs, without = [] }: AskedFunnel,
): Promise<FunnelStep[]> {
  const [first, ...others] = steps
  if (first === undefined) return []
  const until = { from: span.from, to: new Date(span.to.getTime() + windowMs) }
  const columns = [
    ch`minIf(at_ms, number = ${first} AND at_ms < ${span.to.getTime()}) AS t1`,
    ...(without.length > 0 ? [ch`groupArrayIf(at_ms, number IN ${without}) AS away`] : []),
    ...others.map((number, at) => ch`groupArrayIf(at_ms, number = ${number}) AS ${named(`a${at + 2}`)}`),
  ]
  // Each step is a question around the one before, which names its columns: older versions lose some of `*`. The least time of an empty list
  // is 0, which no step has.
  const leaves = without.length > 0
  const columnsAfter = (step: number) => [
    ...Array.from({ length: step }, (_, at) => `t${at + 1}`),
    ...steps.slice(step).map((_, at) => `a${step + at + 1}`),
    ...(leaves ? ['left_ms'] : []),
  ]
  const left = leaves ? ch`, arrayReduce('min', arrayFilter(x -> x > t1, away)) AS left_ms` : ch``
  const isIn = leaves ? ch` AND (left_ms = 0 OR x < left_ms)` : ch``
  let taken = ch`SELECT ${named(
    columnsAfter(1)
      .filter((column) => column !== 'left_ms')
      .join(', '),
  )}${left} FROM (
      SELECT ${joined(columns, ', ')} FROM livery_event
      WHERE ${within(brandId, until)} AND number IN ${[...new Set([...steps, ...without])]} GROUP BY visitor_id HAVING t1 > 0
    )`
  for (let at = 2; at <= steps.length; at += 1) {
    const [here, before, list] = [named(`t${at}`), named(`t${at - 1}`), named(`a${at}`)]
    const kept = columnsAfter(at).filter((column) => column !== `t${at}`)
    taken = ch`SELECT ${named(kept.join(', '))}, arrayReduce('min', arrayFilter(
        x -> ${before} > 0 AND x > ${before} AND x - t1 <= ${windowMs}${isIn}, ${list}
      )) AS ${here} FROM (${taken})`
  }
  // Older versions find a column within `x -> …` only when the question asks for it too.
  const counts = columnsAfter(steps.length).map((column) => named(`countIf(${column} > 0)`))
  const [row] = await clickHouse.rows(ch`SELECT ${joined(counts, ', ')} FROM (${taken})`)
  return steps.map((number, at) => ({ number, visitors: Number(row?.[at] ?? 0) }))
}

/** A name or a function of ours in a statement. */
const named = (statement: string): ClickHouseSql => ({ statement })

interface AskedVitals {
  readonly number: number
  readonly span: Span
  readonly by: VitalPlace
}

/** Where a measure belongs to; empty where it does not say. */
const VITAL_PLACES: Readonly<Record<VitalPlace, ClickHouseSql>> = {
  page: ch`s3`,
  week: ch`toString(toMonday(day))`,
  element: ch`if(s3 = '' OR s2 = '', '', concat(s3, ' ', s2))`,
}

/** How pages feel (see `EventStore.vitals`): the quantile lies between two values where it has to. */
export async function vitalsOf(
  clickHouse: ClickHouse,
  brandId: string,
  { number, span, by }: AskedVitals,
): Promise<VitalSum[]> {
  const rows = await clickHouse.rows(ch`SELECT place, name, visits, good, poor, values[low + 1] AS below,
      values[if(low + 2 > visits, low + 1, low + 2)] AS above, nth - low AS part
    FROM (
      SELECT place, name, visits, good, poor, values, (visits - 1) * 0.75 AS nth, toUInt64(floor((visits - 1) * 0.75)) AS low
      FROM (
        SELECT ${VITAL_PLACES[by]} AS place, s1 AS name, count() AS visits, countIf(s2 = 'good') AS good, countIf(s2 = 'poor') AS poor,
          arraySort(groupArray(f1)) AS values
        FROM livery_event FINAL
        WHERE ${within(brandId, span)} AND number = ${number} AND s1 != ''
        GROUP BY place, name HAVING place != ''
      )
    )
    ORDER BY visits DESC, place, name LIMIT ${MOST_VITALS}`)
  return rows.map(([place, name, visits, good, poor, below, above, part]) => ({
    ...{ place: String(place), name: String(name), visits: Number(visits), good: Number(good), poor: Number(poor) },
    p75: Number(below) + (Number(above) - Number(below)) * Number(part),
  }))
}

/** Visitors by the variant that they saw first (see `EventStore.variants`). */
export async function variantsOf(
  clickHouse: ClickHouse,
  brandId: string,
  { sids, seenNumber, goal }: VariantWish,
  { from, to }: Span,
): Promise<VariantVisitors[]> {
  if (sids.length === 0) return []
  const isSeen = ch`number = ${seenNumber} AND at_ms < ${to.getTime()} AND s1 IN ${sids}`
  const rows = await clickHouse.rows(ch`SELECT sid, count(), countIf(reached_ms >= seen_ms) FROM (
      SELECT visitor_id, argMinIf(s1, at_ms, ${isSeen}) AS sid, minIf(at_ms, ${isSeen}) AS seen_ms,
        maxIf(at_ms, number = ${goal}) AS reached_ms, countIf(${isSeen}) AS views
      FROM livery_event
      WHERE brand_id = ${brandId} AND is_bot = 0 AND day >= ${dayOf(from.getTime())} AND at_ms >= ${from.getTime()}
        AND number IN ${[seenNumber, goal]}
      GROUP BY visitor_id
    ) WHERE views > 0 GROUP BY sid`)
  const counts = new Map(rows.map(([sid, seen, reached]) => [String(sid), [Number(seen), Number(reached)] as const]))
  return sids.map((sid) => {
    const [seen, reached] = counts.get(sid) ?? [0, 0]
    return { sid, seen, reached }
  })
}

/** Visitors by the week in which they came first (see `EventStore.cohorts`). */
export async function cohortsOf(clickHouse: ClickHouse, brandId: string, { from, to }: Span): Promise<Cohort[]> {
  const rows = await clickHouse.rows(ch`SELECT toUInt32(first), toUInt32(seen), count() FROM (
      SELECT visitor_id, toMonday(min(day)) AS first, groupUniqArrayIf(toMonday(day), at_ms < ${to.getTime()}) AS weeks
      FROM livery_event WHERE brand_id = ${brandId} AND is_bot = 0 GROUP BY visitor_id
    ) ARRAY JOIN weeks AS seen
    GROUP BY first, seen ORDER BY first, seen`)
  const weeks = new Map<number, number[]>()
  for (const [firstDay, seenDay, visitors] of rows) {
    const first = Number(firstDay) * DAY_MS
    if (first < from.getTime()) continue
    const line = weeks.get(first) ?? []
    line[Math.round((Number(seenDay) * DAY_MS - first) / WEEK_MS)] = Number(visitors)
    weeks.set(first, line)
  }
  return [...weeks].map(([first, line]) => {
    const length = Math.ceil((to.getTime() - first) / WEEK_MS)
    return { week: new Date(first), visitors: Array.from({ length }, (_, at) => line[at] ?? 0) }
  })
}

/** The steps from page to page that are taken most (see `EventStore.pageSteps`). */
export async function pageStepsOf(
  clickHouse: ClickHouse,
  brandId: string,
  pageShown: number,
  span: Span,
): Promise<PageStep[]> {
  const rows = await clickHouse.rows(ch`SELECT toString(visit_id), s1 FROM livery_event FINAL
    WHERE ${within(brandId, span)} AND number = ${pageShown} ORDER BY at_ms DESC LIMIT ${MOST_PAGES}`)
  return stepsOfVisits(rows.map(([visit, page]) => ({ visit: String(visit), page: page === '' ? null : String(page) })))
}

/** Visitors and events by what they are divided by (see `EventStore.split`). */
export async function splitOf(
  clickHouse: ClickHouse,
  brandId: string,
  by: VisitorSplit,
  span: Span,
): Promise<SplitSum[]> {
  const rows =
    await clickHouse.rows(ch`SELECT ${VALUES[by]} AS value, uniqExact(visitor_id) AS visitors, count() AS events
    FROM livery_event FINAL WHERE ${within(brandId, span)}
    GROUP BY value ORDER BY visitors DESC, value LIMIT ${MOST_VALUES}`)
  return rows.map(([value, visitors, events]) => ({
    ...{ value: value === '' ? null : String(value), visitors: Number(visitors), events: Number(events) },
  }))
}

const VALUES: Readonly<Record<VisitorSplit, ClickHouseSql>> = {
  language: ch`language`,
  source: ch`source`,
  referrer: ch`referrer`,
  screen: ch`if(screen_width < ${PHONE_PX}, 'phone', if(screen_width < ${TABLET_PX}, 'tablet', 'desktop'))`,
}
