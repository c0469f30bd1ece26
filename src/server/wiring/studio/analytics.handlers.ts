import {
  getEventReport,
  getFunnelReport,
  getLiveReport,
  getVisitorReport,
  getVitalReport,
} from '#calls/studio/studio-analytics.calls.ts'
import { rateVital, VITAL_LIMITS, type VitalName } from '#machines/analytics/vital.rules.ts'
import { PAGE_EVENTS } from '#machines/site/events/event-facts.ts'
import { EVENT_TABLE, eventOf } from '#machines/site/events/event-table.ts'
import type { EventReportAnswer, FunnelReportAnswer, LiveAnswer, VitalReportAnswer } from '#schemas'
import type { Analytics } from '../../analytics/analytics.service.ts'
import type { MinuteSum, VitalSum } from '../../analytics/event-store.ts'
import type { Span } from '../../analytics/span.ts'
import type { VisitorSplit } from '../../analytics/visitor-report.ts'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import { answerStudio, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'
import { machineFunnels } from './machine-funnels.ts'

/** What of analytics the studio reads. */
type StudioAnalytics = Pick<
  Analytics,
  | 'daily'
  | 'minutes'
  | 'visitors'
  | 'visitorDays'
  | 'funnel'
  | 'vitals'
  | 'variants'
  | 'cohorts'
  | 'pageSteps'
  | 'split'
>

/** What the reports of events are made of. */
export interface AnalyticsHandlerPorts {
  readonly analytics: StudioAnalytics
  readonly admit: AdmitToDesk
  readonly site: (brand: string) => Promise<ResolvedSite>
  readonly clock: () => Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** A visitor is there who has had an event so many minutes ago, and what is shown of what is done, minutes. */
const [PRESENT_MINUTES, LIVE_MINUTES] = [5, 30]
const MOST_LIVE = 20
const MEASURED: ReadonlySet<number> = new Set([PAGE_EVENTS.vital, PAGE_EVENTS.vitalElement, PAGE_EVENTS.variantSeen])
const DAYS = 14
const WINDOW_HOURS = 24

/** Reports of events, for everybody who sees the brand: they name no visitor. */
export function studioAnalyticsHandlers({
  analytics,
  admit,
  site,
  clock,
}: AnalyticsHandlerPorts): readonly StudioHandler[] {
  return [
    answerStudio(getEventReport, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      return eventReport({ analytics, site, clock }, brand, query)
    }),
    answerStudio(getFunnelReport, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      return funnelReport({ analytics, clock }, brand, query)
    }),
    answerStudio(getVitalReport, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      return vitalReport(analytics, brand, askedDays(clock(), query, DAYS).span)
    }),
    answerStudio(getLiveReport, async ({ segments: { brand } }, scope) => {
      await admit(scope, 'viewer', brand)
      const to = new Date((Math.floor(clock().getTime() / MINUTE_MS) + 1) * MINUTE_MS)
      const since = (minutes: number) => ({ from: new Date(to.getTime() - minutes * MINUTE_MS), to })
      const [visitors, sums] = await Promise.all([
        analytics.visitors(brand, since(PRESENT_MINUTES)),
        analytics.minutes(brand, PAGE_EVENTS.pageShown, since(LIVE_MINUTES)),
      ])
      return { visitors, ...liveOf(sums, since(LIVE_MINUTES).from) }
    }),
    answerStudio(getVisitorReport, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      const { by = 'language' } = query
      const { span } = askedDays(clock(), query, DAYS)
      const [cohorts, steps, split] = await Promise.all([
        analytics.cohorts(brand, span),
        analytics.pageSteps(brand, PAGE_EVENTS.pageShown, span),
        analytics.split(brand, by as VisitorSplit, span),
      ])
      const shown = cohorts.map(({ week, visitors }) => ({
        week: week.toISOString().slice(0, 10),
        visitors: [...visitors],
      }))
      return { cohorts: shown, steps, by, split }
    }),
  ]
}

/** Events by day, beside as many days before. */
async function eventReport(
  { analytics, site, clock }: Omit<AnalyticsHandlerPorts, 'admit'>,
  brand: string,
  query: DaysQuery,
): Promise<EventReportAnswer> {
  const { days, span } = askedDays(clock(), query, DAYS)
  const before = { from: new Date(span.from.getTime() - days.length * DAY_MS), to: span.from }
  const third = (await site(brand)).config['third-party']
  const isKept = before.from.getTime() >= clock().getTime() - third.analyticsDays * DAY_MS
  const [counts, former, visitors, byDay, visitorsBefore] = await Promise.all([
    analytics.daily(brand, span),
    analytics.daily(brand, before),
    analytics.visitors(brand, span),
    analytics.visitorDays(brand, span),
    isKept ? analytics.visitors(brand, before) : null,
  ])
  return {
    isOn: third.isAnalyticsOn,
    days,
    visitors,
    visitorsByDay: byDay.map((day) => day.visitors),
    visitorsBefore,
    kinds: kindsOf(days, counts, former),
  }
}

