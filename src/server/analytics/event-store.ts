import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TrackedFact } from '#schemas'
import { dropEventDays, makeEventDays } from '#server/db/event-days.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { addTogether } from './add-together.ts'
import type { FunnelCount } from './funnel/count-by-days.ts'
import { createFunnelKeeper } from './funnel/funnel-keeper.ts'
import { type FunnelRules, packDays, type VisitorDay, visitorDaysOf, visitorsOf } from './funnel/packed-days.ts'
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

/** Events of a minute: of a kind, and of pages those of one route. */
export interface MinuteSum {
  readonly at: Date
  readonly number: number
  /** The first text of events of the kind that is asked for; null of others. */
  readonly text: string | null
  readonly events: number
}

/** What measures are summed by: the page, the week (of all pages), or the element that was at fault with its page. */
export type VitalPlace = 'page' | 'week' | 'element'

/** How a place feels by one measure. */
export interface VitalSum {
  /** Route of the page. Of an element its route, a space, and the element; of a week its Monday (UTC), such as `2026-03-02`. */
  readonly place: string
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
  /** Stores events once: those that are there already change nothing. */
  readonly add: (brandId: string, events: readonly StoredEvent[]) => Promise<void>
  /** How many events there were, by kind and day (UTC); bots are left out. */
  readonly daily: (brandId: string, span: Span) => Promise<EventCount[]>
  /** Events by minute and kind, those of one kind by their first text as well; bots are left out. @param textOf that kind */
  readonly minutes: (brandId: string, textOf: number, span: Span) => Promise<MinuteSum[]>
  /** How many different visitors had an event; bots are left out. */
  readonly visitors: (brandId: string, span: Span) => Promise<number>
  /** How many different visitors each day of the span had (UTC), the earliest first; bots are left out. */
  readonly visitorDays: (brandId: string, span: Span) => Promise<VisitorDay[]>
  /** Visitors by steps that were taken one after another, counted from the first time each visitor takes the first step within the span. The
   *  others may follow later, within the window. Bots are left out. A funnel of whole days that was asked for before is answered from its sums.
   *  @param steps numbers of events, in their order */
  readonly funnel: (brandId: string, steps: readonly number[], span: Span, rules: FunnelRules) => Promise<FunnelCount>
  /** How pages feel, by place and measure; the places with most visits first. Bots are left out. @param number of the event that has measures */
  readonly vitals: (brandId: string, number: number, span: Span, by: VitalPlace) => Promise<VitalSum[]>
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
  /** Deletes whole days of events of all brands, those that were over before a time. @returns how many */
  readonly dropDays: (before: Date) => Promise<number>
  /** Makes days that take no more events quick to read, and the funnels that were asked for quick to answer.
   *  @param isStopping asked between two days   @returns how many days it has made so */
  readonly packDays: (brandId: string, span: Span, isStopping: () => boolean) => Promise<number>
}

/** Keeps events in the database: each once, and their sums by hour in the same transaction, so that sums are exact. */
export function createEventStore(db: Kysely<Database>): EventStore {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)
  const makeDays = createDayMaker(db)
  const funnels = createFunnelKeeper(inBrand)
  const add = addTogether<StoredEvent>(async (brandId, events) => {
    await makeDays(events)
    await inBrand(brandId, (tx) => addEvents(tx, events))
  })
  return {
    add: (brandId, events) => (events.length === 0 ? Promise.resolve() : add(brandId, events)),
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
    minutes: (brandId, textOf, span) => inBrand(brandId, (tx) => minutesOf(tx, textOf, span)),
    visitors: (brandId, span) => inBrand(brandId, (tx) => visitorsOf(tx, span)),
    visitorDays: (brandId, span) => inBrand(brandId, (tx) => visitorDaysOf(tx, span)),
    funnel: (brandId, steps, span, rules) => funnels.count(brandId, { steps, ...rules }, span),
    vitals: (brandId, number, span, by) => inBrand(brandId, (tx) => vitalsOf(tx, number, span, by)),
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
        for (const table of ['analytics_pack', 'analytics_funnel_day'] as const)
          await tx.delete(table).where('day', '<', before).execute()
        await tx.delete('analytics_hour_pack').where('hour', '<', before).execute()
        if (!last) return 0
        const { numDeletedRows } = await tx.delete('analytics_event').where('at', '<=', last).executeTakeFirst()
        return Number(numDeletedRows)
      }),
    dropDays: (before) => dropEventDays(db, before),
    packDays: async (brandId, span, isStopping) => {
      const made = await packDays((work) => inBrand(brandId, work), span, isStopping)
      await funnels.sum(brandId, span, isStopping)
      return made
    },
  }
}

