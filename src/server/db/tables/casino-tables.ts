import type { ColumnType, Generated } from 'kysely'
import type { JackpotKind } from '#machines/casino/jackpots/jackpot.rules.ts'
import type { CatalogueGame, GameSettings } from '#schemas'
import type { RoundPlay } from '#server/casino/play/round-play.ts'
import type { TablePlay } from '#server/casino/tables/table-play.ts'
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
  /** The award whose free rounds are played in it. */
  free_award_id: ColumnType<number | null, number | null | undefined, number | null>
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
  /** These two are of rounds of tables. */
  table_round_id: ColumnType<number | null, number | null | undefined, number | null>
  table_play: ColumnType<TablePlay | null, string | null | undefined, string | null>
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
  /** The award that it names, of free rounds. */
  reward: ColumnType<string | null, string | null | undefined, never>
  reference: string | null
  fingerprint: string
  outcome: 'applied' | 'tombstoned' | 'insufficient' | 'blocked'
  reason: string | null
  funds: Json<WalletFunds>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  balance_minor: number
  at: Date
}

export interface CasinoProviderNumberTable {
  brand_id: string
  provider_id: string
  number: number
}

export interface CasinoAwayTable {
  brand_id: string
  provider_id: string
  account_id: number
  currency: string
  session_id: string
  /** Null once everything is back. */
  look_at: Date | null
  silences: Generated<number>
}

export interface CasinoTransferTable {
  brand_id: string
  transfer_id: string
  provider_id: string
  account_id: number
  currency: string
  direction: 'in' | 'out'
  amount_minor: number
  state: 'intended' | 'done' | 'refused'
  created_at: Date
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoFavoriteTable {
  brand_id: string
  account_id: number
  game_id: string
  marked_at: Date
}

export interface CasinoTableTable {
  brand_id: string
  table_id: string
  /** The process that runs it, until the lease ends. */
  owner: string | null
  leased_until: Date | null
}

export interface CasinoTableRoundTable {
  brand_id: string
  table_round_id: Generated<number>
  table_id: string
  rules_hash: string
  state: 'betting' | 'running' | 'settled' | 'refunded'
  server_seed: string
  /** Null while bets are taken, like all that follows but the times of the window. */
  seed_parts: ColumnType<readonly string[] | null, string | null | undefined, string | null>
  result: ColumnType<number | null, number | null | undefined, number | null>
  opened_at: Date
  closes_at: Date
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  over_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoCatalogueTable {
  brand_id: string
  revision: number
  changed_at: Date
}

export interface CasinoCatalogueGameTable {
  brand_id: string
  game_id: string
  provider_id: string
  code: string
  entry: Json<CatalogueGame>
  fingerprint: string
  added_at: Date
  changed_at: Date
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoProviderStopTable {
  brand_id: string
  provider_id: string
  stopped_at: Date
  stopped_by: string
  reason: string
}

export interface CasinoDoubtTable {
  brand_id: string
  doubt_id: Generated<number>
  kind: 'stuck' | 'conflict' | 'tombstoned' | 'unknown_reference'
  provider_id: string
  /** The provider's name of the action; of a stuck round, of the round. */
  subject: string
  /** These two are null of a stuck round. */
  action_kind: WalletActionKind | null
  reason: string | null
  account_id: number
  round_id: number | null
  game_id: string
  currency: string
  amount_minor: number
  times: Generated<number>
  first_at: Date
  last_at: Date
  /** These four are null while it waits. */
  resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  resolved_by: ColumnType<string | null, string | null | undefined, string | null>
  decision: ColumnType<
    'settled' | 'marked' | null,
    'settled' | 'marked' | null | undefined,
    'settled' | 'marked' | null
  >
  note: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CasinoJackpotTable {
  brand_id: string
  jackpot_id: string
  currency: string
  exponent: number
  number: ColumnType<number, never, never>
  currency_account_id: ColumnType<number, null, number>
  run: number
  kind: JackpotKind
  /** Until the drop only its hash is published. */
  secret: string
  started_at: Date
  seed_minor: number
  cap_minor: number
  one_in_minor: number
  drops_by: Date | null
  start_micro: number
  main_micro: number
  reseed_micro: number
  next_micro: number
  stakes: Generated<number>
  funded_minor: number
}

export interface CasinoJackpotContributionTable {
  brand_id: string
  provider_id: string
  action_id: string
  jackpot_id: string
  currency: string
  run: number
  nonce: number
  round_id: number
  stake_minor: number
  main_micro: number
  reseed_micro: number
  next_micro: number
  at: Date
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CasinoJackpotDropTable {
  brand_id: string
  jackpot_id: string
  currency: string
  run: number
  name: string
  exponent: number
  kind: JackpotKind
  secret: string
  account_id: number
  session_id: string
  round_id: number
  provider_id: string
  action_id: string
  nonce: number
  stake_minor: number
  amount_minor: number
  start_micro: number
  cap_minor: number
  one_in_minor: number
  before_micro: number
  after_micro: number
  started_at: Date
  drops_by: Date | null
  at: Date
}

export interface CasinoFreeCampaignTable {
  brand_id: string
  campaign_id: Generated<number>
  name: string
  game_id: string
  currency: string
  exponent: number
  stake_minor: number
  rounds: number
  expires_at: Date
  created_at: Date
  created_by: string
  cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The bonus that has given them; null of those that the desk has given. */
  promo_award_id: ColumnType<number | null, number | null | undefined, never>
  /** Whether what they win is the player's money, or is put by for the bonus. */
  pays: Generated<'cash' | 'bonus'>
}

export interface CasinoFreeAwardTable {
  brand_id: string
  award_id: Generated<number>
  campaign_id: number
  account_id: number
  reward: string
  used: Generated<number>
  won_minor: Generated<number>
  made_at: Date
  /** Null of games of the engine. */
  provider_id: Generated<string | null>
  provider_state: Generated<'due' | 'given' | 'refused' | 'ending' | 'ended' | null>
  look_at: Generated<Date | null>
  tries: Generated<number>
}

export interface CasinoFreeUseTable {
  brand_id: string
  provider_id: string
  action_id: string
  award_id: number
  at: Date
  undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
