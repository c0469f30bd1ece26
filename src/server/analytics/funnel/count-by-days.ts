import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import { endOfEvents, firstsOf, gatherDays, heard } from './day-events.ts'
import { endOf, followDay, laterKinds, type SumHead, sumHeads, sumsOf } from './funnel-days.ts'
import { createFunnelEntries, eachEntry, soFar } from './funnel-entries.ts'
import { type Funnel, nameOf } from './funnel-names.ts'
import { DAY_MS, daysOf, type FunnelStep, packedDays } from './packed-days.ts'
import { createVisitorSlots, type VisitorSlots } from './visitor-slots.ts'

/** What a funnel has come to. */
export interface FunnelCount {
  readonly steps: readonly FunnelStep[]
  /** The end of the days from the first on whose visitors are summed, so that they need not be counted again; null where there are none. */
  readonly summedUntil: Date | null
}

/** What the days that are summed come to together. */
interface SummedDays {
  /** All who have entered on them. */
  readonly visitors: VisitorSlots
  /** Those who can come no further, by the last step that they took. */
  readonly ended: readonly number[]
  /** Those who still can: of each day four numbers a visitor. */
  readonly open: readonly { readonly head: SumHead; readonly list: readonly number[] }[]
  readonly bytes: number
}

/** Bytes of joined sums that a process keeps. */
const MOST_BYTES = 128 * 1024 * 1024
const WORDS = 4
const NUMBER_BYTES = 8

/** Counts funnels by the sums of their days. What these come to together is kept for the next question, as long as there is room. */
export function createDayCounter() {
  const kept = new Map<string, SummedDays>()

  function keep(key: string, days: SummedDays): void {
    kept.set(key, days)
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [former, { bytes: freed }] of kept) {
      if (bytes <= MOST_BYTES) return
      kept.delete(former)
      bytes -= freed
    }
  }

  async function joined(tx: BrandTransaction, funnel: Funnel, heads: readonly SumHead[], deletions: number) {
    const days = heads.map(({ day, untilMs }) => `${day}-${untilMs}`)
    const key = `${tx.brandId} ${nameOf(funnel)} ${deletions} ${days.join()}`
    const known = kept.get(key) ?? (await joinDays(tx, funnel, heads))
    // The one that is asked for is the last to go.
    kept.delete(key)
    keep(key, known)
    return known
  }

  /** Counts a funnel: of visitors who entered on days that are summed from their sums, of the others from what they did. Each visitor counts
   *  by the earliest entry in the span.
   *  @param span of whole days   @param deletions how often events of players were deleted */
  return async (tx: BrandTransaction, funnel: Funnel, span: Span, deletions: number): Promise<FunnelCount> => {
    const known = new Map((await sumHeads(tx, funnel, span)).map((head) => [head.day, head]))
    const days = [...daysOf(span)].map(({ day }) => day)
    const gap = days.findIndex((day) => !known.has(day))
    const summed = days.slice(0, gap < 0 ? days.length : gap).flatMap((day) => known.get(day) ?? [])
    const fresh = days.slice(summed.length)
    const lastEnd = await endOfEvents(tx)
    const unread = new Set<number>()
    for (const { day, untilMs } of [
      ...summed.filter(({ isOpen }) => isOpen),
      ...fresh.map((at) => ({ day: at, untilMs: at })),
    ])
      for (let later = untilMs; later < Math.min(endOf(day, funnel.windowMs), lastEnd); later += DAY_MS)
        unread.add(later)
    const packed = await packedDays(tx, span)
    // All of it is asked for at once, so that the database gathers while this counts.
    const joining = heard(joined(tx, funnel, summed, deletions))
    const firsts = fresh.map((day) => heard(firstsOf(tx, day, funnel.steps[0] ?? 0, packed.has(day))))
    const gathered = await gatherDays(tx, laterKinds(funnel), unread)
    const { visitors, ended, open } = await joining
    const entries = createFunnelEntries(funnel.steps.length, funnel.windowMs)
    for (const { head, list } of open)
      for (let at = 0; at < list.length; at += WORDS)
        entries.resume(head.day, head.untilMs, list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0, list[at + 3] ?? 0)
    const isNew = newcomersBeside(visitors)
    for (const [at, day] of fresh.entries())
      for (const events of (await firsts[at]) ?? []) entries.enter(day, events, isNew)
    await gathered.read((events) => followDay(funnel, entries, events))
    const [gone, still] = [soFar(ended), entries.counts()]
    const steps = funnel.steps.map((number, at) => ({ number, visitors: (gone[at] ?? 0) + (still[at] ?? 0) }))
    const last = summed.at(-1)
    return { steps, summedUntil: last ? new Date(last.day + DAY_MS) : null }
  }
}

/** Joins the sums of days: a visitor counts on the earliest alone. */
async function joinDays(tx: BrandTransaction, funnel: Funnel, heads: readonly SumHead[]): Promise<SummedDays> {
  const length = funnel.steps.length
  const visitors = createVisitorSlots()
  const isNew = (high: number, low: number): boolean => {
    const known = visitors.size()
    return visitors.add(high, low) === known
  }
  const ended = new Array<number>(length).fill(0)
  const open: { head: SumHead; list: number[] }[] = []
  for (const { sum, ...head } of sumsOf(tx, funnel, heads)) {
    const day = await sum
    if (!day) continue
    const list: number[] = []
    eachEntry(day.ended, length, 'ended', (high, low, taken) => {
      if (isNew(high, low)) ended[taken - 1] = (ended[taken - 1] ?? 0) + 1
    })
    eachEntry(day.open, length, 'open', (high, low, taken, enteredMs) => {
      if (isNew(high, low)) list.push(high, low, taken, enteredMs)
    })
    if (list.length > 0) open.push({ head, list })
  }
  const listed = open.reduce((sum, { list }) => sum + list.length, 0)
  return { visitors, ended, open, bytes: visitors.bytes() + listed * NUMBER_BYTES }
}

/** Says who is asked for the first time and is none of those who are known. */
function newcomersBeside(known: VisitorSlots): (high: number, low: number) => boolean {
  const seen = createVisitorSlots()
  return (high, low) => {
    if (known.find(high, low) >= 0) return false
    const size = seen.size()
    return seen.add(high, low) === size
  }
}
