import type { ColumnType, Generated } from 'kysely'
import type { Campaign } from '#schemas'
import type { Json } from './column-types.ts'

/** `ready` and `staked` are of free bets: one that can be used, and one whose bet is not decided. */
export type AwardState =
  | 'claimed'
  | 'queued'
  | 'active'
  | 'ready'
  | 'staked'
  | 'converted'
  | 'spent'
  | 'refused'
  | 'expired'
  | 'cancelled'

type MayBeNull = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface PromoAwardTable {
  brand_id: string
  award_id: Generated<number>
  account_id: number
  campaign_id: string
  cause: string
  terms: Json<Campaign>
  terms_hash: string
  currency: string
  exponent: number
  state: AwardState
  granted_minor: Generated<number>
  deposit_minor: Generated<number>
  target_minor: Generated<number>
  most_stake_minor: Generated<number>
  /** An exact fraction of minor units: `1943/2`. */
  counted: Generated<string>
  charged_minor: Generated<number>
  /** The request that a free bet was last staked by. */
  reservation_id: ColumnType<number | null, number | null | undefined, number | null>
  paid_minor: Generated<number>
  /** What was given, was used, and is not earned any more. */
  owed_minor: Generated<number>
  /** What its bets or rounds are worth by now, where it is given for them. */
  worth_minor: ColumnType<number | null, number | null | undefined, number | null>
  removed_minor: Generated<number>
  /** Of what a free bet has won: which free bet, and which bet has won it; null of any other bonus. */
  of_award_id: ColumnType<number | null, number | null | undefined, number | null>
  of_bet_id: ColumnType<number | null, number | null | undefined, number | null>
  /** How much more than at first that bet brings by now, below zero where it is less, and what of it was asked or given. */
  changed_minor: Generated<number>
  moved_minor: Generated<number>
  /** What stakes have brought since its end, below zero where they have taken something back. */
  late_minor: Generated<number>
  /** What the player has paid for an insurance. */
  premium_minor: Generated<number>
  /** Days in a row so far, and the last of them, yyyy-MM-dd. */
  streak_days: Generated<number>
  streak_day: ColumnType<string | null, string | null | undefined, string | null>
  /** Of a bonus for losses that was worked out: until when rounds count that were begun, and up to which change of them. */
  losses_until: MayBeNull
  losses_at: MayBeNull
  /** The deposit that has brought it, and what was taken back once that was charged back; null as long as it was not. */
  payment_id: ColumnType<number | null, number | null | undefined, number | null>
  charged_back_minor: ColumnType<number | null, number | null | undefined, number | null>
  made_at: Date
  begun_at: MayBeNull
  expires_at: MayBeNull
  ended_at: MayBeNull
}

export interface PromoStakeTable {
  brand_id: string
  source: 'casino' | 'bet' | 'lottery'
  source_id: number
  award_id: number
  account_id: number
  product: string
  game_id: string | null
  cash_minor: number
  bonus_minor: number
  counted: Generated<string>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  share_ppm: Generated<number>
  revision: Generated<number>
  staked_at: Date
  over_at: MayBeNull
}

/** A bet for which a bonus may be given, as it was looked at last. */
export interface PromoTaskBetTable {
  brand_id: string
  award_id: number
  bet_id: number
  account_id: number
  stake_minor: number
  refusal: ColumnType<string | null, string | null | undefined, string | null>
  state: Generated<string>
  revision: Generated<number>
  ending: ColumnType<TaskEnding | null, TaskEnding | null | undefined, TaskEnding | null>
  paid_minor: Generated<number>
  placed_at: Date
  ended_at: MayBeNull
}

type TaskEnding = 'won' | 'lost' | 'void' | 'cashed_out'

export interface PromoBudgetTable {
  brand_id: string
  campaign_id: string
  charged_minor: number
}

/** Up to when changed rounds were looked at in a brand. */
export interface PromoLossMarkTable {
  brand_id: string
  looked_at: Date
}

/** What has made somebody owe more of a bonus, or less; rows never change. */
export interface PromoDebtTable {
  brand_id: string
  debt_id: Generated<number>
  award_id: number
  /** Below zero where less is owed. */
  minor: number
  cause: 'late' | 'extra' | 'task' | 'charged_back' | 'paid' | 'before' | 'undone'
  reference: string
  by_award_id: ColumnType<number | null, number | null | undefined, never>
}

/** A pool that was shared out. */
export interface PromoPoolTable {
  brand_id: string
  campaign_id: string
  pool_minor: number
  staked_minor: number
  profit_minor: number
  players: number
  shared_at: Date
}

export interface PromoCodeUseTable {
  brand_id: string
  use_id: Generated<number>
  account_id: number
  code: string
  campaign_id: string | null
  award_id: number | null
  refusal: string | null
  used_at: Date
}

/** Codes that operators have made at once. */
export interface PromoCodeBatchTable {
  brand_id: string
  batch_id: Generated<number>
  campaign_id: string
  made_at: Date
  made_by: string
  reason: string
  revoked_at: MayBeNull
}

export interface PromoCodeTable {
  brand_id: string
  code: string
  batch_id: number
  used_by: ColumnType<number | null, number | null | undefined, number | null>
  used_at: MayBeNull
}

/** A bonus that operators give to players, or have asked for. */
export interface PromoGrantTable {
  brand_id: string
  grant_id: Generated<number>
  campaign_id: string
  players: Json<readonly number[]>
  cost_minor: number
  reason: string
  asked_at: Date
  asked_by: string
  state: 'waiting' | 'given' | 'refused'
  decided_at: MayBeNull
  decided_by: ColumnType<string | null, string | null | undefined, string | null>
  decision_reason: ColumnType<string | null, string | null | undefined, string | null>
}
