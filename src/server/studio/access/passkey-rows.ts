import type { PasskeyUseBody, StudioPasskey } from '#schemas'
import { challengeIn, checkPasskeyUse, type PasskeyPlace } from '#server/account/passkeys/passkey-check.ts'
import { hashToken, newToken } from '#server/account/secrets/secrets.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'

/** How long an authenticator has time to sign, ms. */
export const CHALLENGE_MS = 5 * 60_000

/** Where the studio was asked for: scheme, host and port, and the host, which is the relying party of WebAuthn. */
export function placeOf(origin: string): PasskeyPlace {
  return { origin, host: new URL(origin).hostname }
}

/** Writes down a new challenge; those that are over go. @param accountId of a passkey that is being made; null at a sign-in
 *  @returns the challenge, base64url */
export async function beginChallenge(tx: StudioTransaction, accountId: number | null, now: Date): Promise<string> {
  await tx.deleteFrom('studio.passkey_challenge').where('expires_at', '<=', now).execute()
  const challenge = newToken()
  await tx
    .insertInto('studio.passkey_challenge')
    .values({
      challenge_hash: hashToken(challenge),
      account_id: accountId,
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute()
  return challenge
}

/** Uses up a challenge: of several tries, one gets it. @returns whether it is good for this */
export async function takeChallenge(
  tx: StudioTransaction,
  { challenge, accountId, now }: { readonly challenge: string; readonly accountId: number | null; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('studio.passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('account_id', 'is not distinct from', accountId)
    .where('expires_at', '>', now)
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** The passkeys of an account, the latest first. */
export async function passkeysOf(tx: StudioTransaction, accountId: number): Promise<StudioPasskey[]> {
  const rows = await tx
    .selectFrom('studio.passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ credential_id: id, name, device, created_at, last_used_at }) => ({
    id,
    name,
    device,
    createdAt: created_at.toISOString(),
    ...(last_used_at ? { lastUsedAt: last_used_at.toISOString() } : {}),
  }))
}

/** The passkeys of an account for a host, as they are described to browsers. */
export async function passkeyKeys(tx: StudioTransaction, accountId: number, host: string) {
  const rows = await tx
    .selectFrom('studio.passkey')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .execute()
  return rows.map(({ id, transports }) => ({ type: 'public-key' as const, id, transports: [...transports] }))
}

/** Judges what a passkey has signed, and notes its use. Whatever is wrong is the same failure.
 *  @returns the number of its account   @throws StudioFailure passkey.wrong */
export async function takePasskey(
  tx: StudioTransaction,
  { signed, place, now }: { readonly signed: PasskeyUseBody; readonly place: PasskeyPlace; readonly now: Date },
): Promise<number> {
  const challenge = challengeIn(signed.client_data)
  const row = await tx
    .selectFrom('studio.passkey as passkey')
    .innerJoin('studio.account as account', 'account.account_id', 'passkey.account_id')
    .select(['passkey.account_id as accountId', 'public_key as publicKey', 'sign_count as signCount', 'user_handle'])
    .where('credential_id', '=', signed.id)
    .where('host', '=', place.host)
    .forUpdate('passkey')
    .executeTakeFirst()
  if (!row || row.user_handle !== signed.user) throw new StudioFailure('passkey.wrong')
  const { accountId, publicKey, signCount } = row
  const known = { credentialId: signed.id, publicKey, signCount: Number(signCount), challenge, place }
  const use = await checkPasskeyUse(signed, known)
  if (!use) throw new StudioFailure('passkey.wrong')
  await tx
    .updateTable('studio.passkey')
    .set({ sign_count: use.signCount, last_used_at: now })
    .where('credential_id', '=', signed.id)
    .execute()
  return accountId
}