/** Sees to it that there is room for events: each day is made once by this process. */
function createDayMaker(db: Kysely<Database>) {
  const made = new Set<string>()
  return async (events: readonly StoredEvent[]): Promise<void> => {
    const days = new Set(events.map(({ at }) => at.toISOString().slice(0, 10)))
    const missing = [...days].filter((day) => !made.has(day)).sort()
    if (missing.length === 0) return
    await makeEventDays(db, missing)
    for (const day of missing) made.add(day)
  }
}

/** One value for all of them: the embedded database answers nothing at all to a statement with 32,768 values. */
async function addEvents(tx: BrandTransaction, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ visitId, visitorId, accountId, at, isBot, width, height, ...event }) => ({
    ...event,
    ...{ visit_id: visitId, visitor_id: visitorId, account_id: accountId, at: at.toISOString(), is_bot: isBot },
    ...{ screen_width: width, screen_height: height },
  }))
  await tx.call('analytics_add', storableJson(rows))
}

async function minutesOf(tx: BrandTransaction, textOf: number, { from, to }: Span): Promise<MinuteSum[]> {
  const minute = sql<Date>`date_trunc('minute', at)`
  const text = sql<string | null>`case when number = ${textOf} then metrics->>'s1' end`
  const rows = await tx
    .select('analytics_event')
    .select((of) => [minute.as('at'), 'number', text.as('text'), of.fn.countAll<number>().as('events')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('is_bot', '=', false)
    .groupBy([sql`1`, 'number', sql`3`])
    .orderBy(sql`1`)
    .orderBy('number')
    .orderBy(sql`3`)
    .execute()
  return rows.map(({ events, ...of }) => ({ ...of, events: Number(events) }))
}

/** Most lines of a report of vitals. */
export const MOST_VITALS = 200

/** Where a measure belongs to. */
const VITAL_PLACES: Readonly<Record<VitalPlace, RawBuilder<string>>> = {
  page: sql<string>`metrics->>'s3'`,
  week: sql<string>`to_char(date_trunc('week', at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD')`,
  element: sql<string>`(metrics->>'s3') || ' ' || (metrics->>'s2')`,
}

async function vitalsOf(tx: BrandTransaction, number: number, { from, to }: Span, by: VitalPlace): Promise<VitalSum[]> {
  const place = VITAL_PLACES[by]
  const [name, rating] = [sql<string>`metrics->>'s1'`, sql<string>`metrics->>'s2'`]
  // A measure of zero is left out of the metrics of its event.
  const value = sql<number>`coalesce((metrics->>'f1')::float8, 0)`
  const rows = await tx
    .select('analytics_event')
    .select((of) => [
      place.as('place'),
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
    .where(place, 'is not', null)
    .where(name, 'is not', null)
    .groupBy([place, name])
    .orderBy('visits', 'desc')
    .orderBy(place)
    .orderBy(name)
    .limit(MOST_VITALS)
    .execute()
  return rows.map(({ place: of, name: vital, p75, visits, good, poor }) => ({
    ...{ place: of, name: vital, p75: Number(p75), visits: Number(visits), good: Number(good), poor: Number(poor) },
  }))
}
