import type { PasskeyUseBody } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PasskeyTable } from '#server/db/tables/sign-in-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { takePasskeyChallenge } from './passkey-challenge.ts'
import { challengeIn, checkPasskeyUse, type PasskeyPlace } from './passkey-check.ts'

/** A passkey as players see it in their list. */
export interface ListedPasskey {
  readonly passkeyId: string
  readonly name: string
  readonly device: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly isBackedUp: boolean
}

/** A passkey as it is described to browsers. */
export interface PasskeyKey {
  readonly type: 'public-key'
  readonly id: string
  readonly transports: PasskeyTable['transports']['__select__']
}

/** What a passkey has signed, and what it was asked to sign for. */
export interface PasskeyAttempt {
  readonly signed: Omit<PasskeyUseBody, 'user'> & { readonly user?: string }
  readonly purpose: 'sign_in' | 'second_step'
  readonly boundTo: string
  /** The only account that it may be of; any when left out. */
  readonly accountId?: number
  readonly now: Date
}

/** Where a visitor's page is. */
export function placeOf({ origin }: Visitor): PasskeyPlace {
  return { origin, host: new URL(origin).hostname }
}

/** The passkeys of an account, the latest first. */
export function listPasskeys(tx: BrandTransaction, accountId: number): Promise<ListedPasskey[]> {
  return tx
    .select('passkey')
    .select([
      'credential_id as passkeyId',
      'name',
      'device',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'is_backed_up as isBackedUp',
    ])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The passkeys of an account for a host, as they are described to browsers. */
export async function passkeyKeys(tx: BrandTransaction, accountId: number, host: string): Promise<PasskeyKey[]> {
  const rows = await tx
    .select('passkey')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({ type: 'public-key', id, transports }))
}

/** The name under which the authenticators of an account keep it; undefined when it has no passkey. */
export async function userHandleOf(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('passkey')
    .select('user_handle')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row?.user_handle
}

/** Uses a passkey: its challenge is spent, the signature judged, the use recorded. The transaction must be committed
 *  whatever the outcome.
 *  @returns whose it is; `expired` when the challenge no longer exists; `wrong` for every other fault, with its
 *  owner, if it has one */
export async function takePasskey(
  tx: BrandTransaction,
  visitor: Visitor,
  { signed, purpose, boundTo, accountId, now }: PasskeyAttempt,
): Promise<{ readonly kind: 'right' | 'wrong' | 'expired'; readonly accountId: number | null }> {
  const challenge = challengeIn(signed.client_data)
  const place = placeOf(visitor)
  if (!(await takePasskeyChallenge(tx, { purpose, boundTo, challenge, now })))
    return { kind: 'expired', accountId: null }
  const row = await tx
    .select('passkey')
    .selectAll()
    .where('credential_id', '=', signed.id)
    .where('host', '=', place.host)
    .forUpdate()
    .executeTakeFirst()
  const owner = row?.account_id ?? null
  const isOthers = accountId !== undefined && owner !== accountId
  if (!row || isOthers || (signed.user ?? row.user_handle) !== row.user_handle) {
    return { kind: 'wrong', accountId: isOthers ? accountId : owner }
  }
  const { credential_id: credentialId, public_key: publicKey, sign_count: signCount } = row
  const use = await checkPasskeyUse(signed, { credentialId, publicKey, signCount, challenge, place })
  if (!use) return { kind: 'wrong', accountId: owner }
  await tx
    .update('passkey', { sign_count: use.signCount, is_backed_up: use.isBackedUp, last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute()
  return { kind: 'right', accountId: owner }
}
