import type { ColumnType, Generated } from 'kysely'
import type { Json } from './column-types.ts'

export type MessageKind = 'mail' | 'sms'
export type MessageState = 'queued' | 'sent' | 'failed'

export interface OutboxTable {
  brand_id: string
  message_id: Generated<number>
  kind: MessageKind
  recipient: string
  template: string
  language: string
  params: Json<Readonly<Record<string, string | number>>>
  /** Parameters that must not outlive the sending: codes and links. */
  secrets: ColumnType<Readonly<Record<string, string>> | null, string | null, string | null>
  state: MessageState
  attempts: number
  created_at: Date
  next_attempt_at: Date
  sent_at: Date | null
  last_error: string | null
}
