import { getEventReport, getVisitorReport } from '#calls/studio/studio-analytics.calls.ts'
import { rateVital, VITAL_LIMITS, type VitalName } from '#machines/analytics/vital.rules.ts'
import { PAGE_EVENTS } from '#machines/site/events/event-facts.ts'
import { EVENT_TABLE } from '#machines/site/events/event-table.ts'
import type { EventReportAnswer } from '#schemas'
import type { Analytics } from '../../analytics/analytics.service.ts'
import type { VitalSum } from '../../analytics/event-store.ts'
import type { VisitorSplit } from '../../analytics/visitor-report.ts'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import { answerStudio, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'

/** What of analytics the studio reads. */
type StudioAnalytics = Pick<
  Analytics,
  'daily' | 'visitors' | 'funnel' | 'vitals' | 'variants' | 'cohorts' | 'pageSteps' | 'split'
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
      const { days: dayCount = DAYS, steps = '', windowHours = WINDOW_HOURS } = query
      const { days, span } = lastDays(clock(), Number(dayCount))
      const asked = String(steps).split(',').filter(Boolean).map(Number)
      const [counts, visitors, funnel, vitals, { config }] = await Promise.all([
        analytics.daily(brand, span),
        analytics.visitors(brand, span),
        analytics.funnel(brand, asked, span, Number(windowHours) * HOUR_MS),
        analytics.vitals(brand, PAGE_EVENTS.vital, span),
        site(brand),
      ])
      return {
        isOn: config['third-party'].isAnalyticsOn,
        days,
        visitors,
        kinds: kindsOf(days, counts),
        funnel,
        vitals: vitals.flatMap(judged),
      }
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

/** A measure with its judgement; what is no measure that is known is left out. */
function judged({ name, ...sum }: VitalSum): EventReportAnswer['vitals'][number][] {
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
