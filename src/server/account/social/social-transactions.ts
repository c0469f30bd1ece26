import { createHmac } from 'node:crypto'
import type { SocialProviderId } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import type { SocialTransactionTable } from '#server/db/tables/sign-in-tables.ts'
import { hashToken } from '../secrets/secrets.ts'
import type { SocialBinding, SocialProfile } from './social-client.ts'

/** The way to the provider and back may take this long. */
export const TRANSACTION_LIVES_MS = 10 * 60_000
/** Filling in a form, or signing in to join, after the provider has confirmed the player. */
export const IDENTITY_LIVES_MS = 30 * 60_000

export type SocialPurpose = SocialTransactionTable['purpose']

/** A sign-in that has been used up by its way back. */
export interface ClaimedTransaction {
  readonly purpose: SocialPurpose
  readonly language: string
  readonly returnPath: string | null
}

/** A player whom a provider has confirmed in this browser. */
export interface ConfirmedIdentity {
  readonly provider: SocialProviderId
  readonly profile: SocialProfile
}

/** Nonce and code verifier of a sign-in follow from its state and the token that only its browser holds: nothing that is at
 *  rest here, or that the provider sends back, can finish it elsewhere. */
export function bindingOf(state: string, browser: string): SocialBinding {
  const derive = (what: string) => createHmac('sha256', browser).update(`${what}:${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') }
}

/** Writes down that a sign-in has begun. */
export async function beginTransaction(
  tx: BrandTransaction,
  begin: ClaimedTransaction & {
    readonly state: string
    readonly browser: string
    readonly provider: SocialProviderId
    readonly now: Date
  },
): Promise<void> {
  const { state, browser, provider, purpose, language, returnPath, now } = begin
  await tx
    .insert('social_transaction', {
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
      provider,
      purpose,
      language,
      return_path: returnPath,
      stage: 'started',
      subject: null,
      profile: null,
      created_at: now,
      expires_at: new Date(now.getTime() + TRANSACTION_LIVES_MS),
    })
    .execute()
}

/** Uses up a sign-in at its way back. Of several ways back at once, one gets it; one in another browser, or with the name of
 *  another provider, leaves it as it is. */
export async function claimTransaction(
  tx: BrandTransaction,
  claim: {
    readonly state: string
    readonly browser: string | undefined
    readonly provider: SocialProviderId
    readonly now: Date
  },
): Promise<ClaimedTransaction | 'other_browser' | 'expired' | 'failed'> {
  const { state, browser, provider, now } = claim
  const row = await tx
    .select('social_transaction')
    .selectAll()
    .where('state_hash', '=', hashToken(state))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'expired'
  if (browser === undefined || row.browser_hash !== hashToken(browser)) return 'other_browser'
  if (row.stage !== 'started' || row.expires_at <= now) return 'expired'
  if (row.provider !== provider) return 'failed'
  await tx.update('social_transaction', { stage: 'claimed' }).where('state_hash', '=', row.state_hash).execute()
  return { purpose: row.purpose, language: row.language, returnPath: row.return_path }
}

/** Notes whom the provider has confirmed, for the form or the joining that follows. */
export async function identifyTransaction(
  tx: BrandTransaction,
  identify: { readonly state: string; readonly profile: SocialProfile; readonly now: Date },
): Promise<void> {
  const { subject, ...rest } = identify.profile
  await tx
    .update('social_transaction', {
      stage: 'identified',
      subject: storableText(subject),
      profile: storableJson(rest),
      expires_at: new Date(identify.now.getTime() + IDENTITY_LIVES_MS),
    })
    .where('state_hash', '=', hashToken(identify.state))
    .where('stage', '=', 'claimed')
    .execute()
}

/** Whom a provider has confirmed last in a browser, while nothing has been made of it. */
export async function readIdentity(
  tx: BrandTransaction,
  of: { readonly browser: string | undefined; readonly now: Date },
): Promise<ConfirmedIdentity | undefined> {
  const row = await tx
    .select('social_transaction')
    .select(['provider', 'subject', 'profile'])
    .where('browser_hash', '=', hashToken(of.browser ?? ''))
    .where('stage', '=', 'identified')
    .where('expires_at', '>', of.now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.subject === null) return undefined
  return { provider: row.provider as SocialProviderId, profile: { ...row.profile, subject: row.subject } }
}

/** Uses up what providers have confirmed in a browser: of several who want it at once, one gets it. */
export async function takeIdentity(
  tx: BrandTransaction,
  of: { readonly browser: string | undefined; readonly now: Date },
): Promise<ConfirmedIdentity | undefined> {
  const identity = await readIdentity(tx, of)
  if (!identity) return undefined
  const taken = await tx
    .delete('social_transaction')
    .where('browser_hash', '=', hashToken(of.browser ?? ''))
    .where('stage', '=', 'identified')
    .executeTakeFirst()
  return taken.numDeletedRows > 0n ? identity : undefined
}

/** Forgets a sign-in that is done or has failed. */
export async function dropTransaction(tx: BrandTransaction, state: string): Promise<void> {
  await tx.delete('social_transaction').where('state_hash', '=', hashToken(state)).execute()
}

/** Deletes at most `limit` sign-ins that were over before a moment. @returns how many */
export async function deleteOldTransactions(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('social_transaction')
    .select('state_hash')
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const hashes = rows.map(({ state_hash }) => state_hash)
  if (hashes.length > 0) await tx.delete('social_transaction').where('state_hash', 'in', hashes).execute()
  return hashes.length
}
