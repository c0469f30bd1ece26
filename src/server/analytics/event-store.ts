import { type Kysely, sql } from 'kysely'
import type { TrackedFact } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { Span } from './span.ts'
import { type VariantVisitors, type VariantWish, variantCounts } from './variant-counts.ts'
import {
  type Cohort,
  cohortsOf,
  type PageStep,
  pageSteps,
  type SplitSum,
  splitOf,
  type VisitorSplit,
} from './visitor-report.ts'

/** An event as it is stored. */
export interface StoredEvent {
  readonly visitId: string
  readonly visitorId: string
  readonly accountId: number | null
  readonly at: Date
  readonly number: number
  readonly isBot: boolean
  readonly metrics: Omit<TrackedFact, 'ts' | 'e'>
  readonly language: string
  readonly source: string | null
  readonly referrer: string | null
  /** Size of the window, px. */
  readonly width: number
  readonly height: number
}

/** How many events of a kind there were in an hour or a day. */
export interface EventCount {
  /** Beginning of the hour or day (UTC). */
  readonly at: Date
  readonly number: number
  readonly events: number
}

/** A step of a funnel and who has come so far. */
export interface FunnelStep {
  readonly number: number
  /** Visitors who have taken this step and all before it. */
  readonly visitors: number
}

/** How a page feels by one measure. */
export interface VitalSum {
  /** Route of the page. */
  readonly page: string
  /** `LCP` and so on. */
  readonly name: string
  /** Three of four visits are not above it: ms, or a number without unit. */
  readonly p75: number
  readonly visits: number
  /** Of them those that are judged good, and poor. */
  readonly good: number
  readonly poor: number
}

/** Where events are kept (ANA-33). */
export interface EventStore {
  /** Stores events once: those that are there already change nothing. @returns how many were new */
  readonly add: (brandId: string, events: readonly StoredEvent[]) => Promise<number>
  /** How many events there were, by kind and day (UTC); bots are left out. */
  readonly daily: (brandId: string, span: Span) => Promise<EventCount[]>
  /** How many different visitors had an event; bots are left out. */
  readonly visitors: (brandId: string, span: Span) => Promise<number>
  /** Visitors by steps that were taken one after another, counted from the first time each visitor takes the first step within the span. The
   *  others may follow later, within the window. Bots are left out.
   *  @param steps numbers of events, in their order   @param windowMs most time from the first step to the last */
  readonly funnel: (brandId: string, steps: readonly number[], span: Span, windowMs: number) => Promise<FunnelStep[]>
  /** How pages feel, by page and measure; the pages with most visits first. Bots are left out. @param number of the event that has measures */
  readonly vitals: (brandId: string, number: number, span: Span) => Promise<VitalSum[]>
  /** Visitors by the variant of an experiment that they saw first, and how many reached its goal afterwards; bots are left out. */
  readonly variants: (brandId: string, wish: VariantWish, span: Span) => Promise<VariantVisitors[]>
  /** Visitors by the week of their first event, and how many come again in the weeks after; bots are left out. */
  readonly cohorts: (brandId: string, span: Span) => Promise<Cohort[]>
  /** The steps from page to page that are taken most; bots are left out. @param pageShown number of the event of a page */
  readonly pageSteps: (brandId: string, pageShown: number, span: Span) => Promise<PageStep[]>
  /** Visitors and events by language, source and so on; bots are left out. */
  readonly split: (brandId: string, by: VisitorSplit, span: Span) => Promise<SplitSum[]>
  /** Deletes single events of before a time, the oldest first; the sums by hour stay. @returns how many: about a batch, 0 when none is left */
  readonly deleteBefore: (brandId: string, before: Date, batch: number) => Promise<number>
}

