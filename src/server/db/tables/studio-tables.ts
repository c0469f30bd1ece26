import type { ColumnType, Generated } from 'kysely'

/** JSON that is written as text and read as a value. */
type Json<Value> = ColumnType<Value, string, string>

interface Grant {
  readonly role: string
  readonly scope: string
  readonly parts?: readonly string[]
}

type PasskeyTransport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'

interface AccountTable {
  account_id: Generated<number>
  name: string
  email: string
  password_hash: string
  totp_secret: string | null
  totp_pending: string | null
  totp_last_step: number | null
  user_handle: string | null
  created_at: Date
  last_sign_in_at: Date | null
}

interface GrantTable {
  account_id: number
  role: string
  scope: string
  parts: Json<readonly string[]> | null
}

interface PasskeyTable {
  credential_id: string
  account_id: number
  host: string
  public_key: string
  sign_count: number
  transports: Json<readonly PasskeyTransport[]>
  name: string
  device: string
  created_at: Date
  last_used_at: Date | null
}

interface PasskeyChallengeTable {
  challenge_hash: string
  account_id: number | null
  expires_at: Date
}

interface PasswordLinkTable {
  account_id: number
  token_hash: string
  expires_at: Date
}

interface SessionTable {
  token_hash: string
  account_id: number
  address: string
  device: string
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

interface InvitationTable {
  token_hash: string
  email: string | null
  grants: Json<readonly Grant[]>
  created_at: Date
  expires_at: Date
}

interface ActTable {
  sequence: number
  at: Date
  account: string
  brand_id: string | null
  act: string
  details: Json<Readonly<Record<string, string | number | boolean>>>
  hash: string
}

interface DraftTable {
  brand_id: string
  opened_at: Date
  base: Json<Readonly<Record<string, string>>>
  sequence: number
}

interface DraftEditTable {
  brand_id: string
  sequence: number
  account: string
  editor: string
  at: Date
  edit: Json<{ readonly path: string; readonly pointer: string; readonly value?: unknown }>
}

interface DraftPersonTable {
  brand_id: string
  editor: string
  account: string
  path: string | null
  pointer: string | null
  seen_at: Date
}

interface BlobTable {
  hash: string
  bytes: Uint8Array
}

interface RevisionTable {
  brand_id: string
  number: number
  at: Date
  author: string
  message: string
  hash: string
  files: Json<Readonly<Record<string, string>>>
}

interface ScheduledTable {
  schedule_id: Generated<number>
  brand_id: string
  at: Date
  author: string
  message: string
  state: 'waiting' | 'published' | 'conflict' | 'withdrawn'
  reason: string | null
  base: Json<Readonly<Record<string, string>>>
  files: Json<Readonly<Record<string, string>>>
}

interface PlayerNoteTable {
  note_id: Generated<number>
  brand_id: string
  account_id: number
  author: string
  at: Date
  body: string
}

interface DeskClaimTable {
  brand_id: string
  kind: 'support' | 'identification' | 'appeal' | 'payment' | 'doubt' | 'result' | 'protection'
  /** The account number, or the number of the appeal. */
  item: number
  operator_id: number
  operator_name: string
  claimed_at: Date
}

/** The tables of the studio, as kysely reads them. */
export interface StudioDatabase {
  'studio.account': AccountTable
  'studio.grant_of_account': GrantTable
  'studio.passkey': PasskeyTable
  'studio.passkey_challenge': PasskeyChallengeTable
  'studio.password_link': PasswordLinkTable
  'studio.session': SessionTable
  'studio.invitation': InvitationTable
  'studio.act': ActTable
  'studio.draft': DraftTable
  'studio.draft_edit': DraftEditTable
  'studio.draft_person': DraftPersonTable
  'studio.blob': BlobTable
  'studio.revision': RevisionTable
  'studio.scheduled': ScheduledTable
  'studio.player_note': PlayerNoteTable
  'studio.desk_claim': DeskClaimTable
}
