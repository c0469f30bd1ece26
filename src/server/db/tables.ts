import type { ColumnType, Generated } from 'kysely'
import type { DocumentType, IdentificationStateName, PasskeyBody } from '#schemas'

/** A jsonb column: read as its value, written as JSON text, which both engines take alike. */
export type Json<Value> = ColumnType<Value, string, string>

export type AccountState = 'pending' | 'active' | 'closed'
export type IdentifierKind = 'email' | 'phone'
export type CurrencyAccountKind = 'cash' | 'bonus' | 'pending' | 'points' | 'house' | 'tax' | 'rounding' | 'liquidity'
export type CodePurpose = 'activation' | 'password_reset' | 'phone' | 'contact' | 'contact_undo' | 'sign_in'
export type MessageKind = 'mail' | 'sms'
export type MessageState = 'queued' | 'sent' | 'failed'

/** A player's account; its id is the account number that he may sign in with. */
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
  /** When the player has shown that the account is his. */
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

export interface SessionTable {
  brand_id: string
  session_id: string
  account_id: number
  /** SHA-256 of the token in the cookie, base64url. */
  token_hash: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  device: string
  place: string
}

export interface CurrencyAccountTable {
  brand_id: string
  currency_account_id: Generated<number>
  /** Null for accounts of the house. */
  account_id: number | null
  /** ISO 4217 code, upper case. */
  currency: string
  kind: CurrencyAccountKind
  is_active: boolean
  created_at: Date
  /** Nothing is booked on a closed account; it may be opened again. */
  closed_at: ColumnType<Date | null, never, Date | null>
}

export interface OneTimeCodeTable {
  brand_id: string
  code_id: string
  purpose: CodePurpose
  account_id: number | null
  /** What the code is looked up by when there is no account yet: a phone in a browser, or a login. */
  subject: string | null
  link_hash: string
  code_hash: string
  attempts_left: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

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

/** A sign-in by a social provider on its way; it belongs to the browser that began it. */
export interface SocialTransactionTable {
  brand_id: string
  /** Of the parameter that goes to the provider and comes back. */
  state_hash: string
  browser_hash: string
  /** As the brand names it: `fb` or `facebook`. */
  provider: string
  purpose: 'sign_in' | 'registration'
  language: string
  return_path: string | null
  stage: 'started' | 'claimed' | 'identified'
  subject: string | null
  /** What the provider told: e-mail, name and surname, none of it proved. */
  profile: ColumnType<Readonly<Record<string, string>> | null, string | null, string | null>
  created_at: Date
  expires_at: Date
}

/** Who a player is at a social provider; unique in its brand once it is joined. */
export interface SocialIdentityTable {
  brand_id: string
  account_id: number
  provider: string
  subject: string
  /** While it waits for the proof of an e-mail address: the browser that began. */
  browser_hash: string | null
  created_at: Date
  joined_at: Date | null
}

/** The secret that a player's app shares with the server. */
export interface TwoFactorTable {
  brand_id: string
  account_id: number
  /** Sealed by the secret box. */
  secret: string
  created_at: Date
  /** Null while it waits to be switched on. */
  enabled_at: Date | null
  /** The latest time step whose code was taken: none up to it is taken again. */
  last_step: number
  /** SHA-256 of what a right code has proved, and for which session until when. */
  proof_hash: string | null
  proof_session_id: string | null
  proof_expires_at: Date | null
}

/** A code that stands in for the app, once. */
export interface RecoveryCodeTable {
  brand_id: string
  account_id: number
  code_hash: string
  created_at: Date
  used_at: Date | null
}

/** A sign-in whose first step is done and whose second is awaited. */
export interface SignInChallengeTable {
  brand_id: string
  /** SHA-256 of the id that was told to the page; after a social sign-in, of the token of its browser's cookie. */
  auth_hash: string
  account_id: number
  kind: 'password' | 'social'
  is_remembered: boolean
  attempts_left: number
  created_at: Date
  expires_at: Date
}

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
}

