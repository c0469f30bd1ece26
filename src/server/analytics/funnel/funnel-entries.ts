import { EVENT_BYTES, type PackedEvents, VISITOR_BYTES } from './funnel-count.ts'
import { createVisitorSlots } from './visitor-slots.ts'

/** Visitors who entered a funnel on a day, packed. */
export interface PackedEntries {
  /** Those who can come no further: four bytes a step that say how many came that far, then eight bytes of each visitor in that order. */
  readonly ended: Uint8Array
  /** Those who still can: the same with twelve bytes of each, the last four of which are the millisecond of the day of the entry. */
  readonly open: Uint8Array
}

/** Hears of an entry: the eight bytes of its visitor, the steps that were taken, and when the funnel was entered, ms of the day, 0 of those
 *  that have ended. */
type HearEntry = (high: number, low: number, taken: number, enteredMs: number) => void

const COUNT_BYTES = 4
/** Places of an entry in the list of states: when it was, when its latest step was taken, when the visitor left (never: infinite), how many
 *  steps were taken, and one more than the number of the visitor's entry before. */
const STATE = 5
const [ENTERED, AT, LEFT, TAKEN, FORMER] = [0, 1, 2, 3, 4] as const
const FIRST_ENTRIES = 1024

/** Entries as they grow, and those of each visitor, the latest first. */
function createEntryList() {
  const visitors = createVisitorSlots()
  const days = new Map<number, { readonly first: number; end: number }>()
  let states = new Float64Array(FIRST_ENTRIES * STATE)
  let names = new Uint32Array(FIRST_ENTRIES * 2)
  let latest = new Int32Array(FIRST_ENTRIES)
  let size = 0
  return {
    add(day: number, atMs: number, ...[high, low, taken, enteredMs]: Parameters<HearEntry>): void {
      const visitor = visitors.add(high, low)
      const ofDay = days.get(day) ?? { first: size, end: size }
      const former = latest[visitor] ?? 0
      // The first entry of a day is the one that counts.
      if (former > ofDay.first) return
      if ((size + 1) * STATE > states.length) {
        states = longer(states, new Float64Array(states.length * 2))
        names = longer(names, new Uint32Array(names.length * 2))
        latest = longer(latest, new Int32Array(latest.length * 2))
      }
      states.set([day + enteredMs, atMs, Number.POSITIVE_INFINITY, taken, former], size * STATE)
      names[size * 2] = high
      names[size * 2 + 1] = low
      size += 1
      latest[visitor] = size
      ofDay.end = size
      days.set(day, ofDay)
    },
    /** Hears of the entries of a visitor: the list of states, and where in it an entry begins. */
    ofVisitor(high: number, low: number, hear: (list: Float64Array, at: number) => void): void {
      const visitor = visitors.find(high, low)
      let entry = visitor < 0 ? 0 : (latest[visitor] ?? 0)
      while (entry > 0) {
        const at = (entry - 1) * STATE
        hear(states, at)
        entry = states[at + FORMER] ?? 0
      }
    },
    /** Hears of the entries of a day; of all when it is left out. */
    ofDay(day: number | null, hear: (list: Float64Array, at: number, entry: number) => void): void {
      const { first, end } = day === null ? { first: 0, end: size } : (days.get(day) ?? { first: 0, end: 0 })
      for (let entry = first; entry < end; entry += 1) hear(states, entry * STATE, entry)
    },
    /** A half of the eight bytes of an entry's visitor. */
    half: (entry: number, which: 0 | 1) => names[entry * 2 + which] ?? 0,
    enteredAt: (entry: number) => states[entry * STATE + ENTERED] ?? 0,
  }
}

/** Follows visitors who have entered a funnel, on one day or on several, each entry for itself. What is done comes day by day, the earliest
 *  first: of each day the entries, then what visitors leave by, then the steps from the second on, in their order.
 *  @param steps how many the funnel has   @param windowMs most time from the entry to the last step */
