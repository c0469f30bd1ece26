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
}

export interface AnalyticsHourTable {
  brand_id: string
  hour: Date
  number: number
  is_bot: boolean
  events: number
}
