import type { ColumnType, Generated } from 'kysely'
import type { DrawnNumbers } from '#machines/lotteries/draws/draw-result.rules.ts'
import type { DrawSettlement } from '#machines/lotteries/draws/draw-settling.rules.ts'
import type { DrawGame, DrawLine } from '#schemas'
import type { WalletFunds } from './casino-tables.ts'
import type { Json } from './column-types.ts'

type Maybe<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>
type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

export interface LotteryGameTable {
  brand_id: string
  game_id: string
  currency: string
  jackpot_minor: Generated<number>
  draws: Generated<number>
}

export type DrawState = 'open' | 'closed' | 'drawn' | 'paying' | 'paid' | 'cancelling' | 'cancelled'

/** How the money of a draw was divided, with the jackpot before it. */
export interface KeptSettlement extends DrawSettlement {
  readonly jackpotInMinor: number
}

/** What came of the round of the beacon. */
export interface KeptBeacon {
  readonly outcome: 'used' | 'silent' | 'forged'
  /** Of a round that was used, hex. */
  readonly signature?: string
}

export interface LotteryDrawTable {
  brand_id: string
  draw_id: Generated<number>
  game_id: string
  number: number
  state: DrawState
  currency: string
  exponent: number
  terms: Json<DrawGame>
  terms_hash: string
  opened_at: Date
  closes_at: Date
  draws_at: Date
  server_seed: string
  second_seed: string
  root: Maybe<string>
  tickets: Generated<number>
  drawn: MaybeJson<DrawnNumbers>
  drawn_at: Maybe<Date>
  winners: Generated<number>
  settled_at: Maybe<Date>
  reason: Maybe<string>
  /** Round of the beacon that it has named. */
  beacon_round: Maybe<number>
  beacon: MaybeJson<KeptBeacon>
}

/** What tickets of a draw in one currency have staked, and what it was divided into. */
export interface LotteryDrawMoneyTable {
  brand_id: string
  draw_id: number
  currency: string
  exponent: number
  price_minor: number
  tickets: Generated<number>
  staked_minor: Generated<number>
  settlement: MaybeJson<KeptSettlement>
  winners: Generated<number>
}

export interface LotteryOrderTable {
  brand_id: string
  account_id: number
  guid: string
  fingerprint: string
  at: Date
}

export interface LotteryTicketTable {
  brand_id: string
  ticket_id: number
  draw_id: number
  account_id: number
  guid: string
  currency: string
  lines: Json<readonly DrawLine[]>
  price_minor: number
  funds: Json<WalletFunds>
  receipt: string
  leaf: string
  state: 'open' | 'judged' | 'won' | 'lost' | 'refunded'
  hits: MaybeJson<readonly number[]>
  /** How many of its lines have won, by prize. */
  prizes: MaybeJson<Readonly<Record<string, number>>>
  payout_minor: Generated<number>
  bought_at: Date
  settled_at: Maybe<Date>
}
