import { type InBrand, unlessDeleted } from '#server/db/event-deletions.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import { countVisitors, createFunnelCount, type PackedEvents } from './funnel-count.ts'

/** A step of a funnel and who has come so far. */
export interface FunnelStep {
  readonly number: number
  /** Visitors who have taken this step and all before it. */
  readonly visitors: number
}

/** What holds for a funnel besides its steps. */
export interface FunnelRules {
  /** Most time from the first step to the last. */
  readonly windowMs: number
  /** Numbers of events by which a visitor leaves the funnel when they come after the first step; none when left out. */
  readonly without?: readonly number[]
}

export const DAY_MS = 86_400_000
/** The number under which a pack has the visitors of its day. */
const VISITORS = 0

/** Counts visitors by steps (see `EventStore.funnel`): days that take no more events come from their packs, which lose nothing; the others
 *  from the events themselves. */
export async function funnelOf(
  tx: BrandTransaction,
  steps: readonly number[],
  span: Span,
  { windowMs, without = [] }: FunnelRules,
): Promise<FunnelStep[]> {
  const count = createFunnelCount(span, windowMs)
  const until = new Date(span.to.getTime() + windowMs)
  const packed = await packedDays(tx, { from: span.from, to: until })
  const eventsAt = (at: number) => {
    const [number, isFirst] = [steps[at], at === 0]
    if (number === undefined) return Promise.resolve([])
    return eventsOf(tx, number, { from: span.from, to: isFirst ? span.to : until }, { packed, isFirst })
  }
  const funnel: FunnelStep[] = []
  let next = eventsAt(0)
  for (const [at, number] of steps.entries()) {
    const events = await next
    // The database gathers those of the next step while these are counted.
    next = eventsAt(at + 1)
    // It is awaited with the next step; until then its failure is not one that nobody hears.
    next.catch(() => undefined)
    for (const one of events) count.add(one)
    funnel.push({ number, visitors: count.endStep() })
    for (const excluded of at === 0 && steps.length > 1 ? without : [])
      for (const one of await eventsOf(tx, excluded, { from: span.from, to: until }, { packed, isFirst: false }))
        count.exclude(one)
  }
  return funnel
}

/** Visitors of a day. */
export interface VisitorDay {
  /** Beginning of the day (UTC). */
  readonly at: Date
  readonly visitors: number
}

/** How many different visitors there were; bots are left out. */
export async function visitorsOf(tx: BrandTransaction, span: Span): Promise<number> {
  return countVisitors((await visitorLists(tx, span)).map(({ bytes }) => bytes))
}

/** How many different visitors each day had (see `EventStore.visitorDays`). */
export async function visitorDaysOf(tx: BrandTransaction, span: Span): Promise<VisitorDay[]> {
  const lists = await visitorLists(tx, span)
  return lists.map(({ day, bytes }) => ({ at: new Date(day), visitors: countVisitors([bytes]) }))
}

/** The visitors of each day, packed. */
async function visitorLists(tx: BrandTransaction, span: Span): Promise<{ day: number; bytes: Uint8Array }[]> {
  const packed = await packedDays(tx, span)
  const lists: { day: number; bytes: Uint8Array }[] = []
  for (const { day, isWhole, from, to } of daysOf(span)) {
    const pack = isWhole && packed.has(day) ? await packOf(tx, day, VISITORS) : undefined
    const [row] = pack ? [] : await tx.call('analytics_packed_visitors', from, to)
    lists.push({ day, bytes: pack ?? row?.events ?? new Uint8Array() })
  }
  return lists
}

/** Packs the days of a brand that take no more events, the earliest first. @param isStopping asked between two days @returns how many */
export async function packDays(inBrand: InBrand, span: Span, isStopping: () => boolean): Promise<number> {
  const packed = await inBrand((tx) => packedDays(tx, span))
  let made = 0
  for (const { day, isWhole, from, to } of daysOf(span)) {
    if (isStopping()) break
    if (!isWhole || packed.has(day)) continue
    await unlessDeleted(inBrand, async (tx) => {
      await tx.call('analytics_pack_day', from)
      await tx.delete('analytics_hour_pack').where('hour', '<', to).execute()
    })
    made += 1
  }
  return made
}

/** The events of a kind by day, in the order of time. */
async function eventsOf(
  tx: BrandTransaction,
  number: number,
  span: Span,
  { packed, isFirst }: { readonly packed: ReadonlySet<number>; readonly isFirst: boolean },
): Promise<PackedEvents[]> {
  const isWhole = [span.from, span.to].every((moment) => beginOf(moment.getTime()) === moment.getTime())
  // Of whole days, the first event of each visitor is all that may begin a funnel.
  const rows = await tx
    .select('analytics_pack')
    .select(['day', isFirst && isWhole ? 'firsts as events' : 'events'])
    .where('number', '=', number)
    .where('day', '>=', new Date(beginOf(span.from.getTime())))
    .where('day', '<', span.to)
    .execute()
  const packs = new Map(rows.map(({ day, events }) => [day.getTime(), events]))
  const events: PackedEvents[] = []
  for (const { day, from, to } of daysOf(span)) {
    const pack = packs.get(day)
    if (pack) events.push({ fromMs: day, bytes: pack })
    if (packed.has(day)) continue
    const [row] = await tx.call('analytics_packed', number, from, to)
    if (row) events.push({ fromMs: from.getTime(), bytes: row.events })
  }
  return events
}

async function packOf(tx: BrandTransaction, day: number, number: number): Promise<Uint8Array | undefined> {
  const row = await tx
    .select('analytics_pack')
    .select('events')
    .where('day', '=', new Date(day))
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.events
}

/** The days of a span that are packed, ms since 1970. */
export async function packedDays(tx: BrandTransaction, { from, to }: Span): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select('analytics_pack')
    .select('day')
    .where('number', '=', VISITORS)
    .where('day', '>=', new Date(beginOf(from.getTime())))
    .where('day', '<', to)
    .execute()
  return new Set(rows.map(({ day }) => day.getTime()))
}

/** The days (UTC) of a span, each with what of it is in the span. */
export function* daysOf({ from, to }: Span) {
  for (let day = beginOf(from.getTime()); day < to.getTime(); day += DAY_MS) {
    const first = Math.max(day, from.getTime())
    const end = Math.min(day + DAY_MS, to.getTime())
    yield { day, isWhole: end - first === DAY_MS, from: new Date(first), to: new Date(end) }
  }
}

/** The beginning of a day (UTC), ms since 1970. */
export function beginOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}
