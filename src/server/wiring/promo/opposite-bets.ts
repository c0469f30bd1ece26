import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Of bets, those whose players have also backed another outcome of a market of them. */
export async function oppositesAmong(tx: BrandTransaction, betIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (betIds.length === 0) return new Set()
  const rows = await tx
    .select('bet_leg')
    .innerJoin('bet as own', (join) =>
      join.onRef('own.brand_id', '=', 'bet_leg.brand_id').onRef('own.bet_id', '=', 'bet_leg.bet_id'),
    )
    .innerJoin('bet_leg as other', (join) =>
      join
        .onRef('other.brand_id', '=', 'bet_leg.brand_id')
        .onRef('other.game_id', '=', 'bet_leg.game_id')
        .onRef('other.market_id', '=', 'bet_leg.market_id')
        .onRef('other.outcome_id', '<>', 'bet_leg.outcome_id')
        .onRef('other.bet_id', '<>', 'bet_leg.bet_id'),
    )
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.brand_id', '=', 'other.brand_id')
        .onRef('bet.bet_id', '=', 'other.bet_id')
        .onRef('bet.account_id', '=', 'own.account_id'),
    )
    .select('bet_leg.bet_id as betId')
    .distinct()
    .where(sql<boolean>`bet_leg.bet_id = any (${betIds}::bigint[])`)
    .execute()
  return new Set(rows.map(({ betId }) => betId))
}
