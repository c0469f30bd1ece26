import type { Generated } from 'kysely'
import type { TrackedFact } from '#schemas'
import type { Json } from './column-types.ts'

export interface AnalyticsEventTable {
  brand_id: string
  visit_id: string
  at: Date
  number: number
  visitor_id: string
  account_id: number | null
  is_bot: boolean
  metrics: Json<Omit<TrackedFact, 'ts' | 'e'>>
  language: string
  source: string | null
  referrer: string | null
  /** Size of the window, px. */
  screen_width: number | null
  screen_height: number | null
}

/** Events of a kind and a day, packed; number 0 has the visitors of the day. */
export interface AnalyticsPackTable {
  brand_id: string
  /** Its beginning (UTC). */
  day: Date
  number: number
  events: Uint8Array
  /** The first of each visitor alone. */
  firsts: Uint8Array
}

/** Events of a kind and an hour of a day that still takes events, packed. */
export interface AnalyticsHourPackTable {
  brand_id: string
  /** Its beginning (UTC). */
  hour: Date
  number: number
  /** Events of the hour by the sums of hours, when it was packed. */
  summed: number
  events: Uint8Array
}

/** A funnel that was asked for. */
export interface AnalyticsFunnelTable {
  brand_id: string
  /** Its steps, exclusions and window, such as `1,1000/1001/86400000`. */
  funnel: string
  /** The earliest that was asked for. */
  first_day: Date
  asked_at: Date
}

/** Who entered a funnel on a day, and how far they have come. */
export interface AnalyticsFunnelDayTable {
  brand_id: string
  funnel: string
  /** Its beginning (UTC). */
  day: Date
  /** What was done before this moment is counted. */
  counted_until: Date
  /** Visitors who can come no further, packed. */
  ended: Uint8Array
  /** Visitors who still can, packed with the time of their entry. */
  open: Uint8Array
}

/** How often events of players were deleted. */
export interface AnalyticsDeletionTable {
  brand_id: string
  times: Generated<number>
}

export interface AnalyticsHourTable {
  brand_id: string
  hour: Date
  number: number
  is_bot: boolean
  events: number
}

export interface RecordingTable {
  brand_id: string
  recording_id: Generated<string>
  session_id: string
  account_id: number | null
  device: string
  language: string
  started_at: Date
  ended_at: Date
  events: number
  bytes: number
  pages: Json<readonly string[]>
}

export interface RecordingSegmentTable {
  brand_id: string
  recording_id: string
  chain_id: string
  part: number
  first_at: Date
  body: Uint8Array
}

export interface RecordingRefusalTable {
  brand_id: string
  day: Date
  reason: string
  segments: number
}
