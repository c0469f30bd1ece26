import { cleanMetrics, isUuid } from '#machines/analytics/analytics.rules.ts'
import { eventOf } from '#machines/site/events/event-table.ts'
import type { AnalyticsAnswer, AnalyticsBatch, TrackedFact } from '#schemas'
import type { EventStore, StoredEvent } from './event-store.ts'

export interface AnalyticsPorts {
  readonly store: EventStore
  readonly clock: () => Date
}

/** Who sends a batch. */
export interface BatchSender {
  readonly brandId: string
  /** Null of a guest. */
  readonly accountId: number | null
  readonly language: string
  /** Whether the brand counts events. */
  readonly isOn: boolean
}

/** How far an event's time may be ahead of the server's, and how old it may be, ms: an outage of a day loses nothing. */
const MOST_AHEAD_MS = 300_000
const MOST_OLD_MS = 2 * 86_400_000
/** Longer than an event that was taken in time is on its way to the store. */
const ON_THE_WAY_MS = 600_000
const DAY_MS = 86_400_000
/** Days that are not dropped as a whole: events may still come for them. */
const LEAST_DAYS = MOST_OLD_MS / DAY_MS + 1
/** Events that are deleted in one transaction. */
const BATCH = 5000

/** Why an event is not kept. */
type Reason = keyof AnalyticsAnswer['dropped']

/** Takes events of visitors and answers questions about them (ANA-1, ANA-31, ANA-33, ANA-34). */
export function createAnalytics({ store, clock }: AnalyticsPorts) {
  return {
    /** Keeps a batch: each event once, whatever is sent again. What is of no known kind, has metrics that its kind lacks, or is of an impossible
     *  time is dropped and counted by reason; nothing is refused to a bot, whose events are kept apart. */
    async take(sender: BatchSender, { u, w, sw, sh, ev }: AnalyticsBatch): Promise<AnalyticsAnswer> {
      const now = clock().getTime()
      const events: readonly TrackedFact[] = Array.isArray(ev) ? ev : [ev]
      const dropped: { [reason in Reason]?: number } = {}
      const kept: StoredEvent[] = []
      for (const event of events) {
        const reason = reasonAgainst(event, sender, now)
        if (reason) dropped[reason] = (dropped[reason] ?? 0) + 1
        else kept.push(storedEvent(event, sender, { u, isBot: w > 0, width: sw, height: sh }))
      }
      await store.add(sender.brandId, unique(kept))
      return { ts: now, kept: kept.length, dropped }
    },
    /** Deletes the events of a brand by days that it keeps no longer, in batches. @param isStopping asked between two batches */
    async deleteOld(brandId: string, keepDays: number, isStopping: () => boolean): Promise<void> {
      const before = firstKept(clock(), keepDays)
      while (!isStopping() && (await store.deleteBefore(brandId, before, BATCH)) > 0);
    },
    /** Deletes whole days of events, of all brands. @param keepDays the longest that a brand keeps them */
    dropDays: (keepDays: number) => store.dropDays(firstKept(clock(), Math.max(keepDays, LEAST_DAYS))),
    /** Makes the days that take no more events quick to read. @param isStopping asked between two days */
    packDays(brandId: string, keepDays: number, isStopping: () => boolean): Promise<number> {
      const now = clock().getTime()
      const begin = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS)
      const span = { from: begin(now - (keepDays - 1) * DAY_MS), to: begin(now - MOST_OLD_MS - ON_THE_WAY_MS) }
      return store.packDays(brandId, span, isStopping)
    },
    daily: store.daily,
    minutes: store.minutes,
    visitors: store.visitors,
    visitorDays: store.visitorDays,
    funnel: store.funnel,
    vitals: store.vitals,
    variants: store.variants,
    cohorts: store.cohorts,
    pageSteps: store.pageSteps,
    split: store.split,
  }
}

/** The beginning of the first day that is kept: a day goes when its first event has been kept for so many days. */
function firstKept(now: Date, keepDays: number): Date {
  return new Date(Math.ceil((now.getTime() - keepDays * DAY_MS) / DAY_MS) * DAY_MS)
}

export type Analytics = ReturnType<typeof createAnalytics>

function reasonAgainst({ e, ts, ...metrics }: TrackedFact, { isOn }: BatchSender, nowMs: number): Reason | null {
  if (!isOn) return 'switched_off'
  const known = eventOf(e)
  if (!known) return 'unknown_event'
  if (Object.keys(metrics).some((metric) => !Object.hasOwn(known.metrics, metric))) return 'unknown_metric'
  return ts > nowMs + MOST_AHEAD_MS || ts < nowMs - MOST_OLD_MS ? 'wrong_clock' : null
}

function storedEvent(
  { ts, e, ...metrics }: TrackedFact,
  { accountId, language }: BatchSender,
  { u, ...of }: Pick<StoredEvent, 'isBot' | 'width' | 'height'> & Pick<AnalyticsBatch, 'u'>,
): StoredEvent {
  if (!isUuid(u.visitor) || !isUuid(u.visit)) throw new Error('a batch without names of visitor and visit')
  return {
    ...{
      visitId: u.visit.toLowerCase(),
      visitorId: u.visitor.toLowerCase(),
      accountId,
      at: new Date(ts),
      number: e,
      ...of,
    },
    ...{ metrics: cleanMetrics(metrics), language, source: u.source ?? null, referrer: u.referrer ?? null },
  }
}

/** One statement may not name a row twice. */
function unique(events: readonly StoredEvent[]): StoredEvent[] {
  return [...new Map(events.map((event) => [`${event.visitId} ${event.at.getTime()} ${event.number}`, event])).values()]
}
