import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { makeBulkCode } from '#machines/promo/awards/bulk-code.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Codes that were made at once, with how many of them were used. */
export interface CodeBatch {
  readonly batchId: number
  readonly campaignId: string
  readonly codes: number
  readonly used: number
  readonly madeAt: Date
  readonly madeBy: string
  readonly reason: string
  readonly revokedAt: Date | null
}

/** Codes that are written by one statement. */
const AT_ONCE = 1000

/** Makes codes for a campaign, each for one player (PROMO-20). @returns the number of the batch */
export async function makeCodes(
  tx: BrandTransaction,
  of: { campaignId: string; count: number; by: string; reason: string; now: Date },
): Promise<number> {
  const { campaignId, count, by, reason, now } = of
  const { batchId } = await tx
    .insert('promo_code_batch', { campaign_id: campaignId, made_at: now, made_by: by, reason })
    .returning('batch_id as batchId')
    .executeTakeFirstOrThrow()
  // Where a code is there already, which next to never happens, another one is made.
  for (let made = 0; made < count; ) {
    const fresh = new Set<string>()
    while (fresh.size < Math.min(AT_ONCE, count - made)) fresh.add(makeBulkCode((bound) => randomInt(bound)))
    const written = await tx
      .insert(
        'promo_code',
        [...fresh].map((code) => ({ code, batch_id: batchId })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .execute()
    made += written.length
  }
  return batchId
}

/** The batches of a campaign, or of all, the latest first. */
export async function codeBatches(tx: BrandTransaction, campaignId?: string): Promise<readonly CodeBatch[]> {
  const rows = await tx
    .select('promo_code_batch')
    .innerJoin('promo_code', (join) =>
      join
        .onRef('promo_code.brand_id', '=', 'promo_code_batch.brand_id')
        .onRef('promo_code.batch_id', '=', 'promo_code_batch.batch_id'),
    )
    .selectAll('promo_code_batch')
    .select([sql<number>`count(*)::int8`.as('codes'), sql<number>`count(promo_code.used_by)::int8`.as('used')])
    .$if(campaignId !== undefined, (query) => query.where('promo_code_batch.campaign_id', '=', campaignId ?? ''))
    .groupBy(['promo_code_batch.brand_id', 'promo_code_batch.batch_id'])
    .orderBy('promo_code_batch.batch_id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    ...{ batchId: row.batch_id, campaignId: row.campaign_id, codes: row.codes, used: row.used, madeAt: row.made_at },
    ...{ madeBy: row.made_by, reason: row.reason, revokedAt: row.revoked_at },
  }))
}

/** The codes of a batch with who has used them. */
export function codesOfBatch(tx: BrandTransaction, batchId: number) {
  return tx
    .select('promo_code')
    .select(['code', 'used_by as usedBy', 'used_at as usedAt'])
    .where('batch_id', '=', batchId)
    .orderBy('code')
    .execute()
}

/** Revokes the codes of a batch that were not used. @returns its campaign; undefined when there is none to revoke */
export async function revokeCodes(tx: BrandTransaction, batchId: number, now: Date): Promise<string | undefined> {
  const row = await tx
    .update('promo_code_batch', { revoked_at: now })
    .where('batch_id', '=', batchId)
    .where('revoked_at', 'is', null)
    .returning('campaign_id')
    .executeTakeFirst()
  return row?.campaign_id
}

/** A code that was made in bulk, as it is now. */
export interface BulkCode {
  readonly code: string
  readonly campaignId: string
  readonly isRevoked: boolean
  readonly usedBy: number | null
}

/** Finds a code that was made in bulk, and keeps it from being used by anybody else until the transaction ends. */
export async function lockBulkCode(tx: BrandTransaction, code: string): Promise<BulkCode | undefined> {
  const row = await tx
    .select('promo_code')
    .select(['code', 'batch_id', 'used_by'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const batch = await tx
    .select('promo_code_batch')
    .select(['campaign_id', 'revoked_at'])
    .where('batch_id', '=', row.batch_id)
    .executeTakeFirstOrThrow()
  return { code, campaignId: batch.campaign_id, isRevoked: batch.revoked_at !== null, usedBy: row.used_by }
}

/** Uses a code up; it has been locked before. */
export async function spendBulkCode(
  tx: BrandTransaction,
  { code, accountId, now }: { readonly code: string; readonly accountId: number; readonly now: Date },
): Promise<void> {
  await tx.update('promo_code', { used_by: accountId, used_at: now }).where('code', '=', code).execute()
}
