import type { ColumnType, Generated } from 'kysely'
import type { Json } from './column-types.ts'

export type AccountState = 'pending' | 'active' | 'blocked' | 'closed'
export type IdentifierKind = 'email' | 'phone'

/** A player's account; its id is the account number that the player may sign in with. */
export interface AccountTable {
  brand_id: string
  account_id: Generated<number>
  registered_by: string
  state: AccountState
  created_at: Date
  activated_at: Date | null
  /** When its player closed it. */
  closed_at: ColumnType<Date | null, never, Date | null>
}

/** An e-mail address or phone of an account, normalised; it is unique in its brand once it is verified. */
export interface IdentifierTable {
  brand_id: string
  account_id: number
  kind: IdentifierKind
  value: string
  created_at: Date
  verified_at: Date | null
  /** Whether codes for this phone may come by the player's messenger. */
  takes_app_messages: ColumnType<boolean, boolean | undefined, boolean>
}

/** An address that a player wants to have, until it is proved. */
export interface ContactChangeTable {
  brand_id: string
  account_id: number
  kind: IdentifierKind
  /** The session that began it. */
  session_id: string
  /** The new address, normalised. */
  value: string
  created_at: Date
  /** When the player has shown that the account is theirs. */
  allowed_at: Date | null
  expires_at: Date
}

export interface CredentialTable {
  brand_id: string
  account_id: number
  /** PHC string of argon2id. */
  password_hash: string
  changed_at: Date
}

/** Consents given: field id → the accepted version of its text, and when (ISO 8601). */
export type ConsentRecord = Readonly<Record<string, { readonly version: string; readonly acceptedAt: string }>>

/** The name among the consents of a profile of the terms in force; no field of a form is called so. */
export const TERMS_CONSENT = 'terms_in_force'

export interface ProfileTable {
  brand_id: string
  account_id: number
  /** ISO 3166-1 alpha-2, lower case. */
  country: string | null
  language: string
  /** yyyy-MM-dd */
  birthday: string | null
  /** The answered fields by their id, without passwords. */
  fields: Json<Readonly<Record<string, unknown>>>
  consents: Json<ConsentRecord>
  updated_at: Date
}

/** Names of a player in small letters, the given name or the surname first; the database keeps them as profiles are written. */
export interface PlayerNameTable {
  brand_id: string
  account_id: number
  name: string
}

export interface SecurityEventTable {
  brand_id: string
  event_id: Generated<number>
  account_id: number | null
  kind: string
  at: Date
  ip: string
  device: string
  details: Json<Readonly<Record<string, unknown>>>
}

/** The name by which a player signs in, beside their addresses and number. */
export interface LoginNameTable {
  brand_id: string
  account_id: number
  /** In lower case. */
  name: string
  changed_at: Date
}

/** What somebody has written about the block of an account. */
export interface BlockAppealTable {
  brand_id: string
  appeal_id: Generated<number>
  /** The account as the writer names it; nobody has checked that it is theirs. */
  login: string
  email: string
  language: string
  body: string
  created_at: Date
  /** Null while it waits, like the answer and its time. */
  decision: ColumnType<'accepted' | 'refused' | null, never, 'accepted' | 'refused'>
  answer: ColumnType<string | null, never, string>
  decided_at: ColumnType<Date | null, never, Date>
}

/** A player's secret question: from the brand's list, or in their own words. */
export interface SecretQuestionTable {
  brand_id: string
  account_id: number
  question_id: number | null
  question: string | null
  /** PHC string of argon2id. */
  answer_hash: string
  changed_at: Date
}
