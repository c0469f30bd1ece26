import { sql } from 'kysely'

/** What a wallet action has moved of the player's own money: gains are above zero. */
export const OWN_GAIN = sql<number>`coalesce((action.funds ->> 'cash')::bigint, 0) + coalesce((action.funds ->> 'receivable')::bigint, 0)`

/** The actions of a round that were applied. */
export const OF_ROUND = sql`from wallet_action action where action.brand_id = casino_round.brand_id
  and action.round_id = casino_round.round_id and action.outcome = 'applied'`

/** What a round has lost of the player's own money; below zero where it has won. */
export const OWN_LOSS = sql<number>`(select coalesce(-sum(${OWN_GAIN}), 0)::int8 ${OF_ROUND})`
