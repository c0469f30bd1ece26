import type { ColumnType, Generated } from 'kysely'
import type { AdvanceState } from '#machines/betting/cash-out/advance.rules.ts'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import type {
  BetLeg,
  BetSettlement,
  FeedKind,
  FrozenAutoBet,
  FrozenBet,
  PlaceBetAnswer,
  PlaceBetPayload,
} from '#schemas'
import type { Json } from './column-types.ts'

export type BetState = 'open' | 'won' | 'lost' | 'returned' | 'sold'

export interface BetReservationTable {
  brand_id: string
  reservation_id: Generated<number>
  account_id: number
  bet_guid: string
  payload_hash: string
  payload: Json<PlaceBetPayload>
  currency: string
  stake_minor: number
  state: 'held' | 'accepted' | 'refused'
  /** Null while the stake is held. */
  answer: ColumnType<PlaceBetAnswer | null, string | null, string>
  due_at: Date
  expires_at: Date
  /** Whether it waits for its price. */
  is_bid: ColumnType<boolean, boolean | undefined, never>
  /** Null for what is no bid, and for bids from before there was one. */
  bid: ColumnType<FrozenAutoBet | null, string | null | undefined, never>
  /** For how many live outcomes the delay of live bets runs, its price reached; null while it does not. */
  accepting_live: ColumnType<number | null, number | null | undefined, number | null>
  /** The bonus that has paid its stake, null where none has; not that of a free bet. */
  award_id: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Date
  resolved_at: Date | null
}

export interface BetTable {
  brand_id: string
  bet_id: Generated<number>
  account_id: number
  reservation_id: number
  /** Among the single bets of one request, from 0. */
  place: number
  currency: string
  stake_minor: number
  /** What it pays when all of it wins. */
  possible_minor: number
  /** Taken of the stake when it was accepted. */
  stake_tax_minor: number
  frozen: ColumnType<FrozenBet, string, never>
  state: BetState
  /** How much of the stake was sold, for how much, the tax on that, and what of the tax on the stake belongs to it. */
  sold_stake_minor: ColumnType<number, never, number>
  sold_for_minor: ColumnType<number, never, number>
  sold_tax_minor: ColumnType<number, never, number>
  sold_stake_tax_minor: ColumnType<number, never, number>
  /** How much of the stake is insured, and what that has cost. */
  insured_minor: ColumnType<number, never, number>
  premium_minor: ColumnType<number, never, number>
  /** Null while it is open, and when all of it was sold. */
  settlement: ColumnType<BetSettlement | null, string | null, string | null>
  revision: ColumnType<number, number | undefined, number>
  created_at: Date
  settled_at: Date | null
}

export interface BetLegTable {
  brand_id: string
  bet_id: number
  /** Of the outcome in the request. */
  place: number
  outcome_id: number
  outcome_type_id: number
  market_id: number
  market_type_id: number
  parameter: string | null
  game_id: number
  game_name: string
  kind: FeedKind
  starts_at: Date
  /** What the player saw. */
  requested_odds: string
  /** What was accepted. */
  odds: string
  epoch: string
  seq: number
  /** Null while it is open. */
  result: ColumnType<BetLeg | null, string | null, string | null>
  result_version: number | null
}

export interface BetEventTable {
  brand_id: string
  bet_id: number
  /** From 1. */
  sequence: number
  kind: 'accepted' | 'settled' | 'reopened' | 'sold' | 'insured'
  detail: Json<Readonly<Record<string, unknown>>>
  at: Date
}

/** What is open on an outcome; the database keeps it as bets are written. */
export interface OpenStakeTable {
  brand_id: string
  outcome_id: number
  /** 0 for all players together. */
  account_id: number
  currency: string
  /** Staked, and not sold. */
  stake_minor: number
  /** What the bets pay when all of them win. */
  possible_minor: number
}

/** What operators let the house owe for an outcome, or for each outcome of a game. */
export interface BetLimitTable {
  brand_id: string
  scope: 'game' | 'outcome'
  /** The game or the outcome. */
  subject: number
  /** Minor units of the default currency; 0 takes no bet. */
  liability_minor: number
  set_by: string
  reason: string
  set_at: Date
}

export interface SavedCouponTable {
  brand_id: string
  code: string
  outcome_ids: Json<readonly number[]>
  created_at: Date
  expires_at: Date
}

export interface BetQuoteTable {
  brand_id: string
  kind: QuoteKind
  offer_id: Generated<number>
  account_id: number
  bet_id: number
  /** The amounts, as the rule of the kind gives them. */
  offer: Json<object>
  /** What the offer follows from. */
  facts: Json<Readonly<Record<string, unknown>>>
  created_at: Date
  expires_at: Date
}

export interface BetTakingTable {
  brand_id: string
  account_id: number
  kind: QuoteKind
  guid: string
  offer_id: number
  state: 'waiting' | 'taken' | 'lapsed'
  /** Of the player's money while it waits, and what was held then; 0 where nothing is. */
  held_minor: number
  due_at: Date
  expires_at: Date
  created_at: Date
  /** Null while it waits. */
  ended_at: Date | null
}

export interface BetAdvanceTable {
  brand_id: string
  reservation_id: number
  account_id: number
  currency: string
  own_minor: number
  advance_minor: number
  repaid_minor: ColumnType<number, never, number>
  state: AdvanceState | 'released'
  revision: ColumnType<number, never, number>
  is_due: ColumnType<boolean, never, boolean>
  deadline_at: Date
  created_at: Date
}

export interface BetAdvanceCoverTable {
  brand_id: string
  reservation_id: number
  bet_id: number
  credited_minor: number
  repaid_minor: ColumnType<number, never, number>
  /** When the bet was settled first; null before. */
  settled_at: ColumnType<Date | null, never, Date>
}

export interface BetHistoryClearingTable {
  brand_id: string
  clearing_id: Generated<number>
  account_id: number
  cleared_at: Date
  /** Bets that were shown until then. */
  bet_count: number
}

export interface BetSettlingTable {
  brand_id: string
  /** Of the last version of a result that was applied to all bets. */
  revision: number
  swept_at: Date
}
