import { sql } from 'kysely'
import { poolPart, sharePool } from '#machines/promo/awards/profit-pool.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BonusRounds, PromoPorts, PromoSections } from '../promo-ports.ts'
import { fundClaim } from './award-life.ts'
import { lockPromoAccounts } from './award-money.ts'
import { type AwardRow, lockAward } from './award-rows.ts'
import { converted } from './award-terms.ts'
import { countingBets, IS_POOL, promiseEnd } from './task-bets.ts'

/** How long after the end of its campaign a pool waits for bets that are still open; what is open then counts nothing. */
const WAIT_MS = 7 * 86_400_000

/** What pools are shared out with. */
interface Sharing extends Pick<PromoPorts, 'guard'> {
  readonly sections: PromoSections
  readonly freeRounds: BonusRounds
}

type PoolPromise = Pick<AwardRow, 'award_id' | 'account_id' | 'currency' | 'campaign_id' | 'terms'>

/** Shares out the pools of campaigns that have ended, each once, as soon as all bets on them are settled: a player gets the share of their
 *  stakes, to the last minor unit, and a bet that is settled again later changes no share (type 9 of PROMO-2). @returns how many pools */
export async function sharePools(tx: BrandTransaction, now: Date, sharing: Sharing): Promise<number> {
  let shared = 0
  for (const campaignId of await duePools(tx, now)) if (await shareOne(tx, campaignId, now, sharing)) shared += 1
  return shared
}

async function duePools(tx: BrandTransaction, now: Date): Promise<string[]> {
  const rows = await tx
    .select('promo_award')
    .select('campaign_id')
    .select((of) => of.fn.max(promiseEnd).as('ended'))
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('promo_task_bet')
            .innerJoin('promo_award as own', (join) =>
              join
                .onRef('own.brand_id', '=', 'promo_task_bet.brand_id')
                .onRef('own.award_id', '=', 'promo_task_bet.award_id'),
            )
            .select('promo_task_bet.bet_id')
            .whereRef('own.brand_id', '=', sql.ref('promo_award.brand_id'))
            .whereRef('own.campaign_id', '=', sql.ref('promo_award.campaign_id'))
            .where('own.state', '=', 'claimed')
            .where('promo_task_bet.ending', 'is', null)
            .where('promo_task_bet.refusal', 'is', null),
        )
        .as('is_open'),
    )
    .where(IS_POOL)
    .where('promo_award.state', '=', 'claimed')
    .groupBy(['promo_award.brand_id', 'promo_award.campaign_id'])
    .execute()
  return rows
    .filter(({ ended, is_open }) => {
      const since = now.getTime() - ended.getTime()
      return since >= WAIT_MS || (since >= 0 && !is_open)
    })
    .map(({ campaign_id }) => campaign_id)
}

/** @returns false when somebody else shares the pool out */
async function shareOne(tx: BrandTransaction, campaignId: string, now: Date, sharing: Sharing): Promise<boolean> {
  const promises = await poolPromises(tx, campaignId)
  const [first] = promises
  if (!first) return false
  const { global } = sharing.sections
  const parts = []
  for (const promise of promises) {
    const own = poolPart(await countingBets(tx, promise.award_id))
    const inDefault = (minor: number) =>
      converted(minor, { from: promise.currency, to: global.defaultCurrency, global })
    parts.push({ stakedMinor: inDefault(own.stakedMinor), paidMinor: inDefault(own.paidMinor) })
  }
  // The pool is that of the terms which its first player has taken.
  const pool = sharePool(first.terms.reward, parts)
  const { poolMinor: pool_minor, stakedMinor: staked_minor, profitMinor: profit_minor } = pool
  const kept = await tx
    .insert('promo_pool', {
      ...{ campaign_id: campaignId, pool_minor, staked_minor, profit_minor, players: promises.length, shared_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('campaign_id')
    .executeTakeFirst()
  if (!kept) {
    // The campaign has been on once more since its pool was shared out: there is none left.
    await tx
      .update('promo_award', { state: 'cancelled', ended_at: now })
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'claimed')
      .execute()
    return false
  }
  for (const [place, promise] of promises.entries())
    await giveShare(tx, promise, { shareMinor: pool.shares[place] ?? 0, now, ...sharing })
  return true
}

/** The promises of a pool, in the order in which their accounts are locked. */
function poolPromises(tx: BrandTransaction, campaignId: string): Promise<PoolPromise[]> {
  return tx
    .select('promo_award')
    .select(['award_id', 'account_id', 'currency', 'campaign_id', 'terms'])
    .where(IS_POOL)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'claimed')
    .orderBy('account_id')
    .orderBy('award_id')
    .execute()
}

async function giveShare(
  tx: BrandTransaction,
  { award_id: awardId, account_id: accountId, currency, campaign_id, terms }: PoolPromise,
  of: Sharing & { readonly shareMinor: number; readonly now: Date },
): Promise<void> {
  const { sections, freeRounds, shareMinor, now } = of
  const { global } = sections
  const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
  const award = await lockAward(tx, accountId, awardId)
  if (award?.state !== 'claimed') return
  const depositMinor = converted(shareMinor, { from: global.defaultCurrency, to: currency, global })
  // A pool is shared out once: the share of one who may not play then, for a break or an exclusion, stays the house's.
  const isKeptAway = (await of.guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })) !== null
  if (depositMinor === 0 || isKeptAway) {
    const state = isKeptAway ? 'cancelled' : 'spent'
    await tx.update('promo_award', { state, ended_at: now }).where('award_id', '=', awardId).execute()
    return
  }
  const player = { accountId, currency, country: '' }
  const named = { id: campaign_id, campaign: terms }
  await fundClaim(tx, { player, named, sections, freeRounds, now, cause: award.cause, accounts, awardId, depositMinor })
}
