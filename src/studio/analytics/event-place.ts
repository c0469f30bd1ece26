/** Most steps of a funnel. */
export const MOST_STEPS = 10
/** Most hours from the first step to the last that can be chosen. */
export const WINDOWS = [1, 24, 168, 720] as const

/** What the address of the report says. */
export interface EventPlace {
  /** How many days back, today included. */
  readonly days: number
  /** Numbers of events, in their order. */
  readonly steps: readonly number[]
  readonly windowHours: number
}

const DAYS = 14
const WINDOW_HOURS = 24
/** From the visit to the registration and the first deposit. */
const STEPS: readonly number[] = [1, 1000, 1531]

/** Reads the query of the report's address. What it does not say, or says wrongly, is what most want to see. */
export function readEventPlace(query: URLSearchParams): EventPlace {
  const days = Number(query.get('days'))
  const steps = query.get('steps')?.split(',').filter(Boolean).map(Number)
  const isGood = steps?.every((step) => Number.isInteger(step) && step > 0 && step < 100_000)
  return {
    days: Number.isInteger(days) && days >= 1 && days <= 92 ? days : DAYS,
    steps: steps && isGood ? steps.slice(0, MOST_STEPS) : STEPS,
    windowHours: WINDOWS.find((hours) => hours === Number(query.get('within'))) ?? WINDOW_HOURS,
  }
}

/** The query of a report. */
export function eventQuery({ days, steps, windowHours }: EventPlace): Record<string, string> {
  return { days: String(days), steps: steps.join(','), within: String(windowHours) }
}
