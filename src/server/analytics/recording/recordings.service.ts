import { gzipSync } from 'node:zlib'
import { isUuid } from '#machines/analytics/analytics.rules.ts'
import type { RecordedEvent, RecordingAnswer, RecordingSegment } from '#schemas'
import type { RecordingStore } from './recording-store.ts'
import { unpackSegment } from './unpack-segment.ts'

export interface RecordingsPorts {
  readonly store: RecordingStore
  readonly clock: () => Date
}

/** Who sends a segment. */
export interface SegmentSender {
  readonly brandId: string
  /** By the cookie of the session, whatever a header says; null of a guest. */
  readonly accountId: number | null
  readonly device: string
  readonly language: string
  /** Whether the brand records visits. */
  readonly isOn: boolean
}

/** A segment as it has come. */
export interface ReceivedSegment {
  /** X-Sess-Id: name of the visit. */
  readonly session: string
  readonly contentType: string
  readonly body: Uint8Array
}

/** Why a segment is not kept. */
export type SegmentRefusal = NonNullable<RecordingAnswer['reason']>

const [META, WHOLE, OWN] = [4, 2, 5]
const DAY_MS = 86_400_000
/** How far the clock of a page may be from ours, ms. */
const MOST_AHEAD_MS = 300_000
const MOST_OLD_MS = DAY_MS
/** The most that a recording takes, and how long it may be. */
const MOST_BYTES = 20 * 1024 * 1024
const MOST_LENGTH_MS = 4 * 3_600_000
const MOST_PAGES = 200
/** How many old recordings go at once. */
const CLEAN_BATCH = 200

/** Takes recordings of visits and gives them back (REC-2, REC-11): a segment is kept whole or not at all, and what is refused is counted by
 *  reason. */
export function createRecordings({ store, clock }: RecordingsPorts) {
  async function keep(
    sender: SegmentSender,
    received: ReceivedSegment,
    nowMs: number,
  ): Promise<number | SegmentRefusal> {
    if (!sender.isOn) return 'switched_off'
    if (!isUuid(received.session)) return 'no_session'
    const segment = unpackSegment(received.contentType, received.body)
    if (typeof segment === 'string') return segment
    const reason = reasonAgainst(segment, nowMs)
    if (reason) return reason
    const times = segment.events.map(({ timestamp }) => timestamp)
    const body = gzipSync(JSON.stringify(segment.events))
    return store.add(sender.brandId, {
      ...{ session: received.session, accountId: sender.accountId, device: sender.device, language: sender.language },
      ...{ chain: segment.chain, part: segment.part, body, events: segment.events.length },
      firstAt: new Date(Math.min(...times)),
      lastAt: new Date(Math.max(...times)),
      pages: pagesOf(segment.events),
      limits: { bytes: MOST_BYTES, lengthMs: MOST_LENGTH_MS, pages: MOST_PAGES },
    })
  }

  return {
    /** Keeps a segment, whole or not at all; what was there before changes nothing. */
    async take(sender: SegmentSender, received: ReceivedSegment): Promise<RecordingAnswer> {
      const now = clock()
      const kept = await keep(sender, received, now.getTime())
      if (typeof kept === 'number') return { ts: now.getTime(), kept }
      await store.countRefusal(sender.brandId, kept, now)
      return { ts: now.getTime(), kept: 0, reason: kept }
    },
    /** Deletes what is older than a brand keeps it. */
    async deleteOld(brandId: string, keepDays: number, isStopping: () => boolean): Promise<void> {
      const before = new Date(clock().getTime() - keepDays * DAY_MS)
      for (let gone = CLEAN_BATCH; gone === CLEAN_BATCH && !isStopping(); )
        gone = await store.deleteBefore(brandId, before, CLEAN_BATCH)
    },
    list: store.list,
    refusals: store.refusals,
    find: store.find,
  }
}

export type Recordings = ReturnType<typeof createRecordings>

function reasonAgainst({ part, events }: RecordingSegment, nowMs: number): SegmentRefusal | null {
  const [first, second] = events
  const beginsWhole = first?.type === META && second?.type === WHOLE
  if (part === 0 && !beginsWhole) return 'out_of_order'
  const isNow = events.every(({ timestamp }) => timestamp > nowMs - MOST_OLD_MS && timestamp < nowMs + MOST_AHEAD_MS)
  return isNow ? null : 'wrong_clock'
}

/** Routes of the pages that were shown. */
function pagesOf(events: readonly RecordedEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    const { tag, payload } = data as { readonly tag?: unknown; readonly payload?: { readonly route?: unknown } }
    const route = payload?.route
    return type === OWN && tag === 'page' && typeof route === 'string' && /^[\w-]{1,60}$/.test(route) ? [route] : []
  })
}
