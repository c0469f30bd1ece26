import { sql } from 'kysely'
import type { BrandTransaction } from './for-brand.ts'

/** Runs work in a transaction of a brand. */
export type InBrand = <Result>(work: (tx: BrandTransaction) => Promise<Result>) => Promise<Result>

/** Events of a player were deleted while they were read. */
class ReadDeleted extends Error {
  override readonly name = 'ReadDeleted'
}

const MOST_TRIES = 5

/** Drops what was made of the events of a player, in the transaction that deletes these and before it does so: the packed days and hours on
 *  which the player was counted, and the sums of funnels that read them. They are made again without the player. */
export async function dropPacks(tx: BrandTransaction, accountId: number): Promise<void> {
  // First of all, so that what others make of these events meanwhile is either dropped too or never stored.
  await tx
    .insert('analytics_deletion', { times: 1 })
    .onConflict((conflict) => conflict.column('brand_id').doUpdateSet({ times: sql`analytics_deletion.times + 1` }))
    .execute()
  const day = sql<Date>`date_trunc('day', at, 'UTC')`
  const seen = await tx
    .select('analytics_event')
    .select(day.as('day'))
    .distinct()
    .where('account_id', '=', accountId)
    .execute()
  if (seen.length === 0) return
  const days = seen.map((row) => row.day)
  await tx.delete('analytics_pack').where('day', 'in', days).execute()
  await tx.delete('analytics_hour_pack').where(sql<Date>`date_trunc('day', hour, 'UTC')`, 'in', days).execute()
  await tx
    .delete('analytics_funnel_day')
    .where((where) => where.or(days.map((at) => where.and([where('day', '<=', at), where('counted_until', '>', at)]))))
    .execute()
}

/** Runs what reads events and stores what it has made of them; once more where events of a player were deleted meanwhile, since the rows that
 *  it has read may be theirs. It hears how often events were deleted before.
 *  @throws Error where that happens again and again */
export async function unlessDeleted<Result>(
  inBrand: InBrand,
  work: (tx: BrandTransaction, deletions: number) => Promise<Result>,
): Promise<Result> {
  await inBrand((tx) =>
    tx
      .insert('analytics_deletion', { times: 0 })
      .onConflict((conflict) => conflict.column('brand_id').doNothing())
      .execute(),
  )
  for (let tried = 1; ; tried += 1)
    try {
      return await inBrand(async (tx) => {
        const former = await timesOf(tx).executeTakeFirstOrThrow()
        const result = await work(tx, former.times)
        // The lock lets no deletion begin until this is stored.
        const { times } = await timesOf(tx).forShare().executeTakeFirstOrThrow()
        if (times !== former.times) throw new ReadDeleted('events of a player were deleted while they were read')
        return result
      })
    } catch (error) {
      if (!(error instanceof ReadDeleted) || tried >= MOST_TRIES) throw error
    }
}

const timesOf = (tx: BrandTransaction) => tx.select('analytics_deletion').select('times')
