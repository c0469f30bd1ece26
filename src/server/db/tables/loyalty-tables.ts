import type { ColumnType, Generated } from 'kysely'
import type { Tier } from '#machines/site/loyalty-tiers.rules.ts'
import type { LoyaltyTier } from '#schemas'
import type { Json } from './column-types.ts'

type MayBeNull = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface LoyaltyMemberTable {
  brand_id: string
  account_id: number
  /** Ten-thousandths of experience. */
  xp_e4: Generated<number>
  tier: ColumnType<Tier, Tier | undefined, Tier>
  kept_xp_e4: Generated<number>
  kept_from: Date
  takes_part: Generated<boolean>
  owed_minor: Generated<number>
  points_owed: Generated<number>
  joined_at: Date
}

/** The terms of a period, as its row keeps them. */
export type PeriodTerms = Pick<LoyaltyTier, 'base' | 'ratioE4' | 'capMinor' | 'minimumMinor'> & {
  readonly mostOfStakesE4: number
}

export type PeriodState = 'open' | 'paid' | 'nothing' | 'waiting'

export interface LoyaltyPeriodTable {
  brand_id: string
  account_id: number
  sequence: number
  tier: Tier
  terms: Json<PeriodTerms>
  starts_at: Date
  ends_at: Date
  stake_minor: Generated<number>
  loss_minor: Generated<number>
  state: PeriodState
  credited_minor: Generated<number>
  /** Minor units of `paid_currency`. */
  paid_minor: Generated<number>
  paid_currency: ColumnType<string | null, string | null | undefined, string | null>
  payments: Generated<number>
  settle_at: MayBeNull
}

export interface LoyaltyStakeTable {
  brand_id: string
  source: 'casino' | 'bet' | 'lottery'
  source_id: number
  account_id: number
  period: number | null
  stake_minor: number
  loss_minor: number
  xp_e4: number
  points_e4: Generated<number>
  lot_id: ColumnType<number | null, number | null | undefined, number | null>
  mark: string
  reason: 'excluded' | 'break' | 'out' | null
  over_at: Date
}

export interface LoyaltyKeeperTable {
  brand_id: string
  owner: string | null
  leased_until: MayBeNull
  counted_until: Date
}

export interface LoyaltyLotTable {
  brand_id: string
  lot_id: Generated<number>
  account_id: number
  /** The bonus whose points these are; null of those that a day has earned. */
  award_id: ColumnType<number | null, number | null | undefined, never>
  /** yyyy-MM-dd */
  day: ColumnType<string, string, never>
  earned_e4: Generated<number>
  granted: Generated<number>
  left_points: Generated<number>
  earned_at: Date
  expires_at: Date
}

export type PointsMoveKind = 'earned' | 'granted' | 'taken_back' | 'returned' | 'spent' | 'order_undone' | 'expired'

export interface LoyaltyMoveTable {
  brand_id: string
  move_id: Generated<number>
  account_id: number
  lot_id: number
  points: number
  kind: PointsMoveKind
  for_lot: number | null
  order_id: number | null
  at: Date
}

export interface LoyaltyOrderTable {
  brand_id: string
  order_id: Generated<number>
  account_id: number
  guid: string
  item_id: string
  points: number
  campaign_id: string
  award_id: ColumnType<number | null, number | null | undefined, number | null>
  ordered_at: Date
  returned_at: MayBeNull
}

export interface LoyaltyStockTable {
  brand_id: string
  item_id: string
  sold: Generated<number>
}
