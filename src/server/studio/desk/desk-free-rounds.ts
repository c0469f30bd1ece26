import { sql } from 'kysely'
import type { FreeCampaign, FreeCampaignBody } from '#schemas'
import { requireAccount } from '../../account/office/support-desk.ts'
import { dueAtProvider, endAtProviders } from '../../casino/free-rounds/rounds-at-providers.ts'
import { forBrand } from '../../db/for-brand.ts'
import { storableId } from '../../db/storable.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'

const MOST_CAMPAIGNS = 200

/** Free rounds at the desk: given to players, and ended. */
export function createDeskFreeRounds(ports: Pick<DeskPorts, 'db' | 'site' | 'casino'>, doAtDesk: DoAtDesk) {
  const { site, casino } = ports
  return {
    /** The campaigns of a brand, the latest first. */
    listFreeCampaigns: (brand: string) => listFreeCampaigns(ports, brand),

    /** Gives free rounds to players, all or none of them.
     *  Rounds of a provider's game are asked for at the provider as soon as they are given here.
     *  @throws StudioFailure player.unknown, free_rounds.game_unsuited, free_rounds.stake_unsuited */
    createFreeCampaign: async (desk: AtDesk, body: FreeCampaignBody): Promise<void> => {
      const { name, gameId, currency, stakeMinor, rounds, lastsMs, players, reason } = body
      const exponent = (await site(desk.brand)).exponents[currency]
      const bounds = await casino.freeStakes(desk.brand, gameId, currency)
      if (!bounds) throw new StudioFailure('free_rounds.game_unsuited')
      if (exponent === undefined || stakeMinor < bounds.minimumMinor || stakeMinor > bounds.maximumMinor)
        throw new StudioFailure('free_rounds.stake_unsuited')
      const details = { name, game: gameId, stakeMinor, currency, rounds, players: players.join(' '), reason }
      await doAtDesk(desk, { act: 'casino.free_rounds_given', details }, async (tx, now) => {
        const { campaign_id } = await tx
          .insert('casino_free_campaign', {
            ...{ name, game_id: gameId, currency, exponent, stake_minor: stakeMinor, rounds, created_at: now },
            ...{ created_by: desk.operator.name, expires_at: new Date(now.getTime() + lastsMs) },
          })
          .returning('campaign_id')
          .executeTakeFirstOrThrow()
        for (const accountId of players) {
          await requireAccount(tx, accountId)
          await tx
            .insert('casino_free_award', {
              ...{ campaign_id, account_id: accountId, reward: crypto.randomUUID(), made_at: now },
              ...dueAtProvider(bounds.providerId, now),
            })
            .execute()
        }
      })
    },

    /** Ends a campaign: no more of its rounds can be played, and what was won stays. @throws StudioFailure item.unknown */
    cancelFreeCampaign: async (
      desk: AtDesk,
      { campaign, reason }: { readonly campaign: number; readonly reason: string },
    ): Promise<void> => {
      await doAtDesk(desk, { act: 'casino.free_rounds_cancelled', details: { campaign, reason } }, async (tx, now) => {
        const row = await tx
          .update('casino_free_campaign', { cancelled_at: now })
          .where('campaign_id', '=', storableId(campaign))
          .where('cancelled_at', 'is', null)
          .where('promo_award_id', 'is', null)
          .returning('campaign_id')
          .executeTakeFirst()
        if (!row) throw new StudioFailure('item.unknown')
        await endAtProviders(tx, [row.campaign_id], now)
      })
    },
  }
}

function listFreeCampaigns({ db }: Pick<DeskPorts, 'db' | 'site' | 'casino'>, brand: string): Promise<FreeCampaign[]> {
  return forBrand(db, brand).transaction(async (tx) => {
    const rows = await tx
      .select('casino_free_campaign')
      .leftJoin('casino_free_award', (join) =>
        join
          .onRef('casino_free_award.brand_id', '=', 'casino_free_campaign.brand_id')
          .onRef('casino_free_award.campaign_id', '=', 'casino_free_campaign.campaign_id'),
      )
      .selectAll('casino_free_campaign')
      .select([
        sql<number>`count(casino_free_award.award_id)::int8`.as('players'),
        sql<number>`coalesce(sum(casino_free_award.used), 0)::int8`.as('used'),
        sql<number>`coalesce(sum(casino_free_award.won_minor), 0)::int8`.as('won'),
        sql<number>`count(*) filter (where casino_free_award.provider_state in ('due', 'ending'))::int8`.as('asked'),
        sql<number>`count(*) filter (where casino_free_award.provider_state = 'refused')::int8`.as('refused'),
      ])
      // Those of bonuses are among the bonuses.
      .where('casino_free_campaign.promo_award_id', 'is', null)
      .groupBy(['casino_free_campaign.brand_id', 'casino_free_campaign.campaign_id'])
      .orderBy('casino_free_campaign.campaign_id', 'desc')
      .limit(MOST_CAMPAIGNS)
      .execute()
    return rows.map(({ campaign_id: id, name, game_id, currency, exponent, stake_minor, rounds, ...row }) => ({
      ...{ id, name, gameId: game_id, currency, exponent, stakeMinor: stake_minor, rounds, players: row.players },
      ...{
        asked: row.asked,
        refused: row.refused,
        used: row.used,
        wonMinor: row.won,
        createdBy: row.created_by,
        isCancelled: row.cancelled_at !== null,
      },
      ...{ createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    }))
  })
}
