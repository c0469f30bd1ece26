import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PasskeyChallengeTable } from '#server/db/tables/sign-in-tables.ts'
import { hashToken, newToken } from '../secrets/secrets.ts'

/** How long an authenticator has time to sign. */
export const PASSKEY_CHALLENGE_LIVES_MS = 5 * 60_000

/** What a challenge is for, and what it is bound to: the id of a session, a browser's token, or what a waiting sign-in is
 *  found by. */
export interface ChallengeUse {
  readonly purpose: PasskeyChallengeTable['purpose']
  readonly boundTo: string
}

/** Writes down a new challenge. @param start `userHandle` of a passkey that is being made   @returns the challenge, base64url */
export async function beginPasskeyChallenge(
  tx: BrandTransaction,
  start: ChallengeUse & { readonly userHandle?: string; readonly now: Date },
): Promise<string> {
  const { purpose, boundTo, userHandle = null, now } = start
  const challenge = newToken()
  await tx
    .insert('passkey_challenge', {
      challenge_hash: hashToken(challenge),
      purpose,
      bound_hash: hashToken(boundTo),
      user_handle: userHandle,
      expires_at: new Date(now.getTime() + PASSKEY_CHALLENGE_LIVES_MS),
    })
    .execute()
  return challenge
}

/** Uses up a challenge: whatever the signature is worth, it is taken once. Of several tries at once, one gets it.
 *  @returns undefined when it is over, was used, or is bound to something else */
export async function takePasskeyChallenge(
  tx: BrandTransaction,
  of: ChallengeUse & { readonly challenge: string; readonly now: Date },
): Promise<{ readonly userHandle: string | null } | undefined> {
  const { purpose, boundTo, challenge, now } = of
  const row = await tx
    .delete('passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('bound_hash', '=', hashToken(boundTo))
    .returning(['user_handle as userHandle', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return row && row.expiresAt > now ? { userHandle: row.userHandle } : undefined
}

/** Deletes at most `limit` challenges that were over before a moment. @returns how many */
export async function deleteOldPasskeyChallenges(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('passkey_challenge')
    .select('challenge_hash')
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const hashes = rows.map(({ challenge_hash }) => challenge_hash)
  if (hashes.length > 0) await tx.delete('passkey_challenge').where('challenge_hash', 'in', hashes).execute()
  return hashes.length
}
