import type { ColumnType, Generated } from 'kysely'

export interface ReferralPartnerTable {
  brand_id: string
  partner_id: Generated<number>
  name: string
  /** SHA-256 of the key, base64url. */
  key_hash: string
  created_at: Date
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** A code of a player or of a partner. */
export interface ReferralCodeTable {
  brand_id: string
  code: string
  account_id: number | null
  partner_id: number | null
  created_at: Date
}

export interface ReferralMemberTable {
  brand_id: string
  account_id: number
  /** In which the member earns. */
  currency: string
  joined_at: Date
}

export type ReferralVoid = 'self' | 'full' | 'operator'

/** A player who was brought: `account_id` is the friend. */
export interface ReferralTable {
  brand_id: string
  account_id: number
  referral_id: Generated<number>
  referrer_id: number | null
  partner_id: number | null
  code: string
  way: 'link' | 'code'
  banner_id: string | null
  registered_at: Date
  browser_hash: string | null
  void_reason: ReferralVoid | null
  void_note: ColumnType<string | null, string | null | undefined, string | null>
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  qualified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Currency → minor units. */
  counted: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  /** Minor units of the default currency, not above zero. */
  carried_minor: Generated<number>
  /** Minor units of the currency that the referrer earns in. */
  clawed_minor: Generated<number>
  claw_count: Generated<number>
  /** Null once nothing can be earned any more. */
  count_at: Date | null
}

export interface ReferralEarningTable {
  brand_id: string
  account_id: number
  sequence: number
  /** yyyy-MM-dd */
  day: ColumnType<string, string, never>
  /** Minor units of the default currency. */
  net_win_minor: number
  currency: string
  /** Minor units of `currency`. */
  earned_minor: number
  earned_at: Date
  available_at: Date
}

export interface ReferralVisitTable {
  brand_id: string
  code: string
  day: ColumnType<string, string, never>
  /** Empty for a plain link. */
  banner_id: string
  visits: number
}

export interface ReferralVisitMarkTable {
  brand_id: string
  code: string
  day: ColumnType<string, string, never>
  mark: string
}
