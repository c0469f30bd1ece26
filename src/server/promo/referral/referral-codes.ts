import { createHash } from 'node:crypto'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { ReferralPorts } from './referral-ports.ts'

/** 32 letters and digits that are not mistaken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 9
const TRIES = 5

/** Whose a code is. */
export type CodeOwner =
  | { readonly code: string; readonly by: 'friend'; readonly accountId: number }
  | { readonly code: string; readonly by: 'partner'; readonly partnerId: number }

/** Makes the code of a player or a partner: one of 2^45, so that none can be guessed. @returns the one they have already, if any */
export async function makeCode(
  tx: BrandTransaction,
  { randomBytes }: Pick<ReferralPorts, 'randomBytes'>,
  of: { readonly accountId: number | null; readonly partnerId: number | null; readonly now: Date },
): Promise<string> {
  const { accountId: account_id, partnerId: partner_id, now: created_at } = of
  for (let tried = 0; tried < TRIES; tried++) {
    const code = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
    const made = await tx
      .insert('referral_code', { code, account_id, partner_id, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    const known = made ?? (await codeOf(tx, of))
    if (known) return known.code
  }
  throw new Error(`${TRIES} codes were taken already`)
}

/** The code of a player or a partner. */
export function codeOf(
  tx: BrandTransaction,
  { accountId, partnerId }: { readonly accountId: number | null; readonly partnerId: number | null },
): Promise<{ readonly code: string } | undefined> {
  const codes = tx.select('referral_code').select('code')
  return (
    accountId === null ? codes.where('partner_id', '=', partnerId) : codes.where('account_id', '=', accountId)
  ).executeTakeFirst()
}

/** Finds whose a code is, however it was typed; undefined of an unknown one, of a closed account and of a partner that is none any more. */
export async function findCode(tx: BrandTransaction, typed: string): Promise<CodeOwner | undefined> {
  const code = promoCodeOf(typed)
  if (code === null) return undefined
  const row = await tx
    .select('referral_code')
    .leftJoin('account', (join) =>
      join
        .onRef('account.brand_id', '=', 'referral_code.brand_id')
        .onRef('account.account_id', '=', 'referral_code.account_id'),
    )
    .leftJoin('referral_partner as partner', (join) =>
      join
        .onRef('partner.brand_id', '=', 'referral_code.brand_id')
        .onRef('partner.partner_id', '=', 'referral_code.partner_id'),
    )
    .select(['referral_code.account_id as accountId', 'referral_code.partner_id as partnerId'])
    .select(['account.state as state', 'partner.closed_at as closedAt'])
    .where('referral_code.code', '=', code)
    .executeTakeFirst()
  if (row?.accountId != null && row.state === 'active') return { code, by: 'friend', accountId: row.accountId }
  if (row?.partnerId != null && !row.closedAt) return { code, by: 'partner', partnerId: row.partnerId }
  return undefined
}

/** A digest under which something is kept that must not lie open. @returns SHA-256, base64url */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
