import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { dueAtProvider, endAtProviders } from './rounds-at-providers.ts'

/** Free rounds that a bonus gives to a player. */
export interface BonusRoundsGift {
  readonly promoAwardId: number
  readonly accountId: number
  readonly name: string
  readonly gameId: string
  /** Who is asked for them; null of a game of the engine. */
  readonly providerId: string | null
  readonly currency: string
  readonly exponent: number
  readonly stakeMinor: number
  readonly rounds: number
  readonly pays: 'cash' | 'bonus'
  readonly expiresAt: Date
  readonly now: Date
}

/** Gives free rounds of a game for a bonus; their name and terms are kept as those of a campaign of the desk. */
export async function giveBonusRounds(tx: BrandTransaction, gift: BonusRoundsGift): Promise<void> {
  const {
    promoAwardId,
    accountId,
    name,
    gameId,
    providerId,
    currency,
    exponent,
    stakeMinor,
    rounds,
    pays,
    expiresAt,
    now,
  } = gift
  const { campaign_id } = await tx
    .insert('casino_free_campaign', {
      ...{ name, game_id: gameId, currency, exponent, stake_minor: stakeMinor, rounds, created_at: now, pays },
      ...{ created_by: `promo/${promoAwardId}`, expires_at: expiresAt, promo_award_id: promoAwardId },
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  await tx
    .insert('casino_free_award', {
      ...{ campaign_id, account_id: accountId, reward: crypto.randomUUID(), made_at: now },
      ...dueAtProvider(providerId, now),
    })
    .execute()
}

/** What was played of the rounds of bonuses: one row a bonus. */
export function playedOfBonuses(tx: BrandTransaction, promoAwardIds: readonly number[]) {
  return tx
    .select('casino_free_campaign')
    .innerJoin('casino_free_award', (join) =>
      join
        .onRef('casino_free_award.brand_id', '=', 'casino_free_campaign.brand_id')
        .onRef('casino_free_award.campaign_id', '=', 'casino_free_campaign.campaign_id'),
    )
    .select(['casino_free_campaign.promo_award_id', 'casino_free_campaign.rounds', 'casino_free_campaign.stake_minor'])
    .select(['casino_free_award.used', 'casino_free_award.won_minor'])
    .select(
      sql<boolean>`exists (
        select from casino_free_use used
        join wallet_action bet on bet.brand_id = used.brand_id and bet.provider_id = used.provider_id
          and bet.action_id = used.action_id and bet.kind = 'bet'
        join casino_round round on round.brand_id = bet.brand_id and round.round_id = bet.round_id
        where used.brand_id = casino_free_award.brand_id and used.award_id = casino_free_award.award_id
          and used.undone_at is null and round.state = 'open')`.as('is_open'),
    )
    .where('casino_free_campaign.promo_award_id', 'in', [...promoAwardIds])
    .execute()
}

/** Ends the rounds of a bonus: no more of them can be played. */
export async function cancelBonusRounds(tx: BrandTransaction, promoAwardId: number, now: Date): Promise<void> {
  const ended = await tx
    .update('casino_free_campaign', { cancelled_at: now })
    .where('promo_award_id', '=', promoAwardId)
    .where('cancelled_at', 'is', null)
    .returning('campaign_id')
    .execute()
  await endAtProviders(
    tx,
    ended.map(({ campaign_id }) => campaign_id),
    now,
  )
}

/** The bonus whose free round a bet has begun, by the name of the bet; undefined of any other bet. */
export async function bonusOfBet(
  tx: BrandTransaction,
  { providerId, actionId }: { readonly providerId: string; readonly actionId: string },
): Promise<number | undefined> {
  const row = await usesOfBonuses(tx)
    .where('casino_free_use.provider_id', '=', providerId)
    .where('casino_free_use.action_id', '=', actionId)
    .where('casino_free_use.undone_at', 'is', null)
    .executeTakeFirst()
  return row?.promo_award_id ?? undefined
}

/** The bonus whose free round a round was; undefined of any other round. */
export async function bonusOfRound(tx: BrandTransaction, roundId: number): Promise<number | undefined> {
  const row = await usesOfBonuses(tx)
    .innerJoin('wallet_action', (join) =>
      join
        .onRef('wallet_action.brand_id', '=', 'casino_free_use.brand_id')
        .onRef('wallet_action.provider_id', '=', 'casino_free_use.provider_id')
        .onRef('wallet_action.action_id', '=', 'casino_free_use.action_id'),
    )
    .where('wallet_action.round_id', '=', roundId)
    .where('wallet_action.kind', '=', 'bet')
    .limit(1)
    .executeTakeFirst()
  return row?.promo_award_id ?? undefined
}

function usesOfBonuses(tx: BrandTransaction) {
  return tx
    .select('casino_free_use')
    .innerJoin('casino_free_award', (join) =>
      join
        .onRef('casino_free_award.brand_id', '=', 'casino_free_use.brand_id')
        .onRef('casino_free_award.award_id', '=', 'casino_free_use.award_id'),
    )
    .innerJoin('casino_free_campaign', (join) =>
      join
        .onRef('casino_free_campaign.brand_id', '=', 'casino_free_award.brand_id')
        .onRef('casino_free_campaign.campaign_id', '=', 'casino_free_award.campaign_id'),
    )
    .select('casino_free_campaign.promo_award_id')
    .where('casino_free_campaign.promo_award_id', 'is not', null)
}
