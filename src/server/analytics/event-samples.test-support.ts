import type { EventStore, StoredEvent } from './event-store.ts'
import type { Span } from './span.ts'

const DAY = 86_400_000
/** A Monday. */
const MONDAY = Date.parse('2026-03-02T00:00:00Z')

/** Three weeks from a Monday on. */
export const EVENT_SPAN: Span = { from: new Date(MONDAY), to: new Date(MONDAY + 21 * DAY) }

/** A UUID with a number in it. */
export const nameOf = (number: number) => `3f0c8a52-6f0e-4c63-9a7e-${String(number).padStart(12, '0')}`

/** A page that a visitor was shown, so many days after the Monday, in a visit of that day. */
export function eventOn(visitor: number, day: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    ...{ visitId: nameOf(visitor * 100 + Math.floor(day)), visitorId: nameOf(visitor), accountId: null, number: 10 },
    ...{ at: new Date(MONDAY + day * DAY), isBot: false, metrics: {}, language: 'en', source: null, referrer: null },
    ...{ width: 1440, height: 900 },
    ...more,
  }
}

/** How many events there were, by kind and day. */
export async function dayTotals(store: EventStore, brandId: string): Promise<number[]> {
  return (await store.daily(brandId, EVENT_SPAN)).map(({ events }) => events)
}
