import { sql } from 'kysely'
import { type InBrand, unlessDeleted } from '#server/db/event-deletions.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import { type DayEvents, endOfEvents, firstsOf, gatherDays, heard, spanOf } from './day-events.ts'
import type { PackedEvents } from './funnel-count.ts'
import { createFunnelEntries, eachEntry, headBytes, joinEnded } from './funnel-entries.ts'
import { type Funnel, nameOf } from './funnel-names.ts'
import { beginOf, DAY_MS, daysOf, packedDays } from './packed-days.ts'

const HOUR_MS = 3_600_000
/** Days whose events are read in one transaction. */
const DAYS_AT_ONCE = 8

/** What the sums of a day say of themselves. */
export interface SumHead {
  readonly day: number
  /** What was done before that is counted, ms since 1970. */
  readonly untilMs: number
  /** Whether somebody who entered on the day may still continue. */
  readonly isOpen: boolean
}

type Entries = ReturnType<typeof createFunnelEntries>

/** Sums the days of a funnel that are packed and not summed yet, as far as what follows on them is packed too; some days in a transaction.
 *  @param span of whole days   @param isStopping asked between two transactions */
export async function sumDays(inBrand: InBrand, funnel: Funnel, span: Span, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const isDone = await unlessDeleted(inBrand, async (tx) => {
      // A funnel that was given up meanwhile keeps no sums; the lock keeps this one from being given up until they are stored.
      const kept = tx.select('analytics_funnel').select('funnel').where('funnel', '=', nameOf(funnel)).forKeyShare()
      if (!(await kept.executeTakeFirst())) return true
      const plan = await planOf(tx, funnel, span)
      if (plan.length > 0) await sumSome(tx, funnel, plan)
      return plan.length === 0
    })
    if (isDone) return
  }
}

/** Packs the hours of days that are not packed, except for the latest, which still fills. */
export async function packHours(inBrand: InBrand, funnel: Funnel, { from, to }: Span): Promise<void> {
  const { steps, without = [], windowMs } = funnel
  await unlessDeleted(inBrand, async (tx) => {
    const lastHour = (await endOfEvents(tx)) - HOUR_MS
    const span = spanOf(from.getTime(), Math.min(endOf(to.getTime() - DAY_MS, windowMs), lastHour))
    const packed = await packedDays(tx, span)
    for (const { day, ...of } of daysOf(span))
      if (!packed.has(day)) await tx.call('analytics_pack_hours', [...new Set([...steps, ...without])], of.from, of.to)
  })
}

/** A day of entries that can be summed further. */
interface DayPlan {
  readonly day: number
  /** What was done before that is in the sums, or the beginning of the day where there are none, ms since 1970. */
  readonly since: number
  readonly isFresh: boolean
  /** How far they can be summed, ms since 1970. */
  readonly until: number
}

/** The days that can be summed further by the next days of events, some of these at once. */
async function planOf(tx: BrandTransaction, funnel: Funnel, span: Span): Promise<DayPlan[]> {
  const known = new Map((await sumHeads(tx, funnel, span)).map((head) => [head.day, head]))
  const end = endOf(span.to.getTime() - DAY_MS, funnel.windowMs)
  const packed = await packedDays(tx, spanOf(span.from.getTime(), end))
  const plan: DayPlan[] = []
  for (const { day } of daysOf(span)) {
    const head = known.get(day)
    if (head && !head.isOpen) continue
    const since = head?.untilMs ?? day
    let until = since
    while (until < endOf(day, funnel.windowMs) && packed.has(until)) until += DAY_MS
    if (until > since) plan.push({ day, since, isFresh: !head, until })
  }
  const limit = Math.min(...plan.map(({ since }) => since)) + DAYS_AT_ONCE * DAY_MS
  return plan.filter(({ since }) => since < limit).map((one) => ({ ...one, until: Math.min(one.until, limit) }))
}

async function sumSome(tx: BrandTransaction, funnel: Funnel, plan: readonly DayPlan[]): Promise<void> {
  const [length, name] = [funnel.steps.length, nameOf(funnel)]
  const entries = createFunnelEntries(length, funnel.windowMs)
  const former = new Map<number, Uint8Array>()
  for (const { day, since, isFresh } of plan) {
    const sum = isFresh ? undefined : await sumOf(tx, funnel, day)
    if (sum) {
      former.set(day, sum.ended)
      eachEntry(sum.open, length, 'open', (...entry) => entries.resume(day, since, ...entry))
    }
    for (const events of isFresh ? await firstsOf(tx, day, funnel.steps[0] ?? 0, true) : []) entries.enter(day, events)
  }
  const unread = new Set(plan.flatMap(({ since, until }) => [...daysOf(spanOf(since, until))].map(({ day }) => day)))
  const gathered = await gatherDays(tx, laterKinds(funnel), unread)
  await gathered.read((events) => followDay(funnel, entries, events))
  for (const { day, until } of plan) {
    const { ended, open } = entries.pack(day, until)
    const before = former.get(day)
    const row = { ended: before ? joinEnded(length, [before, ended]) : ended, open, counted_until: new Date(until) }
    await tx
      .insert('analytics_funnel_day', { funnel: name, day: new Date(day), ...row })
      .onConflict((conflict) => conflict.columns(['brand_id', 'funnel', 'day']).doUpdateSet(row))
      .execute()
  }
}

/** The kinds of events that matter once a funnel is entered. */
export function laterKinds({ steps, without = [] }: Funnel): number[] {
  return steps.length < 2 ? [] : [...new Set([...steps.slice(1), ...without])]
}

/** Lets those who have entered a funnel take the steps of a day. */
export function followDay({ steps, without = [] }: Funnel, entries: Entries, events: DayEvents): void {
  const each = (number: number, hear: (events: PackedEvents) => void) => events.get(number)?.forEach(hear)
  for (const number of without) each(number, entries.exclude)
  for (const [at, number] of steps.entries()) if (at > 0) each(number, (one) => entries.take(at + 1, one))
}

/** The sums of a day of a funnel. */
export async function sumOf(tx: BrandTransaction, funnel: Funnel, day: number) {
  return tx
    .select('analytics_funnel_day')
    .select(['ended', 'open'])
    .where('funnel', '=', nameOf(funnel))
    .where('day', '=', new Date(day))
    .executeTakeFirst()
}

/** The days of a funnel that are summed. */
export async function sumHeads(tx: BrandTransaction, funnel: Funnel, { from, to }: Span): Promise<SumHead[]> {
  const rows = await tx
    .select('analytics_funnel_day')
    .select(['day', 'counted_until', sql<number>`length(open)`.as('bytes')])
    .where('funnel', '=', nameOf(funnel))
    .where('day', '>=', from)
    .where('day', '<', to)
    .orderBy('day')
    .execute()
  return rows.map(({ day, counted_until: until, bytes }) => ({
    ...{ day: day.getTime(), untilMs: until.getTime(), isOpen: bytes > headBytes(funnel.steps.length) },
  }))
}

/** Reads the sums of days, all of which are asked for at once. */
export function sumsOf(tx: BrandTransaction, funnel: Funnel, heads: readonly SumHead[]) {
  return heads.map((head) => ({ ...head, sum: heard(sumOf(tx, funnel, head.day)) }))
}

/** The end of the last day on which visitors who entered on a day may take a step, ms since 1970. */
export const endOf = (day: number, windowMs: number) => beginOf(day + DAY_MS - 1 + windowMs) + DAY_MS
