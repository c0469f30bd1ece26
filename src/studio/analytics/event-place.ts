/** Most steps of a funnel. */
export const MOST_STEPS = 10
/** Most hours from the first step to the last that can be chosen. */
export const WINDOWS = [1, 24, 168, 720] as const
/** The parts of the report, in the order of their tabs. */
export const EVENT_VIEWS = ['kinds', 'funnel', 'visitors', 'vitals', 'experiments', 'live'] as const
/** A part of the report. */
export type EventView = (typeof EVENT_VIEWS)[number]

/** What the address of the report says. */
export interface EventPlace {
  readonly view: EventView
  /** How many days, up to the last one. */
  readonly days: number
  /** The last day (UTC), such as `2026-03-31`; null for today. */
  readonly until: string | null
  /** Number of the event whose days are drawn; 0 for visitors. */
  readonly shown: number
  /** Numbers of events, in their order. */
  readonly steps: readonly number[]
  /** Numbers of events by which visitors leave the funnel. */
  readonly without: readonly number[]
  readonly windowHours: number
}

/** Props of a part of the report. */
export interface EventPartProps {
  readonly brand: string
  readonly place: EventPlace
  readonly onGo: (change: Partial<EventPlace>) => void
}

const DAYS = 14
const WINDOW_HOURS = 24
/** From the visit to the registration and the first deposit. */
const STEPS: readonly number[] = [1, 1000, 1531]
const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Reads the query of the report's address. What it does not say, or says wrongly, is what most want to see. */
export function readEventPlace(query: URLSearchParams): EventPlace {
  const [days, until] = [Number(query.get('days')), query.get('until') ?? '']
  return {
    view: EVENT_VIEWS.find((view) => view === query.get('view')) ?? 'kinds',
    days: Number.isInteger(days) && days >= 1 && days <= 92 ? days : DAYS,
    until: DAY.test(until) ? until : null,
    shown: numbersOf(query.get('shown'))?.[0] ?? 0,
    steps: numbersOf(query.get('steps')) ?? STEPS,
    without: numbersOf(query.get('without')) ?? [],
    windowHours: WINDOWS.find((hours) => hours === Number(query.get('within'))) ?? WINDOW_HOURS,
  }
}

/** Numbers of events; null where the text says nothing, or nonsense. */
function numbersOf(text: string | null): readonly number[] | null {
  const numbers = text?.split(',').filter(Boolean).map(Number)
  const isGood = numbers?.every((one) => Number.isInteger(one) && one > 0 && one < 100_000)
  return numbers && isGood ? numbers.slice(0, MOST_STEPS) : null
}

/** The query of a report. */
export function eventQuery(place: EventPlace): Record<string, string> {
  const { view, days, until, shown, steps, without, windowHours } = place
  return {
    view,
    days: String(days),
    ...(until === null ? {} : { until }),
    ...(shown > 0 ? { shown: String(shown) } : {}),
    steps: steps.join(','),
    ...(without.length > 0 ? { without: without.join(',') } : {}),
    within: String(windowHours),
  }
}

/** What calls are asked of the days of a report. */
export function daysQuery({ days, until }: Pick<EventPlace, 'days' | 'until'>) {
  return { days, ...(until === null ? {} : { until }) }
}
