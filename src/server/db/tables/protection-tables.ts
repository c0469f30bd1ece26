import type { ColumnType, Generated } from 'kysely'
import type { LimitKind, LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import type { DocumentType, IdentificationStateName, PlayerBreak } from '#schemas'
import type { Json } from './column-types.ts'

/** How far the identification of a player has come. */
export interface IdentificationTable {
  brand_id: string
  account_id: number
  state: IdentificationStateName
  changed_at: Date
  document_type: DocumentType | null
  /** The answers of the form, sealed by the secret box. */
  fields: string | null
}

/** A state that an identification came to. */
export interface IdentificationStepTable {
  brand_id: string
  step_id: Generated<number>
  account_id: number
  state: IdentificationStateName
  at: Date
  taken_by: 'player' | 'operator' | 'site' | 'provider'
  /** The operator's reason as shown to the player, or the player's objection. */
  reason: string | null
}

/** A document of identity; its content lies sealed in the store. */
export interface IdentityDocumentTable {
  brand_id: string
  document_id: string
  account_id: number
  document_type: DocumentType
  media_type: string
  size_bytes: number
  /** Of the content, base64url. */
  sha256: string
  storage_name: string
  uploaded_at: Date
  /** Null until it is sent to be checked. */
  sent_at: Date | null
}

/** A limit that a player has set. */
export interface PlayerLimitTable {
  brand_id: string
  account_id: number
  kind: LimitKind
  period: LimitPeriod
  /** Null of a limit on time. */
  currency: string | null
  /** Minor units, or milliseconds; null when there is no limit (any more). */
  amount: number | null
  /** Of a raise that waits; null takes the limit away. */
  raise_amount: number | null
  /** From when a raise can be confirmed, and when it lapses; null when none waits. */
  raise_starts_at: Date | null
  raise_lapses_at: Date | null
  changed_at: Date
}

/** A break that a player has taken; rows never change. */
export interface PlayerBreakTable {
  brand_id: string
  break_id: Generated<number>
  account_id: number
  kind: PlayerBreak['kind']
  reason: string | null
  starts_at: Date
  ends_at: Date
}

/** What was done to protect a player; rows never change. */
export interface ProtectionActTable {
  brand_id: string
  act_id: Generated<number>
  account_id: number
  kind:
    | 'limit_set'
    | 'raise_asked'
    | 'raise_confirmed'
    | 'raise_withdrawn'
    | 'break_taken'
    | 'limits_reviewed'
    | 'return_asked'
    | 'vulnerability_checked'
    | 'funds_acknowledged'
    | 'contact_asked'
    | 'contacted'
    | 'risk_noticed'
    | 'risk_reviewed'
  detail: Json<Readonly<Record<string, string | number | null>>>
  /** Hash of the brand's configuration at that time. */
  configuration: string
  at: Date
}

/** That a player whose exclusion has ended wants to play again; rows never change. */
export interface PlayerReturnTable {
  brand_id: string
  return_id: Generated<number>
  account_id: number
  asked_at: Date
  /** From when they can play. */
  opens_at: Date
}

/** That somebody with an address is not the person of a mark; rows never change. */
export interface FalseMatchTable {
  brand_id: string
  /** Of name, birthday and country. */
  mark: string
  /** Of an address that belongs to who was mistaken for them. */
  address_mark: string
  operator: string
  reason: string
  at: Date
}

/** A session of a player that is kept no more; rows never change. */
export interface PastSessionTable {
  brand_id: string
  past_id: Generated<number>
  account_id: number
  started_at: Date
  ended_at: Date
}

/** By what a player is known again under another account. */
export interface PersonMarkTable {
  brand_id: string
  account_id: number
  kind: 'email' | 'phone' | 'person'
  /** SHA-256, base64url. */
  mark: string
}

/** A break by a mark of who took it; every brand reads it, rows never change. */
export interface SharedBreakTable {
  brand_id: string
  break_id: number
  mark: string
  exclusion_group: string
  kind: PlayerBreak['kind']
  starts_at: Date
  ends_at: Date
}

/** What a register of excluded persons last answered of a person. */
export interface RegisterAnswerTable {
  brand_id: string
  register: string
  mark: string
  outcome: 'clear' | 'excluded' | 'silent'
  asked_at: Date
  ends_at: Date | null
}

/** A deposit that the file of all operators has counted. */
export interface DepositPermissionTable {
  brand_id: string
  permission_id: Generated<number>
  account_id: number
  /** Name of the deposit. */
  deposit_id: string
  currency: string
  amount_minor: number
  asked_at: Date
  /** When a deposit was begun on it; null while none was. */
  used_at: Date | null
}

/** What the file of all operators knows of where a person plays. */
export interface PlayerActivityTable {
  brand_id: string
  /** Of name, birthday and country. */
  mark: string
  state: 'active' | 'elsewhere' | 'silent' | 'leaving' | 'left'
  changed_at: Date
  waits_until: Date | null
}

/** A check of a player's identity by a provider. */
export interface IdentityCheckTable {
  brand_id: string
  check_id: string
  account_id: number
  provider: 'sumsub' | 'smart_id' | 'mobile_id' | 'verigram'
  /** The provider's name for it: a session, or the applicant. */
  reference: string
  /** Random bytes whose hash the player's device signs, base64; null where nothing is signed. */
  challenge: string | null
  state: 'running' | 'verified' | 'rejected' | 'failed'
  reason: string | null
  started_at: Date
  /** When the provider decided, by its own clock. */
  decided_at: Date | null
}

export interface SafeRecordTable {
  brand_id: string
  number: number
  currency_account_id: number
  sequence: number
  at: Date
  hash: Uint8Array
  sealed: Uint8Array
}

export interface SafeHeadTable {
  brand_id: string
  number: number
  hash: Uint8Array
  scanned_id: ColumnType<number, number | undefined, number>
  salt: ColumnType<Uint8Array, Uint8Array, never>
}