/** The funnel that is asked for, with what others can be made of. */
async function funnelReport(
  { analytics, clock }: Pick<AnalyticsHandlerPorts, 'analytics' | 'clock'>,
  brand: string,
  query: FunnelQuery,
): Promise<FunnelReportAnswer> {
  const { steps, without, windowHours = WINDOW_HOURS } = query
  const { span } = askedDays(clock(), query, DAYS)
  const rules = { windowMs: Number(windowHours) * HOUR_MS, without: numbersOf(without) }
  const counted = await analytics.funnel(brand, numbersOf(steps), span, rules)
  return {
    kinds: EVENT_TABLE.map(({ number, name, owner }) => ({ number, name, owner })),
    funnel: [...counted.steps],
    summedUntil: lastDayBefore(counted.summedUntil),
    machineFunnels: await machineFunnels(),
  }
}

/** The day (UTC) that ends at a moment. */
function lastDayBefore(end: Date | null): string | null {
  return end && new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10)
}

/** Events by minute, and those that come most often. What the page measures of itself is nothing that a visitor does. */
function liveOf(sums: readonly MinuteSum[], from: Date): Omit<LiveAnswer, 'visitors'> {
  const byMinute = Array.from({ length: LIVE_MINUTES }, () => 0)
  const kinds = new Map<string, LiveAnswer['latest'][number]>()
  for (const { at, number, text, events } of sums) {
    const minute = Math.floor((at.getTime() - from.getTime()) / MINUTE_MS)
    byMinute[minute] = (byMinute[minute] ?? 0) + events
    if (MEASURED.has(number)) continue
    const key = JSON.stringify([number, text])
    const count = (kinds.get(key)?.count ?? 0) + events
    kinds.set(key, { name: eventOf(number)?.name ?? String(number), page: text, count })
  }
  const latest = [...kinds.values()].sort((one, other) => other.count - one.count).slice(0, MOST_LIVE)
  return { byMinute, latest }
}

/** Numbers of a query: `1,1000` gives both, nothing gives none. */
function numbersOf(text: unknown): number[] {
  return String(text ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number)
}

/** How pages feel: by page, by week, and by the elements at fault. */
async function vitalReport(
  { vitals }: Pick<StudioAnalytics, 'vitals'>,
  brand: string,
  span: Span,
): Promise<VitalReportAnswer> {
  const [pages, weeks, elements] = await Promise.all([
    vitals(brand, PAGE_EVENTS.vital, span, 'page'),
    vitals(brand, PAGE_EVENTS.vital, span, 'week'),
    vitals(brand, PAGE_EVENTS.vitalElement, span, 'element'),
  ])
  return {
    vitals: pages.flatMap(judged).map(({ place: page, ...sum }) => ({ page, ...sum })),
    vitalWeeks: weeks
      .flatMap(judged)
      .map(({ place: week, ...sum }) => ({ week, ...sum }))
      .sort((one, other) => (one.week < other.week ? 1 : one.week > other.week ? -1 : 0)),
    slowElements: elements.flatMap(judged).map(({ place, name, p75, visits }) => {
      const end = place.indexOf(' ')
      return { page: place.slice(0, end), element: place.slice(end + 1), name, p75, visits }
    }),
  }
}

/** A measure with its judgement; what is no measure that is known is left out. */
function judged({ name, ...sum }: VitalSum) {
  if (!Object.hasOwn(VITAL_LIMITS, name)) return []
  return [{ ...sum, name, rating: rateVital(name as VitalName, sum.p75) }]
}

/** What a query of reports says of days. */
interface DaysQuery {
  readonly days?: unknown
  readonly until?: unknown
}

interface FunnelQuery extends DaysQuery {
  readonly steps?: unknown
  readonly without?: unknown
  readonly windowHours?: unknown
}

/** The days that are asked for (UTC), the earliest first, such as `2026-03-01`, and the time that they take: so many up to a last one, which
 *  is today at the latest. @param usual how many, where the query does not say */
export function askedDays(now: Date, { days: asked, until }: DaysQuery, usual: number) {
  const today = now.toISOString().slice(0, 10)
  const last = until === undefined || String(until) > today ? today : String(until)
  const count = Number(asked ?? usual)
  const to = new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS)
  const from = new Date(to.getTime() - count * DAY_MS)
  const days = Array.from({ length: count }, (_, at) =>
    new Date(from.getTime() + at * DAY_MS).toISOString().slice(0, 10),
  )
  return { days, span: { from, to } }
}

type Counts = Awaited<ReturnType<Analytics['daily']>>

function kindsOf(days: readonly string[], counts: Counts, former: Counts): EventReportAnswer['kinds'] {
  const places = new Map(days.map((day, at) => [day, at]))
  const byNumber = new Map<number, number[]>()
  for (const { at, number, events } of counts) {
    const line = byNumber.get(number) ?? days.map(() => 0)
    const place = places.get(at.toISOString().slice(0, 10))
    if (place !== undefined) line[place] = (line[place] ?? 0) + events
    byNumber.set(number, line)
  }
  const before = new Map<number, number>()
  for (const { number, events } of former) before.set(number, (before.get(number) ?? 0) + events)
  return EVENT_TABLE.map(({ number, name, owner, purpose }) => {
    const byDay = byNumber.get(number) ?? days.map(() => 0)
    const total = byDay.reduce((sum, events) => sum + events, 0)
    return { number, name, owner, purpose, total, before: before.get(number) ?? 0, byDay }
  })
}
