import type { Generated } from 'kysely'
import type { DocumentMediaType } from '#schemas'

/** One preference of a player. */
export interface PlayerSettingTable {
  brand_id: string
  account_id: number
  setting_id: string
  setting_value: string
  changed_at: Date
}

/** A sport that a player does not want to see before the match or live. */
export interface DisallowedSportTable {
  brand_id: string
  account_id: number
  feed: 'line' | 'live'
  sport_id: number
}

/** A message to a player: of an operator with title and body, or of the site itself by a template. */
export interface PlayerMessageTable {
  brand_id: string
  message_id: Generated<number>
  account_id: number
  template: string | null
  title: string | null
  body: string | null
  created_at: Date
  read_at: Date | null
}

/** A line of a player's talk with the support. */
export interface SupportMessageTable {
  brand_id: string
  support_message_id: Generated<number>
  account_id: number
  /** Name of who has answered; null for what the player wrote. */
  consultant: string | null
  body: string
  created_at: Date
  /** When the player saw an answer. */
  read_at: Date | null
  /** The request to the payment consultant that a line is about. */
  consultant_request_id?: number | null
  /** The queue at the desk that a player has written to; null for answers. */
  queue: string | null
}

/** A file that a player has sent to the support; its content lies sealed in the store of documents. */
export interface SupportFileTable {
  brand_id: string
  file_id: string
  account_id: number
  support_message_id: number
  name: string
  media_type: DocumentMediaType
  size_bytes: number
  /** Of the content, base64url. */
  sha256: string
  storage_name: string
  sent_at: Date
}

/** When a side of a talk typed last. */
export interface SupportTypingTable {
  brand_id: string
  account_id: number
  side: 'player' | 'consultant'
  /** Name of the consultant; null for the player. */
  consultant: string | null
  typed_at: Date
}

/** The PIN by which players identify themselves to support. */
export interface SupportPinTable {
  brand_id: string
  account_id: number
  pin_id: string
  pin_hash: string
  attempts_left: number
  created_at: Date
  expires_at: Date
}

/** A field of a profile that has been compared with a document. */
export interface VerifiedFieldTable {
  brand_id: string
  account_id: number
  field_id: string
  verified_at: Date
}
