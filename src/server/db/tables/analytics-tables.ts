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
