import { sql } from 'kysely'
import { type PoolPart, sharePool } from '#machines/promo/awards/profit-pool.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoSections } from '../promo-ports.ts'
import type { AwardRow } from './award-rows.ts'
import { converted } from './award-terms.ts'
import { IS_POOL } from './task-bets.ts'

/** Where a pool stands while its campaign is on, by the bets that are settled, in the currency of the player who asks. */
export interface PoolStanding {
  readonly poolMinor: number
  /** What the player has staked of it. */
  readonly stakedMinor: number
  /** What the player would get, were it shared out now. */
  readonly shareMinor: number
}

/** Where the pool of a promise stands; undefined of any other award, and once it was shared out. */
export async function poolStanding(
  tx: BrandTransaction,
  award: AwardRow,
  { global }: PromoSections,
): Promise<PoolStanding | undefined> {
  const { currency, state, terms } = award
  if (state !== 'claimed' || terms.trigger.bets?.rule !== 'pool') return undefined
  const rows = await stakesByCurrency(tx, award)
  const inDefault = (minor: number, from: string) => converted(minor, { from, to: global.defaultCurrency, global })
  const sum = (isOwn: boolean): PoolPart => {
    const some = rows.filter((row) => row.isOwn === isOwn)
    return {
      stakedMinor: some.reduce((total, row) => total + inDefault(row.stakedMinor, row.currency), 0),
      paidMinor: some.reduce((total, row) => total + inDefault(row.paidMinor, row.currency), 0),
    }
  }
  const pool = sharePool(await termsOfPool(tx, award), [sum(true), sum(false)])
  const inOwn = (minor: number) => converted(minor, { from: global.defaultCurrency, to: currency, global })
  return {
    poolMinor: inOwn(pool.poolMinor),
    stakedMinor: rows.reduce((total, row) => total + (row.isOwn ? row.stakedMinor : 0), 0),
    shareMinor: inOwn(pool.shares[0] ?? 0),
  }
}

/** What was staked on bets that were won or lost, and what they have paid: of the player, and of the others by currency. */
function stakesByCurrency(tx: BrandTransaction, { award_id, campaign_id }: AwardRow) {
  return tx
    .select('promo_award')
    .innerJoin('promo_task_bet', (join) =>
      join
        .onRef('promo_task_bet.brand_id', '=', 'promo_award.brand_id')
        .onRef('promo_task_bet.award_id', '=', 'promo_award.award_id'),
    )
    .select('promo_award.currency')
    .select(sql<boolean>`promo_award.award_id = ${award_id}`.as('isOwn'))
    .select(sql<number>`sum(promo_task_bet.stake_minor)::bigint`.as('stakedMinor'))
    .select(sql<number>`sum(promo_task_bet.paid_minor)::bigint`.as('paidMinor'))
    .where(IS_POOL)
    .where('promo_award.campaign_id', '=', campaign_id)
    .where('promo_award.state', '=', 'claimed')
    .where('promo_task_bet.refusal', 'is', null)
    .where('promo_task_bet.ending', 'in', ['won', 'lost'])
    .groupBy(['promo_award.currency', 'isOwn'])
    .execute()
}

/** The terms by which a pool is shared out: those that its first player has taken. */
async function termsOfPool(tx: BrandTransaction, award: AwardRow): Promise<AwardRow['terms']['reward']> {
  const first = await tx
    .select('promo_award')
    .select('terms')
    .where(IS_POOL)
    .where('campaign_id', '=', award.campaign_id)
    .where('state', '=', 'claimed')
    .orderBy('account_id')
    .orderBy('award_id')
    .limit(1)
    .executeTakeFirst()
  return (first ?? award).terms.reward
}