export function createFunnelEntries(steps: number, windowMs: number) {
  const entries = createEntryList()
  return {
    /** Takes the first steps of a day. @param isNew whether a visitor is to be followed */
    enter(day: number, events: PackedEvents, isNew: (high: number, low: number) => boolean = () => true): void {
      eachEvent(events, (high, low, atMs) => {
        if (isNew(high, low)) entries.add(day, atMs, high, low, 1, atMs - day)
      })
    },
    /** Takes an entry up again that was packed. @param untilMs what was done before that is counted in it, ms since 1970 */
    resume: (day: number, untilMs: number, ...entry: Parameters<HearEntry>): void =>
      entries.add(day, untilMs - 1, ...entry),
    /** Takes events by which visitors leave: they take no step at that time or after it. */
    exclude: (events: PackedEvents): void =>
      eachEvent(events, (high, low, atMs) =>
        entries.ofVisitor(high, low, (list, at) => {
          if (atMs > (list[at + ENTERED] ?? 0) && atMs < (list[at + LEFT] ?? 0)) list[at + LEFT] = atMs
        }),
      ),
    /** Takes events of a step, the second or a later one, in the order of time. */
    take: (step: number, events: PackedEvents): void =>
      eachEvent(events, (high, low, atMs) =>
        entries.ofVisitor(high, low, (list, at) => {
          if (list[at + TAKEN] !== step - 1 || atMs <= (list[at + AT] ?? 0)) return
          if (atMs - (list[at + ENTERED] ?? 0) > windowMs || atMs >= (list[at + LEFT] ?? 0)) return
          list[at + AT] = atMs
          list[at + TAKEN] = step
        }),
      ),
    /** How many entries have taken each step. */
    counts(): number[] {
      const taken = new Array<number>(steps).fill(0)
      entries.ofDay(null, (list, at) => {
        const last = (list[at + TAKEN] ?? 0) - 1
        taken[last] = (taken[last] ?? 0) + 1
      })
      return soFar(taken)
    },
    /** Packs the entries of a day. @param untilMs what was done before that has been followed, ms since 1970 */
    pack(day: number, untilMs: number): PackedEntries {
      const lists = { ended: listsOf(steps), open: listsOf(steps) }
      entries.ofDay(day, (list, at, entry) => {
        const taken = list[at + TAKEN] ?? 0
        const isLate = (list[at + ENTERED] ?? 0) + windowMs < untilMs
        const isOver = taken === steps || isLate || (list[at + LEFT] ?? 0) < untilMs
        lists[isOver ? 'ended' : 'open'][taken - 1]?.push(entry)
      })
      const written = (list: readonly (readonly number[])[], entryBytes: number) =>
        writeLists(list, entryBytes, (view, at, entry) => {
          view.setUint32(at, entries.half(entry, 0))
          view.setUint32(at + 4, entries.half(entry, 1))
          if (entryBytes === EVENT_BYTES) view.setUint32(at + VISITOR_BYTES, entries.enteredAt(entry) - day)
        })
      return { ended: written(lists.ended, VISITOR_BYTES), open: written(lists.open, EVENT_BYTES) }
    },
  }
}

/** Bytes before the first entry of packed ones. @param steps how many the funnel has */
export const headBytes = (steps: number) => steps * COUNT_BYTES

/** Those who have taken each step or a later one. @param taken how many took each as their last */
export function soFar(taken: readonly number[]): number[] {
  let sum = 0
  return taken
    .toReversed()
    .map((count) => (sum += count))
    .toReversed()
}

/** Tells the entries of packed ones, those who came least far first. @param steps how many the funnel has */
export function eachEntry(bytes: Uint8Array, steps: number, kind: keyof PackedEntries, hear: HearEntry): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isOpen = kind === 'open'
  let at = headBytes(steps)
  for (let taken = 1; taken <= steps && at < bytes.byteLength; taken += 1)
    for (let left = view.getUint32((taken - 1) * COUNT_BYTES); left > 0; left -= 1) {
      const enteredMs = isOpen ? view.getUint32(at + VISITOR_BYTES) : 0
      hear(view.getUint32(at), view.getUint32(at + 4), taken, enteredMs)
      at += isOpen ? EVENT_BYTES : VISITOR_BYTES
    }
}

/** Puts packed entries that have ended together. */
export function joinEnded(steps: number, parts: readonly Uint8Array[]): Uint8Array {
  const lists = listsOf<readonly [high: number, low: number]>(steps)
  for (const bytes of parts) eachEntry(bytes, steps, 'ended', (high, low, taken) => lists[taken - 1]?.push([high, low]))
  return writeLists(lists, VISITOR_BYTES, (view, at, [high, low]) => {
    view.setUint32(at, high)
    view.setUint32(at + 4, low)
  })
}

function listsOf<Entry = number>(steps: number): Entry[][] {
  return Array.from({ length: steps }, () => [])
}

function writeLists<Entry>(
  lists: readonly (readonly Entry[])[],
  entryBytes: number,
  write: (view: DataView, at: number, entry: Entry) => void,
): Uint8Array {
  const count = lists.reduce((sum, list) => sum + list.length, 0)
  const bytes = new Uint8Array(lists.length * COUNT_BYTES + count * entryBytes)
  const view = new DataView(bytes.buffer)
  let at = lists.length * COUNT_BYTES
  for (const [step, list] of lists.entries()) {
    view.setUint32(step * COUNT_BYTES, list.length)
    for (const entry of list) {
      write(view, at, entry)
      at += entryBytes
    }
  }
  return bytes
}

function eachEvent({ fromMs, bytes }: PackedEvents, hear: (high: number, low: number, atMs: number) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + EVENT_BYTES <= bytes.byteLength; at += EVENT_BYTES)
    hear(view.getUint32(at), view.getUint32(at + 4), fromMs + view.getInt32(at + VISITOR_BYTES))
}

function longer<List extends Float64Array | Uint32Array | Int32Array>(former: List, next: List): List {
  next.set(former as Float64Array & Uint32Array & Int32Array)
  return next
}
