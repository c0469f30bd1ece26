import type { ColumnType } from 'kysely'
import type { PasskeyBody } from '#schemas'
import type { Json } from './column-types.ts'

export type CodePurpose = 'activation' | 'password_reset' | 'phone' | 'contact' | 'contact_undo' | 'sign_in'

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

/** A browser in which a player has signed in. */
export interface KnownBrowserTable {
  brand_id: string
  account_id: number
  /** SHA-256 of the token in its cookie, base64url. */
  browser_hash: string
  /** The latest session of the player in it. */
  session_id: string
  created_at: Date
  last_used_at: Date
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
  /** What the provider sent: e-mail, name and surname, none of it proved. */
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

/** A code that replaces the app's, once. */
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
  /** SHA-256 of the id that was sent to the page; after a social sign-in, of the token of its browser's cookie. */
  auth_hash: string
  account_id: number
  kind: 'password' | 'social'
  is_remembered: boolean
  attempts_left: number
  created_at: Date
  expires_at: Date
}

/** A player whose signing in asks for a code by mail. */
export interface EmailFactorTable {
  brand_id: string
  account_id: number
  enabled_at: Date
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
