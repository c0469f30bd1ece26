import { getEventReport, getLiveReport, getVisitorReport } from '#calls/studio/studio-analytics.calls.ts'
import { rateVital, VITAL_LIMITS, type VitalName } from '#machines/analytics/vital.rules.ts'
import { PAGE_EVENTS } from '#machines/site/events/event-facts.ts'
import { EVENT_TABLE, eventOf } from '#machines/site/events/event-table.ts'
import type { EventReportAnswer, LiveAnswer } from '#schemas'
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
  'daily' | 'minutes' | 'visitors' | 'funnel' | 'vitals' | 'variants' | 'cohorts' | 'pageSteps' | 'split'
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
      const { days: dayCount = DAYS, steps, without, windowHours = WINDOW_HOURS } = query
      const { days, span } = lastDays(clock(), Number(dayCount))
      const rules = { windowMs: Number(windowHours) * HOUR_MS, without: numbersOf(without) }
      const [counts, visitors, funnel, { config }, feel] = await Promise.all([
        analytics.daily(brand, span),
        analytics.visitors(brand, span),
        analytics.funnel(brand, numbersOf(steps), span, rules),
        site(brand),
        vitalReport(analytics, brand, span),
      ])
      return {
        isOn: config['third-party'].isAnalyticsOn,
        days,
        visitors,
        kinds: kindsOf(days, counts),
        funnel,
        machineFunnels: await machineFunnels(),
        ...feel,
      }
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
      const { days: dayCount = DAYS, by = 'language' } = query
      const { span } = lastDays(clock(), Number(dayCount))
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

/** Events by minute, and those that come most often. */
function liveOf(sums: readonly MinuteSum[], from: Date): Omit<LiveAnswer, 'visitors'> {
  const byMinute = Array.from({ length: LIVE_MINUTES }, () => 0)
  const kinds = new Map<string, LiveAnswer['latest'][number]>()
  for (const { at, number, text, events } of sums) {
    const minute = Math.floor((at.getTime() - from.getTime()) / MINUTE_MS)
    byMinute[minute] = (byMinute[minute] ?? 0) + events
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
): Promise<Pick<EventReportAnswer, 'vitals' | 'vitalWeeks' | 'slowElements'>> {
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

/** The last days (UTC), the earliest first, such as `2026-03-01`, and the time that they take. */
function lastDays(now: Date, count: number) {
  const days = Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )
  const from = new Date(`${days[0]}T00:00:00Z`)
  return { days, span: { from, to: new Date(from.getTime() + count * DAY_MS) } }
}

function kindsOf(days: readonly string[], counts: Awaited<ReturnType<Analytics['daily']>>): EventReportAnswer['kinds'] {
  const places = new Map(days.map((day, at) => [day, at]))
  const byNumber = new Map<number, number[]>()
  for (const { at, number, events } of counts) {
    const line = byNumber.get(number) ?? days.map(() => 0)
    const place = places.get(at.toISOString().slice(0, 10))
    if (place !== undefined) line[place] = (line[place] ?? 0) + events
    byNumber.set(number, line)
  }
  return EVENT_TABLE.map(({ number, name, owner, purpose }) => {
    const byDay = byNumber.get(number) ?? days.map(() => 0)
    return { number, name, owner, purpose, total: byDay.reduce((sum, events) => sum + events, 0), byDay }
  })
}
