import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BetState } from '#server/db/tables/bet-tables.ts'

/** A bet as operators see it. Amounts are minor units. */
export interface PlayerBet {
  readonly betId: number
  readonly state: BetState
  readonly currency: string
  readonly stakeMinor: number
  readonly possibleMinor: number
  readonly outcomes: number
  readonly placedAt: Date
  readonly settledAt: Date | null
}

/** The bets of a player: open ones first, then the latest, whatever the player has hidden. */
export function latestBets(tx: BrandTransaction, accountId: number, most: number): Promise<PlayerBet[]> {
  const outcomes = sql<number>`(select count(*)::int8 from bet_leg
    where bet_leg.brand_id = bet.brand_id and bet_leg.bet_id = bet.bet_id)`
  return tx
    .select('bet')
    .select(['bet_id as betId', 'state', 'currency', 'stake_minor as stakeMinor', 'possible_minor as possibleMinor'])
    .select([outcomes.as('outcomes'), 'created_at as placedAt', 'settled_at as settledAt'])
    .where('account_id', '=', accountId)
    .orderBy(sql`bet.state = 'open'`, 'desc')
    .orderBy('bet_id', 'desc')
    .limit(most)
    .execute()
}
