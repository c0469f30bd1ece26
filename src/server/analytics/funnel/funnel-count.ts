import type { Span } from '../span.ts'
import { createVisitorSlots } from './visitor-slots.ts'

/** Bytes of a packed event: eight of the visitor, four of the time. */
export const EVENT_BYTES = 12
/** Bytes of a visitor. */
export const VISITOR_BYTES = 8

/** Events of one kind in the order of time, packed as the database does it: of each eight bytes that the visitor's name hashes to, and
 *  milliseconds from the beginning. */
export interface PackedEvents {
  /** The beginning, ms since 1970. */
  readonly fromMs: number
  readonly bytes: Uint8Array
}

/** Counts visitors by steps that they take one after another. A hash of eight bytes tells visitors apart: that any two of a million
 *  are taken for one has a chance of one in thirty million.
 *  @param span when the first step is to be taken   @param windowMs most time from the first step to the last */
export function createFunnelCount({ from, to }: Span, windowMs: number) {
  const visitors = createVisitorSlots()
  const [fromMs, toMs] = [from.getTime(), to.getTime()]
  // Of each visitor, beside each other: when they entered, when they took their latest step, which it was, and when they left (0: never).
  let states = new Float64Array(FIRST_VISITORS * STATE)
  let step = 1
  let passed = 0

  function enter(number: number, atMs: number): void {
    if (number < passed) return
    passed = number + 1
    if (passed * STATE > states.length) states = longer(states)
    states[number * STATE] = atMs
    states[number * STATE + 1] = atMs
    states[number * STATE + 2] = 1
  }

  function go(number: number, atMs: number): void {
    const at = number * STATE
    if (number < 0 || states[at + 2] !== step - 1) return
    if (atMs <= (states[at + 1] ?? 0) || atMs - (states[at] ?? 0) > windowMs) return
    const leftAt = states[at + 3] ?? 0
    if (leftAt > 0 && atMs >= leftAt) return
    states[at + 1] = atMs
    states[at + 2] = step
    passed += 1
  }

  function leave(number: number, atMs: number): void {
    const at = number * STATE
    if (number < 0 || atMs <= (states[at] ?? 0)) return
    const leftAt = states[at + 3] ?? 0
    if (leftAt === 0 || atMs < leftAt) states[at + 3] = atMs
  }

  return {
    /** Takes events of the step that is counted, in the order of time. */
    add({ fromMs: baseMs, bytes }: PackedEvents): void {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at + EVENT_BYTES <= bytes.byteLength; at += EVENT_BYTES) {
        const atMs = baseMs + view.getInt32(at + VISITOR_BYTES)
        const high = view.getUint32(at)
        const low = view.getUint32(at + 4)
        if (step > 1) go(visitors.find(high, low), atMs)
        else if (atMs >= fromMs && atMs < toMs) enter(visitors.add(high, low), atMs)
      }
    },
    /** Takes events by which visitors leave the funnel, once the first step is counted: they take no step at that time or after it. */
    exclude({ fromMs: baseMs, bytes }: PackedEvents): void {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at + EVENT_BYTES <= bytes.byteLength; at += EVENT_BYTES)
        leave(visitors.find(view.getUint32(at), view.getUint32(at + 4)), baseMs + view.getInt32(at + VISITOR_BYTES))
    },
    /** Ends a step; the next events are those of the one after it. @returns how many visitors have taken it and all before it */
    endStep(): number {
      const count = passed
      step += 1
      passed = 0
      return count
    },
  }
}

/** Places of a visitor in the list of states, and how many visitors it begins with. */
const STATE = 4
const FIRST_VISITORS = 1024

/** Counts how many different visitors there are in lists of packed ones. */
export function countVisitors(lists: Iterable<Uint8Array>): number {
  const visitors = createVisitorSlots()
  for (const bytes of lists) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + VISITOR_BYTES <= bytes.byteLength; at += VISITOR_BYTES)
      visitors.add(view.getUint32(at), view.getUint32(at + 4))
  }
  return visitors.size()
}

function longer(former: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const next = new Float64Array(former.length * 2)
  next.set(former)
  return next
}
