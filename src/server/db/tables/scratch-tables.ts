import type { ColumnType, Generated } from 'kysely'
import type { ScratchGame } from '#schemas'
import type { WalletFunds } from './casino-tables.ts'
import type { Json } from './column-types.ts'

type Maybe<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** A deck of scratch cards. */
export interface LotteryDeckTable {
  brand_id: string
  deck_id: Generated<number>
  game_id: string
  number: number
  state: 'open' | 'sold_out' | 'over'
  currency: string
  exponent: number
  price_minor: number
  terms: Json<ScratchGame>
  terms_hash: string
  server_seed: string
  root: string
  cards: number
  sold: Generated<number>
  scratched: Generated<number>
  /** How often each prize was scratched. */
  won: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  opened_at: Date
}

/** A scratch card of a player. */
export interface LotteryScratchCardTable {
  brand_id: string
  ticket_id: number
  deck_id: number
  card: number
  account_id: number
  guid: string
  price_minor: number
  funds: Json<WalletFunds>
  state: 'sealed' | 'won' | 'lost'
  prize: Maybe<string>
  payout_minor: Generated<number>
  bought_at: Date
  scratched_at: Maybe<Date>
}