/** Keeps events in the database: each once, and their sums by hour in the same transaction, so that sums are exact. */
export function createEventStore(db: Kysely<Database>): EventStore {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)
  return {
    add: (brandId, events) =>
      events.length === 0 ? Promise.resolve(0) : inBrand(brandId, (tx) => addEvents(tx, events)),
    daily: (brandId, { from, to }) =>
      inBrand(brandId, async (tx) => {
        const day = sql<Date>`date_trunc('day', hour, 'UTC')`
        const rows = await tx
          .select('analytics_hour')
          .select((of) => [day.as('at'), 'number', of.fn.sum<number>('events').as('events')])
          .where('hour', '>=', from)
          .where('hour', '<', to)
          .where('is_bot', '=', false)
          .groupBy([day, 'number'])
          .orderBy(day)
          .orderBy('number')
          .execute()
        return rows.map(({ at, number, events }) => ({ at, number, events: Number(events) }))
      }),
    visitors: (brandId, { from, to }) =>
      inBrand(brandId, async (tx) => {
        const row = await tx
          .select('analytics_event')
          .select(sql<number>`count(distinct visitor_id)`.as('visitors'))
          .where('at', '>=', from)
          .where('at', '<', to)
          .where('is_bot', '=', false)
          .executeTakeFirstOrThrow()
        return Number(row.visitors)
      }),
    funnel: (brandId, steps, span, windowMs) => inBrand(brandId, (tx) => funnelOf(tx, steps, span, windowMs)),
    vitals: (brandId, number, span) => inBrand(brandId, (tx) => vitalsOf(tx, number, span)),
    variants: (brandId, wish, span) => inBrand(brandId, (tx) => variantCounts(tx, wish, span)),
    cohorts: (brandId, span) => inBrand(brandId, (tx) => cohortsOf(tx, span)),
    pageSteps: (brandId, pageShown, span) => inBrand(brandId, (tx) => pageSteps(tx, pageShown, span)),
    split: (brandId, by, span) => inBrand(brandId, (tx) => splitOf(tx, by, span)),
    deleteBefore: (brandId, before, batch) =>
      inBrand(brandId, async (tx) => {
        const old = await tx
          .select('analytics_event')
          .select(['visit_id', 'at', 'number'])
          .where('at', '<', before)
          .orderBy('at')
          .limit(batch)
          .execute()
        const last = old.at(-1)?.at
        if (!last) return 0
        const { numDeletedRows } = await tx.delete('analytics_event').where('at', '<=', last).executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

async function addEvents(tx: BrandTransaction, events: readonly StoredEvent[]): Promise<number> {
  const added = await tx
    .insert(
      'analytics_event',
      events.map(
        ({ visitId, visitorId, accountId, at, number, isBot, metrics, language, source, referrer, ...of }) => ({
          ...{ visit_id: visitId, visitor_id: visitorId, account_id: accountId, at, number, is_bot: isBot },
          ...{ metrics: JSON.stringify(metrics), language, source, referrer },
          ...{ screen_width: of.width, screen_height: of.height },
        }),
      ),
    )
    .onConflict((conflict) => conflict.columns(['brand_id', 'visit_id', 'at', 'number']).doNothing())
    .returning(['at', 'number', 'is_bot'])
    .execute()
  const sums = new Map<string, { hour: Date; number: number; is_bot: boolean; events: number }>()
  for (const { at, number, is_bot } of added) {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
    const key = `${hour.getTime()} ${number} ${is_bot}`
    const sum = sums.get(key)
    if (sum) sum.events += 1
    else sums.set(key, { hour, number, is_bot, events: 1 })
  }
  // In one order everywhere, so that two batches never wait for each other.
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  if (rows.length > 0)
    await tx
      .insert('analytics_hour', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['brand_id', 'hour', 'number', 'is_bot'])
          .doUpdateSet({ events: sql<number>`analytics_hour.events + excluded.events` }),
      )
      .execute()
  return added.length
}

const HOUR_MS = 3_600_000

async function funnelOf(
  tx: BrandTransaction,
  steps: readonly number[],
  { from, to }: Span,
  windowMs: number,
): Promise<FunnelStep[]> {
  const [first, ...others] = steps
  if (first === undefined) return []
  let reached: ReadonlyMap<string, { readonly enteredMs: number; readonly atMs: number }> = new Map(
    (
      await tx
        .select('analytics_event')
        .select((of) => ['visitor_id', of.fn.min<Date>('at').as('at')])
        .where('number', '=', first)
        .where('is_bot', '=', false)
        .where('at', '>=', from)
        .where('at', '<', to)
        .groupBy('visitor_id')
        .execute()
    ).map(({ visitor_id, at }) => [visitor_id, { enteredMs: at.getTime(), atMs: at.getTime() }]),
  )
  const funnel: FunnelStep[] = [{ number: first, visitors: reached.size }]
  for (const number of others) {
    reached = reached.size === 0 ? reached : await next(tx, number, reached, { from, to, windowMs })
    funnel.push({ number, visitors: reached.size })
  }
  return funnel
}

type Reached = ReadonlyMap<string, { readonly enteredMs: number; readonly atMs: number }>

/** Who takes the next step, and when first after the one before. */
async function next(
  tx: BrandTransaction,
  number: number,
  reached: Reached,
  { from, to, windowMs }: Span & { readonly windowMs: number },
): Promise<Reached> {
  const rows = await tx
    .select('analytics_event')
    .select(['visitor_id', 'at'])
    .where('number', '=', number)
    .where('is_bot', '=', false)
    .where('at', '>=', from)
    .where('at', '<', new Date(to.getTime() + windowMs))
    .orderBy('at')
    .execute()
  const further = new Map<string, { readonly enteredMs: number; readonly atMs: number }>()
  for (const { visitor_id, at } of rows) {
    const former = reached.get(visitor_id)
    const atMs = at.getTime()
    if (!former || further.has(visitor_id) || atMs <= former.atMs || atMs - former.enteredMs > windowMs) continue
    further.set(visitor_id, { enteredMs: former.enteredMs, atMs })
  }
  return further
}

/** Most lines of a report of vitals. */
const MOST_VITALS = 200

async function vitalsOf(tx: BrandTransaction, number: number, { from, to }: Span): Promise<VitalSum[]> {
  const [page, name, rating] = [sql<string>`metrics->>'s3'`, sql<string>`metrics->>'s1'`, sql<string>`metrics->>'s2'`]
  // A measure of zero is left out of the metrics of its event.
  const value = sql<number>`coalesce((metrics->>'f1')::float8, 0)`
  const rows = await tx
    .select('analytics_event')
    .select((of) => [
      page.as('page'),
      name.as('name'),
      sql<number>`percentile_cont(0.75) within group (order by ${value})`.as('p75'),
      of.fn.countAll<number>().as('visits'),
      sql<number>`count(*) filter (where ${rating} = 'good')`.as('good'),
      sql<number>`count(*) filter (where ${rating} = 'poor')`.as('poor'),
    ])
    .where('number', '=', number)
    .where('is_bot', '=', false)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(page, 'is not', null)
    .where(name, 'is not', null)
    .groupBy([page, name])
    .orderBy('visits', 'desc')
    .orderBy(page)
    .orderBy(name)
    .limit(MOST_VITALS)
    .execute()
  return rows.map(({ page: of, name: vital, p75, visits, good, poor }) => ({
    ...{ page: of, name: vital, p75: Number(p75), visits: Number(visits), good: Number(good), poor: Number(poor) },
  }))
}