/** The number by which a player shows the support that he is himself. */
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

/** A player whose signing in asks for a code by mail. */
export interface EmailFactorTable {
  brand_id: string
  account_id: number
  enabled_at: Date
}

/** A player's secret question: of the brand's list, or in his own words. */
export interface SecretQuestionTable {
  brand_id: string
  account_id: number
  question_id: number | null
  question: string | null
  /** PHC string of argon2id. */
  answer_hash: string
  changed_at: Date
}

/** A public key of a player's authenticator. */
export interface PasskeyTable {
  brand_id: string
  /** The authenticator's own id of it, base64url. */
  credential_id: string
  account_id: number
  /** The only host that it opens the account on. */
  host: string
  /** Random name of the account that its authenticators keep, base64url. */
  user_handle: string
  /** COSE (RFC 9053), base64url. */
  public_key: string
  /** How often it was used, as far as its authenticator counts. */
  sign_count: number
  transports: Json<PasskeyBody['transports']>
  name: string
  /** User agent of the browser that made it. */
  device: string
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/** What an authenticator has been given to sign. */
export interface PasskeyChallengeTable {
  brand_id: string
  /** SHA-256 of it. */
  challenge_hash: string
  purpose: 'making' | 'sign_in' | 'second_step'
  /** SHA-256 of what it is bound to: the id of a session, the token of a browser's cookie, or the `authId` of a sign-in. */
  bound_hash: string
  /** Of a passkey that is being made. */
  user_handle: string | null
  expires_at: Date
}

/** The answer to a registration that may be sent again, sealed with the key that its sender made. */
export interface KeptAnswerTable {
  brand_id: string
  /** Follows from the key, which does not follow from it. */
  name: string
  /** Follows from the key and the whole request. */
  request_mark: string
  /** Encrypted under the key. */
  answer: string
  expires_at: Date
}

export interface LedgerTransferTable {
  brand_id: string
  transfer_id: Generated<number>
  kind: string
  /** What the transfer is about; a second one of the same kind and reference is refused. */
  reference: string
  created_at: Date
  /** Why an operator has moved money by hand. */
  note?: string | null
}

export interface LedgerEntryTable {
  brand_id: string
  transfer_id: number
  line: number
  currency_account_id: number
  currency: string
  /** Minor units, not zero; the entries of a transfer sum to zero per currency. */
  amount_minor: number
  /** Its place among the entries of the account, from 1; the database counts. */
  sequence: ColumnType<number, never, never>
  /** Minor units of the account after it; the database counts. */
  balance_minor: ColumnType<number, never, never>
}

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
  taken_by: 'player' | 'operator'
  /** What the operator told the player, or what the player objects. */
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

/** Every table of the database, as kysely reads it. */
export interface Database {
  account: AccountTable
  identifier: IdentifierTable
  contact_change: ContactChangeTable
  credential: CredentialTable
  profile: ProfileTable
  session: SessionTable
  currency_account: CurrencyAccountTable
  one_time_code: OneTimeCodeTable
  outbox: OutboxTable
  security_event: SecurityEventTable
  social_transaction: SocialTransactionTable
  social_identity: SocialIdentityTable
  secret_question: SecretQuestionTable
  email_factor: EmailFactorTable
  kept_answer: KeptAnswerTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  sign_in_challenge: SignInChallengeTable
  player_setting: PlayerSettingTable
  disallowed_sport: DisallowedSportTable
  player_message: PlayerMessageTable
  support_message: SupportMessageTable
  support_pin: SupportPinTable
  verified_field: VerifiedFieldTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  ledger_transfer: LedgerTransferTable
  ledger_entry: LedgerEntryTable
  identification: IdentificationTable
  identification_step: IdentificationStepTable
  identity_document: IdentityDocumentTable
}
