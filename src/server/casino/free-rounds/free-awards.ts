import { type Selectable, sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoFreeAwardTable, CasinoFreeCampaignTable } from '#server/db/tables/casino-tables.ts'
import type { FreeAction, WalletFreeRounds } from '../wallet/wallet-free-rounds.ts'

/** An award of a player with the terms of its campaign. */
export type FreeAward = Pick<Selectable<CasinoFreeAwardTable>, 'award_id' | 'reward' | 'used' | 'won_minor'> &
  Pick<
    Selectable<CasinoFreeCampaignTable>,
    'game_id' | 'currency' | 'stake_minor' | 'rounds' | 'expires_at' | 'cancelled_at' | 'promo_award_id' | 'pays'
  >

function awards(tx: BrandTransaction) {
  return tx
    .select('casino_free_award')
    .innerJoin('casino_free_campaign', (join) =>
      join
        .onRef('casino_free_campaign.brand_id', '=', 'casino_free_award.brand_id')
        .onRef('casino_free_campaign.campaign_id', '=', 'casino_free_award.campaign_id'),
    )
    .select(['casino_free_award.award_id', 'casino_free_award.reward', 'casino_free_award.used'])
    .select(['casino_free_award.won_minor', 'casino_free_campaign.game_id', 'casino_free_campaign.currency'])
    .select(['casino_free_campaign.stake_minor', 'casino_free_campaign.rounds', 'casino_free_campaign.expires_at'])
    .select(['casino_free_campaign.cancelled_at', 'casino_free_campaign.promo_award_id', 'casino_free_campaign.pays'])
}

/** The award whose rounds a player plays next at a game in a currency: the one that ends first; undefined when there is none. */
export function nextAward(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly gameId: string; readonly currency: string; readonly now: Date },
): Promise<FreeAward | undefined> {
  return awards(tx)
    .where('casino_free_award.account_id', '=', of.accountId)
    .where('casino_free_campaign.game_id', '=', of.gameId)
    .where('casino_free_campaign.currency', '=', of.currency)
    .where('casino_free_campaign.expires_at', '>', of.now)
    .where('casino_free_campaign.cancelled_at', 'is', null)
    .whereRef('casino_free_award.used', '<', 'casino_free_campaign.rounds')
    .orderBy('casino_free_campaign.expires_at')
    .orderBy('casino_free_award.award_id')
    .limit(1)
    .executeTakeFirst()
}

/** An award by its number; undefined when there is none. */
export function readAward(tx: BrandTransaction, awardId: number): Promise<FreeAward | undefined> {
  return awards(tx).where('casino_free_award.award_id', '=', awardId).executeTakeFirst()
}

/** Rounds of an award that can still be played. */
export function roundsLeft({ rounds, used, expires_at, cancelled_at }: FreeAward, now: Date): number {
  return cancelled_at !== null || expires_at <= now ? 0 : Math.max(0, rounds - used)
}

/** Joins free rounds with the wallet (W30): a round is used once, whatever is repeated, and never one more than was given. */
export function createWalletFreeRounds(): WalletFreeRounds {
  return {
    async used(tx, free) {
      const award = await lockNamed(tx, free)
      if (!award) return false
      const { action, now } = free
      const isSame =
        award.game_id === action.gameId &&
        award.currency === action.currency &&
        (action.amountMinor === 0 || action.amountMinor === award.stake_minor)
      if (!isSame || roundsLeft(award, now) === 0) return false
      await change(tx, award.award_id, { used: 1 })
      await tx
        .insert('casino_free_use', {
          ...{ provider_id: action.providerId, action_id: action.actionId, award_id: award.award_id, at: now },
        })
        .execute()
      return true
    },

    async undone(tx, { providerId, actionId }, now) {
      const row = await tx
        .update('casino_free_use', { undone_at: now })
        .where('provider_id', '=', providerId)
        .where('action_id', '=', actionId)
        .where('undone_at', 'is', null)
        .returning('award_id')
        .executeTakeFirst()
      if (row) await change(tx, row.award_id, { used: -1 })
    },

    async place(tx, free) {
      return (await lockNamed(tx, free))?.pays === 'bonus' ? 'promo' : 'cash'
    },

    async won(tx, free, amountMinor) {
      const award = await lockNamed(tx, free)
      if (award) await change(tx, award.award_id, { wonMinor: amountMinor })
    },

    // A round that was played is counted when it begins.
    over: async () => {},

    async isPaidByRound(tx, free) {
      const award = await lockNamed(tx, free)
      return award !== undefined && award.used > 0
    },
  }
}

/** The award that an action names, locked until the end of the transaction; undefined when it names none of the player. */
export async function lockNamed(
  tx: BrandTransaction,
  { action, accountId }: FreeAction,
): Promise<FreeAward | undefined> {
  if (action.reward === undefined) return undefined
  const row = await tx
    .select('casino_free_award')
    .select('award_id')
    .where('reward', '=', action.reward)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && readAward(tx, row.award_id)
}

async function change(
  tx: BrandTransaction,
  awardId: number,
  { used = 0, wonMinor = 0 }: { readonly used?: number; readonly wonMinor?: number },
): Promise<void> {
  await tx
    .update('casino_free_award', {
      used: sql<number>`used + ${used}` as unknown as number,
      won_minor: sql<number>`won_minor + ${wonMinor}` as unknown as number,
    })
    .where('award_id', '=', awardId)
    .execute()
}
