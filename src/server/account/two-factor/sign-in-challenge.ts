import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { SignInChallengeTable } from '#server/db/tables/sign-in-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { hashToken, newToken } from '../secrets/secrets.ts'

/** How long a sign-in waits for its second step. */
export const CHALLENGE_LIVES_MS = 5 * 60_000
/** Wrong codes after which a sign-in has to start again. */
export const CHALLENGE_ATTEMPTS = 5

/** A sign-in that waits for its second step. */
export interface SignInChallenge {
  readonly accountId: number
  readonly isRemembered: boolean
  readonly attemptsLeft: number
}

/** Which waiting sign-in is meant. */
export interface WaitingSignIn {
  readonly kind: SignInChallengeTable['kind']
  /** The `authId`, or the token of the browser. */
  readonly token: string
}

/** The waiting sign-in of which a request speaks: the one of an `authId`, or without one the sign-in by a social provider that
 *  the visitor's browser began. */
export function waitingSignIn({ browser = '' }: Visitor, authId?: string): WaitingSignIn {
  return authId === undefined ? { kind: 'social', token: browser } : { kind: 'password', token: authId }
}

/** Writes down that an account's first step is done.
 *  @param start `token` finds it again: the one of the browser's cookie, else a new one is made
 *  @returns the token, which is stored hashed */
export async function beginChallenge(
  tx: BrandTransaction,
  start: {
    readonly accountId: number
    readonly kind: SignInChallengeTable['kind']
    readonly isRemembered: boolean
    readonly token?: string
    readonly now: Date
  },
): Promise<string> {
  const { accountId, kind, isRemembered, token = newToken(), now } = start
  await tx.delete('sign_in_challenge').where('account_id', '=', accountId).where('expires_at', '<=', now).execute()
  await tx.delete('sign_in_challenge').where('auth_hash', '=', hashToken(token)).execute()
  await tx
    .insert('sign_in_challenge', {
      auth_hash: hashToken(token),
      account_id: accountId,
      kind,
      is_remembered: isRemembered,
      attempts_left: CHALLENGE_ATTEMPTS,
      created_at: now,
      expires_at: new Date(now.getTime() + CHALLENGE_LIVES_MS),
    })
    .execute()
  return token
}

/** The sign-in that a token stands for, locked until the end of the transaction; undefined when it is over, unknown, or older
 *  than the account's password. */
export async function lockChallenge(
  tx: BrandTransaction,
  of: WaitingSignIn & { readonly now: Date },
): Promise<SignInChallenge | undefined> {
  const row = await tx
    .select('sign_in_challenge')
    .selectAll()
    .where('auth_hash', '=', hashToken(of.token))
    .where('kind', '=', of.kind)
    .where('expires_at', '>', of.now)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const isOutdated = await tx
    .select('credential')
    .select('account_id')
    .where('account_id', '=', row.account_id)
    .where('changed_at', '>', row.created_at)
    .executeTakeFirst()
  if (isOutdated) return undefined
  return { accountId: row.account_id, isRemembered: row.is_remembered, attemptsLeft: row.attempts_left }
}

/** Counts a wrong code. @returns tries that are left */
export async function countWrongCode(
  tx: BrandTransaction,
  token: string,
  { attemptsLeft }: SignInChallenge,
): Promise<number> {
  const left = Math.max(0, attemptsLeft - 1)
  await tx.update('sign_in_challenge', { attempts_left: left }).where('auth_hash', '=', hashToken(token)).execute()
  return left
}

/** Uses up a sign-in. */
export async function dropChallenge(tx: BrandTransaction, token: string): Promise<void> {
  await tx.delete('sign_in_challenge').where('auth_hash', '=', hashToken(token)).execute()
}

/** Deletes at most `limit` sign-ins whose wait was over before a moment. @returns how many */
export async function deleteOldSecondSteps(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('sign_in_challenge')
    .select('auth_hash')
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const hashes = rows.map(({ auth_hash }) => auth_hash)
  if (hashes.length > 0) await tx.delete('sign_in_challenge').where('auth_hash', 'in', hashes).execute()
  return hashes.length
}
