import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import type { PackedEvents } from './funnel-count.ts'
import { DAY_MS, packedDays } from './packed-days.ts'

const HOUR_MS = 3_600_000
/** Days that are gathered ahead of the one that is read. */
const DAYS_AHEAD = 3

/** What was done on a day by kind, each in the order of time. */
export type DayEvents = ReadonlyMap<number, readonly PackedEvents[]>

/** A span between two times, ms since 1970. */
export const spanOf = (fromMs: number, toMs: number): Span => ({ from: new Date(fromMs), to: new Date(toMs) })

/** Hands over the events of kinds day by day, the earliest day first: meanwhile the database gathers those that follow. What is handed over is
 *  asked for at once. */
export async function gatherDays(tx: BrandTransaction, numbers: readonly number[], asked: Iterable<number>) {
  const days = numbers.length === 0 ? [] : [...asked].sort((one, other) => one - other)
  const packed = await packedDays(tx, spanOf(days[0] ?? 0, (days.at(-1) ?? 0) + DAY_MS))
  const gather = (day: number) => heard(eventsOf(tx, day, numbers, packed.has(day)))
  const ahead = days.slice(0, DAYS_AHEAD).map(gather)
  return {
    async read(hear: (events: DayEvents) => void): Promise<void> {
      for (const [at] of days.entries()) {
        const events = await ahead.shift()
        const next = days[at + DAYS_AHEAD]
        if (next !== undefined) ahead.push(gather(next))
        if (events) hear(events)
      }
    },
  }
}

/** The first of a kind that each visitor did on a day, and maybe others. @param isPacked whether the day is */
export async function firstsOf(
  tx: BrandTransaction,
  day: number,
  number: number,
  isPacked: boolean,
): Promise<readonly PackedEvents[]> {
  if (!isPacked) return (await openDay(tx, day, [number])).get(number) ?? []
  const row = await tx
    .select('analytics_pack')
    .select('firsts')
    .where('day', '=', new Date(day))
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? [{ fromMs: day, bytes: row.firsts }] : []
}

async function eventsOf(
  tx: BrandTransaction,
  day: number,
  numbers: readonly number[],
  isPacked: boolean,
): Promise<DayEvents> {
  if (!isPacked) return openDay(tx, day, numbers)
  const rows = await tx
    .select('analytics_pack')
    .select(['number', 'events'])
    .where('day', '=', new Date(day))
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, events: bytes }) => [number, [{ fromMs: day, bytes }]]))
}

/** The events of a day that is not packed: of hours from their packs where these are right, of the others from the events. */
async function openDay(tx: BrandTransaction, day: number, numbers: readonly number[]): Promise<DayEvents> {
  const rows = await tx.call('analytics_packed_hours', numbers, new Date(day), new Date(day + DAY_MS))
  const events = new Map<number, Promise<PackedEvents>[]>(numbers.map((number) => [number, []]))
  /** Of each kind the hours that are read together. */
  const open = new Map<number, { from: number; to: number }>()
  const close = (number: number) => {
    const hours = open.get(number)
    open.delete(number)
    if (hours) events.get(number)?.push(heard(readEvents(tx, number, hours)))
  }
  for (const { number, hour, events: bytes } of rows) {
    const fromMs = hour.getTime()
    if (bytes) {
      close(number)
      events.get(number)?.push(Promise.resolve({ fromMs, bytes }))
    } else open.set(number, { from: open.get(number)?.from ?? fromMs, to: fromMs + HOUR_MS })
  }
  for (const number of numbers) close(number)
  const lists = [...events].map(async ([number, list]) => [number, await Promise.all(list)] as const)
  return new Map(await Promise.all(lists))
}

async function readEvents(
  tx: BrandTransaction,
  number: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PackedEvents> {
  const [row] = await tx.call('analytics_packed', number, new Date(from), new Date(to))
  return { fromMs: from, bytes: row?.events ?? new Uint8Array() }
}

/** What is awaited later: until then its failure is not one that nobody hears. */
export function heard<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}

/** The end of the last hour that has events, ms since 1970; 0 where there are none. */
export async function endOfEvents(tx: BrandTransaction): Promise<number> {
  const row = await tx.select('analytics_hour').select('hour').orderBy('hour', 'desc').limit(1).executeTakeFirst()
  return row ? row.hour.getTime() + HOUR_MS : 0
}
