import { randomInt } from 'node:crypto'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { hashCode } from '../secrets/secrets.ts'

export const RECOVERY_CODES = 10
/** Without look-alikes; 16 of 32 are 80 bits, which need neither a slow hash nor few attempts. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Replaces an account's recovery codes; the former ones are void.
 *  @returns the codes, `abcd-efgh-jkmn-pqrs`, which nobody can read again */
export async function renewRecoveryCodes(tx: BrandTransaction, accountId: number, now: Date): Promise<string[]> {
  await dropRecoveryCodes(tx, accountId)
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const rows = codes.map((code) => ({
    account_id: accountId,
    code_hash: hashRecoveryCode(accountId, code),
    created_at: now,
    used_at: null,
  }))
  await tx.insert('recovery_code', rows).execute()
  return codes
}

/** Deletes an account's recovery codes. */
export async function dropRecoveryCodes(tx: BrandTransaction, accountId: number): Promise<void> {
  await tx.delete('recovery_code').where('account_id', '=', accountId).execute()
}

/** Uses up a recovery code, however it is written. Of several tries at once, one gets it. */
export async function takeRecoveryCode(
  tx: BrandTransaction,
  { accountId, code, now }: { readonly accountId: number; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .update('recovery_code', { used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(accountId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many recovery codes an account still has. */
export async function countRecoveryCodes(tx: BrandTransaction, accountId: number): Promise<number> {
  const rows = await tx
    .select('recovery_code')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

function newRecoveryCode(): string {
  const letters = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, letters).join('-')
}

function hashRecoveryCode(accountId: number, code: string): string {
  return hashCode(`recovery ${accountId}`, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}
