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
  /** Numbers of events by which visitors leave the funnel. */
  readonly without: readonly number[]
  readonly windowHours: number
}

const DAYS = 14
const WINDOW_HOURS = 24
/** From the visit to the registration and the first deposit. */
const STEPS: readonly number[] = [1, 1000, 1531]

/** Reads the query of the report's address. What it does not say, or says wrongly, is what most want to see. */
export function readEventPlace(query: URLSearchParams): EventPlace {
  const days = Number(query.get('days'))
  const steps = numbersOf(query.get('steps'))
  return {
    days: Number.isInteger(days) && days >= 1 && days <= 92 ? days : DAYS,
    steps: steps ?? STEPS,
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
export function eventQuery({ days, steps, without, windowHours }: EventPlace): Record<string, string> {
  const excluded = without.length > 0 ? { without: without.join(',') } : {}
  return { days: String(days), steps: steps.join(','), ...excluded, within: String(windowHours) }
}
