import { type RawBuilder, sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from './span.ts'

/** What visitors are divided by. */
export type VisitorSplit = 'language' | 'source' | 'referrer' | 'screen'

/** Visitors who came first in one week, and how many of them came in each week from then on. */
export interface Cohort {
  /** Monday of the week (UTC). */
  readonly week: Date
  /** Visitors by weeks after the first; the first number is all of them. */
  readonly visitors: readonly number[]
}

/** How often one page was shown after another one in the same visit; `to` is null where the visit was over. */
export interface PageStep {
  readonly from: string
  readonly to: string | null
  readonly count: number
}

/** Visitors and events of one language, source and so on; `value` is null where nothing is known. */
export interface SplitSum {
  readonly value: string | null
  readonly visitors: number
  readonly events: number
}

/** A week, ms. */
export const WEEK_MS = 604_800_000
const MOST_STEPS = 100
/** Most lines of a division. */
export const MOST_VALUES = 50
/** Pages of visits that are looked at, the latest. */
export const MOST_PAGES = 200_000

/** Widths below which a window is that of a phone, and of a tablet, px. */
export const PHONE_PX = 600
export const TABLET_PX = 1024

/** Visitors by the week in which they first had an event, and how many come again in the weeks after. Single events are deleted some day,
 *  and with them what came before: the first week is that of the earliest event that is kept. Bots are left out. */
export async function cohortsOf(tx: BrandTransaction, { from, to }: Span): Promise<Cohort[]> {
  const week = (column: RawBuilder<unknown>) => sql<Date>`date_trunc('week', ${column}, 'UTC')`
  const firsts = tx
    .select('analytics_event')
    .select(['visitor_id', week(sql`min(at)`).as('week')])
    .where('is_bot', '=', false)
    .groupBy('visitor_id')
    .as('firsts')
  const rows = await tx
    .select('analytics_event')
    .innerJoin(firsts, 'firsts.visitor_id', 'analytics_event.visitor_id')
    .select(['firsts.week as first', week(sql`analytics_event.at`).as('seen')])
    .select(sql<number>`count(distinct analytics_event.visitor_id)::int8`.as('visitors'))
    .where('analytics_event.is_bot', '=', false)
    .where('firsts.week', '>=', from)
    .where('analytics_event.at', '<', to)
    .groupBy(['first', 'seen'])
    .orderBy('first')
    .execute()
  const weeks = new Map<number, number[]>()
  for (const { first, seen, visitors } of rows) {
    const line = weeks.get(first.getTime()) ?? []
    line[Math.round((seen.getTime() - first.getTime()) / WEEK_MS)] = Number(visitors)
    weeks.set(first.getTime(), line)
  }
  return [...weeks].map(([first, line]) => {
    const length = Math.ceil((to.getTime() - first) / WEEK_MS)
    return { week: new Date(first), visitors: Array.from({ length }, (_, at) => line[at] ?? 0) }
  })
}

/** The steps from page to page that visitors take most, by the routes of the pages. A page that is shown twice in a row is one. Bots are
 *  left out. @param pageShown number of the event of a page */
export async function pageSteps(tx: BrandTransaction, pageShown: number, { from, to }: Span): Promise<PageStep[]> {
  const rows = await tx
    .select('analytics_event')
    .select(['visit_id as visit', sql<string | null>`metrics->>'s1'`.as('page')])
    .where('number', '=', pageShown)
    .where('is_bot', '=', false)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .limit(MOST_PAGES)
    .execute()
  return stepsOfVisits(rows)
}

/** The steps between pages that are taken most. @param shown pages of visits, the latest first; null where an event names none */
export function stepsOfVisits(shown: Iterable<{ readonly visit: string; readonly page: string | null }>): PageStep[] {
  // The latest comes first, so what was seen before in a visit is the page that followed.
  const after = new Map<string, string>()
  const counts = new Map<string, PageStep>()
  for (const { visit, page } of shown) {
    const next = after.get(visit) ?? null
    if (page === null || page === next) continue
    after.set(visit, page)
    const key = JSON.stringify([page, next])
    counts.set(key, { from: page, to: next, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count || compare(one, other)).slice(0, MOST_STEPS)
}

function compare(one: PageStep, other: PageStep): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

/** Visitors and events by language, by where they came from, or by the size of their window, the most visitors first. Bots are left out. */
export async function splitOf(tx: BrandTransaction, by: VisitorSplit, { from, to }: Span): Promise<SplitSum[]> {
  const value = VALUES[by]
  const rows = await tx
    .select('analytics_event')
    .select(value.as('value'))
    .select(sql<number>`count(distinct visitor_id)::int8`.as('visitors'))
    .select(sql<number>`count(*)::int8`.as('events'))
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('is_bot', '=', false)
    .groupBy(value)
    .orderBy('visitors', 'desc')
    .orderBy(value)
    .limit(MOST_VALUES)
    .execute()
  return rows.map(({ value: of, visitors, events }) => ({
    value: of,
    visitors: Number(visitors),
    events: Number(events),
  }))
}

const VALUES: Readonly<Record<VisitorSplit, RawBuilder<string | null>>> = {
  language: sql<string | null>`language`,
  source: sql<string | null>`source`,
  referrer: sql<string | null>`referrer`,
  screen: sql<
    string | null
  >`case when screen_width is null then null when screen_width < ${sql.lit(PHONE_PX)} then 'phone'
    when screen_width < ${sql.lit(TABLET_PX)} then 'tablet' else 'desktop' end`,
}
