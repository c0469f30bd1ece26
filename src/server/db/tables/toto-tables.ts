import type { ColumnType, Generated } from 'kysely'
import type { TotoPool, TotoPoolName, TotoSettlement, TotoStatus, TotoTicket } from '#schemas'
import type { WalletFunds } from './casino-tables.ts'
import type { Json } from './column-types.ts'

type MayBeNull<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

export interface TotoJackpotTable {
  brand_id: string
  type_id: number
  currency: string
  amount_minor: Generated<number>
  next_number: Generated<number>
}

export interface TotoDrawTable {
  brand_id: string
  draw_id: Generated<number>
  pool: TotoPoolName
  type_id: number
  /** Its number among the draws of its type. */
  number: number
  terms: Json<TotoPool>
  currency: string
  exponent: number
  status: TotoStatus
  made_by: MayBeNull<string>
  opens_at: Date
  closes_at: Date
  closed_at: MayBeNull<Date>
  resulted_at: MayBeNull<Date>
  staked_minor: Generated<number>
  revision: Generated<number>
  settlement: ColumnType<TotoSettlement | null, string | null | undefined, string | null>
  cancel_reason: MayBeNull<string>
  is_done: Generated<boolean>
}

export interface TotoMatchTable {
  brand_id: string
  draw_id: number
  place: number
  game_id: number
  sport_id: number
  champ_id: number
  champ_name: string
  home: string
  away: string
  starts_at: Date
  outcome: MayBeNull<number>
  is_void: Generated<boolean>
  desk_outcome: MayBeNull<number>
  desk_void: Generated<boolean>
  desk_by: MayBeNull<string>
}

export interface TotoTicketTable {
  brand_id: string
  ticket_id: number
  draw_id: number
  account_id: number
  guid: string
  marks: Json<number[][]>
  lines: number
  units_per_line: number
  stake_minor: number
  funds: Json<WalletFunds>
  placed_at: Date
  state: ColumnType<TotoTicket['state'], TotoTicket['state'] | undefined, TotoTicket['state']>
  payout_minor: Generated<number>
  revision: Generated<number>
}

export interface TotoActTable {
  brand_id: string
  act_id: Generated<number>
  draw_id: number
  act: 'made' | 'result' | 'cancelled'
  details: Json<Readonly<Record<string, unknown>>>
  operator: string
  at: Date
}
