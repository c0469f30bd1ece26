import type { ColumnType, Generated } from 'kysely'
import type { GameSettings } from '#schemas'
import type { RoundPlay } from '#server/casino/play/round-play.ts'
import type { Json } from './column-types.ts'
import type { CurrencyAccountKind } from './money-tables.ts'

export type CasinoMode = 'real' | 'fun'

export interface CasinoSessionTable {
  brand_id: string
  session_id: string
  /** Null of a guest. */
  account_id: number | null
  provider_id: string
  game_id: string
  mode: CasinoMode
  currency: string
  exponent: number
  country: string
  device: 'desktop' | 'mobile'
  /** Null when it is played for money. */
  fun_minor: number | null
  opened_at: Date
  launched_at: Date | null
  expires_at: Date
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoSeedTable {
  brand_id: string
  seed_id: Generated<number>
  /** Null of a guest, who has a session's. */
  account_id: number | null
  session_id: string | null
  server_seed: string
  client_seed: string
  next_nonce: Generated<number>
  created_at: Date
  revealed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoRulesTable {
  brand_id: string
  rules_hash: string
  settings: Json<GameSettings>
  first_used_at: Date
}

export interface CasinoRoundTable {
  brand_id: string
  round_id: Generated<number>
  provider_id: string
  external_id: string
  session_id: string
  account_id: number | null
  game_id: string
  mode: CasinoMode
  currency: string
  exponent: number
  state: 'open' | 'closed' | 'cancelled'
  stake_minor: Generated<number>
  payout_minor: Generated<number>
  /** These four are null of providers' games. */
  seed_id: number | null
  nonce: number | null
  rules_hash: string | null
  play: ColumnType<RoundPlay | null, string | null | undefined, string | null>
  opened_at: Date
  changed_at: Date
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export type WalletActionKind = 'bet' | 'win' | 'rollback' | 'end' | 'promo' | 'jackpot' | 'adjustment'

/** What the player's accounts gain, in minor units. */
export type WalletFunds = Readonly<Partial<Record<CurrencyAccountKind, number>>>

export interface WalletActionTable {
  brand_id: string
  provider_id: string
  action_id: string
  kind: WalletActionKind
  sequence: ColumnType<number, never, never>
  account_id: number
  session_id: string | null
  round_id: number | null
  game_id: string
  currency: string
  amount_minor: number
  is_free: boolean
  reference: string | null
  fingerprint: string
  outcome: 'applied' | 'tombstoned' | 'insufficient' | 'blocked'
  reason: string | null
  funds: Json<WalletFunds>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  balance_minor: number
  at: Date
}

export interface CasinoFavoriteTable {
  brand_id: string
  account_id: number
  game_id: string
  marked_at: Date
}
