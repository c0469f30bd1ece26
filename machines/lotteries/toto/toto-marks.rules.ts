import type { TotoHitLines, TotoPool } from '#schemas'

/** Marks of a ticket: the outcomes of each event, from 0, each once and in their order. */
export type Marks = readonly (readonly number[])[]

/** What is known of an event: its outcome, that it is void, or nothing yet. */
export type EventEnd = number | 'void' | null

/** Why marks are no ticket: the key of a text. */
export type MarksFault =
  | 'toto.too_few_events'
  | 'toto.too_many_events'
  | 'toto.mark_missing'
  | 'toto.mark_unknown'
  | 'toto.mark_twice'
  | 'toto.too_many_lines'

/** What a ticket can be. */
export interface MarksTerms {
  readonly events: number
  /** Outcomes of each event. */
  readonly outcomes: number
  readonly mostLines: number
}

/** How many lines marks play: the product of the marks of all events (LOT-7). Two doubles and three triples → 108. */
export function linesOf(marks: Marks): number {
  return marks.reduce((lines, { length }) => lines * length, 1)
}

/** What is wrong with marks, and at which event, from 0; null when they can be played. */
export function marksFault(
  marks: Marks,
  { events, outcomes, mostLines }: MarksTerms,
): { readonly fault: MarksFault; readonly place: number } | null {
  if (marks.length !== events)
    return { fault: marks.length < events ? 'toto.too_few_events' : 'toto.too_many_events', place: marks.length }
  for (const [place, own] of marks.entries()) {
    if (own.length === 0) return { fault: 'toto.mark_missing', place }
    if (own.some((mark) => !Number.isInteger(mark) || mark < 0 || mark >= outcomes))
      return { fault: 'toto.mark_unknown', place }
    if (new Set(own).size !== own.length) return { fault: 'toto.mark_twice', place }
  }
  return linesOf(marks) > mostLines ? { fault: 'toto.too_many_lines', place: 0 } : null
}

/** What a ticket costs, in minor units. */
export function ticketPrice(lines: number, unitsPerLine: number, unitMinor: number): number {
  return lines * unitsPerLine * unitMinor
}

/** Sets a mark, or takes it away; the marks of an event stay in their order. */
export function pressed(marks: Marks, place: number, outcome: number): number[][] {
  return marks.map((own, at) => {
    if (at !== place) return [...own]
    return own.includes(outcome)
      ? own.filter((mark) => mark !== outcome)
      : [...own, outcome].sort((one, other) => one - other)
  })
}

/** One mark for every event by chance; what is marked already stays. @param random numbers from 0 to below 1 */
export function randomFill(marks: Marks, outcomes: number, random: () => number): number[][] {
  return marks.map((own) => (own.length > 0 ? [...own] : [Math.min(outcomes - 1, Math.floor(random() * outcomes))]))
}

/** A system: the most popular marks of each event, one each at first; then the most open events get their next mark, one after another,
 *  for as long as the lines stay within what was asked.
 *  @param shares of the marks of each event; events without any are as open as can be
 *  @param lines how many at most */
export function systemFill(shares: readonly (readonly number[])[], outcomes: number, lines: number): number[][] {
  const ordered = shares.map((own) =>
    Array.from({ length: outcomes }, (_, outcome) => outcome).sort(
      (one, other) => (own[other] ?? 0) - (own[one] ?? 0) || one - other,
    ),
  )
  const shareOf = (place: number, rank: number) => shares[place]?.[ordered[place]?.[rank] ?? 0] ?? 0
  const counts = shares.map(() => 1)
  for (;;) {
    const total = counts.reduce((product, count) => product * count, 1)
    const next = counts
      .map((count, place) => ({ place, count }))
      .filter(({ count }) => count < outcomes && (total / count) * (count + 1) <= lines)
      .sort(
        (one, other) =>
          one.count - other.count ||
          shareOf(other.place, other.count) - shareOf(one.place, one.count) ||
          one.place - other.place,
      )[0]
    if (!next) break
    counts[next.place] = next.count + 1
  }
  return ordered.map((own, place) => own.slice(0, counts[place]).sort((one, other) => one - other))
}

/** How many lines of a ticket have how many right events, the most first: lines are multiplied, never written out.
 *  @param ends of the events; what is not known yet is not right
 *  @param voidPolicy of a void event: every line is right, wrong, or has no such event */
export function hitLines(marks: Marks, ends: readonly EventEnd[], voidPolicy: TotoPool['voidPolicy']): TotoHitLines[] {
  let lines = [1]
  for (const [place, own] of marks.entries()) {
    const end = ends[place] ?? null
    const right = end === 'void' ? (voidPolicy === 'win' ? own.length : 0) : end !== null && own.includes(end) ? 1 : 0
    const wrong = own.length - right
    const next = new Array<number>(lines.length + 1).fill(0)
    for (const [hits, count] of lines.entries()) {
      next[hits] = (next[hits] ?? 0) + count * wrong
      next[hits + 1] = (next[hits + 1] ?? 0) + count * right
    }
    lines = next
  }
  return lines
    .map((count, hits) => ({ hits, lines: count }))
    .filter(({ lines: count }) => count > 0)
    .reverse()
}
