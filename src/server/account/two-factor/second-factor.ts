import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { TwoFactorTable } from '#server/db/tables/sign-in-tables.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { matchingStep, TOTP_DIGITS } from './totp.ts'

/** How a player has shown that they hold the second factor. */
export type FactorKind = 'app' | 'recovery' | 'mail' | 'passkey'

const APP_CODE = new RegExp(`^\\d{${TOTP_DIGITS}}$`)

/** What a secret is sealed for: it opens for this account alone. */
export function secretUse(brandId: string, accountId: number): string {
  return `two-factor:${brandId}:${accountId}`
}

/** The account's shared secret, locked until the end of the transaction: of two that use one code, the second finds it used. */
export async function lockTwoFactor(
  tx: BrandTransaction,
  accountId: number,
): Promise<Omit<TwoFactorTable, 'brand_id'> | undefined> {
  return tx.select('two_factor').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()
}

/** Whether an account asks for a second factor. */
export async function isTwoFactorOn(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx
    .select('two_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The digits of a code of the app, which shows them in two groups; undefined when it is something else. */
export function readAppCode(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, '')
  return APP_CODE.test(digits) ? digits : undefined
}

/** Uses up a code of the app, or a recovery code, of an account whose second factor is on.
 *  @returns which of them it was; undefined when it is neither, was used before, or there is no second factor */
export async function takeFactor(
  tx: BrandTransaction,
  box: SecretBox,
  attempt: { readonly accountId: number; readonly code: string; readonly now: Date },
): Promise<FactorKind | undefined> {
  const { accountId, now } = attempt
  const row = await lockTwoFactor(tx, accountId)
  if (!row?.enabled_at) return undefined
  const code = readAppCode(attempt.code)
  if (code === undefined) {
    const isTaken = await takeRecoveryCode(tx, { accountId, code: storableText(attempt.code), now })
    return isTaken ? 'recovery' : undefined
  }
  const secret = box.open(secretUse(tx.brandId, accountId), row.secret)
  const step = matchingStep(secret, code, { now, after: row.last_step })
  if (step === undefined) return undefined
  await tx.update('two_factor', { last_step: step }).where('account_id', '=', accountId).execute()
  return 'app'
}
