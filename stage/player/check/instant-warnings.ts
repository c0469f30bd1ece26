import type { Scenario } from '#schemas'

/** Before this (3 March 1973) a number of ms since 1970 is none that anybody means; 20 years of it in seconds are far below. */
const PLAUSIBLE_FROM_MS = 100_000_000_000
/** From here on (September 2001) a number that is too small for ms is an instant in seconds. */
const SECONDS_FROM = 1_000_000_000

/**
 * Times in a scenario that are hardly what was meant: its events, inputs and ends of actors say in `nowMs` what the
 * computer's clock shows, in ms since 1970, and a small number there is a day of 1970, on which a page shows what no
 * player has seen. An illegal event may tell what it likes.
 * @returns a sentence for each, with the JSON Pointer of the number
 */
export function instantWarnings({ input = {}, steps }: Scenario): readonly string[] {
  const told = steps.flatMap((step, index) =>
    step.illegal
      ? []
      : [...instantsIn(step.event, `/steps/${index}/event`), ...instantsIn(step.value, `/steps/${index}/value`)],
  )
  return [...instantsIn(input, '/input'), ...told].map(({ pointer, ms }) => `${pointer} is ${ms}: ${meaningOf(ms)}`)
}

function meaningOf(ms: number): string {
  if (ms >= SECONDS_FROM) return `that looks like seconds since 1970; in ms it would be ${ms * 1000}`
  return 'that is ms since 1970, so the clock shows a day of January 1970; a scenario counts from 0 in "at" alone'
}

interface Instant {
  readonly pointer: string
  readonly ms: number
}

function instantsIn(value: unknown, pointer: string): readonly Instant[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const place = `${pointer}/${key}`
    if (key !== 'nowMs' || typeof member !== 'number') return instantsIn(member, place)
    return member < PLAUSIBLE_FROM_MS ? [{ pointer: place, ms: member }] : []
  })
}
