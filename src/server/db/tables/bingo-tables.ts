import type { ColumnType, Generated } from 'kysely'
import type { BingoOutcome } from '#machines/lotteries/bingo/bingo-round.rules.ts'
import type { BingoRoom } from '#schemas'
import type { WalletFunds } from './casino-tables.ts'
import type { Json } from './column-types.ts'

type Maybe<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** A round of a bingo room. */
export interface LotteryBingoRoundTable {
  brand_id: string
  round_id: Generated<number>
  room_id: string
  number: number
  state: 'open' | 'calling' | 'paying' | 'paid' | 'cancelling' | 'cancelled'
  currency: string
  exponent: number
  price_minor: number
  terms: Json<BingoRoom>
  terms_hash: string
  server_seed: string
  second_seed: string
  opened_at: Date
  closes_at: Maybe<Date>
  cards: Generated<number>
  staked_minor: Generated<number>
  root: Maybe<string>
  jackpot_in_minor: Maybe<number>
  outcome: ColumnType<BingoOutcome | null, string | null | undefined, string | null>
  starts_at: Maybe<Date>
  ends_at: Maybe<Date>
  settled_at: Maybe<Date>
  /** Why it was cancelled. */
  reason: Maybe<string>
}

/** Cards of a player that were bought at once. */
export interface LotteryBingoTicketTable {
  brand_id: string
  ticket_id: number
  round_id: number
  account_id: number
  guid: string
  cards: number
  salt: string
  price_minor: number
  funds: Json<WalletFunds>
  receipt: string
  leaf: string
  state: 'open' | 'won' | 'lost' | 'refunded'
  payout_minor: Generated<number>
  bought_at: Date
  settled_at: Maybe<Date>
}
