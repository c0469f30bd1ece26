import type { ColumnType, Generated } from 'kysely'

export type CurrencyAccountKind =
  | 'cash'
  | 'bonus'
  | 'freebet'
  | 'pending'
  | 'points'
  | 'advance'
  | 'receivable'
  | 'games'
  | 'referral'
  | 'house'
  | 'tax'
  | 'rounding'
  | 'liquidity'
  | 'provider'
  | 'fees'
  | 'promo'
  | 'jackpot'
  | 'lottery_pool'
  | 'lottery_jackpot'
  | 'lottery_breakage'

export interface CurrencyAccountTable {
  brand_id: string
  currency_account_id: Generated<number>
  /** Null for accounts of the operator. */
  account_id: number | null
  /** ISO 4217 code, upper case. */
  currency: string
  kind: CurrencyAccountKind
  /** Accounts of the operator that every bet moves money of are kept in several parts; 0 for all others. */
  shard: ColumnType<number, number | undefined, never>
  is_active: boolean
  created_at: Date
  /** Nothing is booked on a closed account; it may be opened again. */
  closed_at: ColumnType<Date | null, never, Date | null>
}

export interface LedgerTransferTable {
  brand_id: string
  transfer_id: Generated<number>
  kind: string
  /** What the transfer is about; a second one of the same kind and reference is refused. */
  reference: string
  created_at: Date
  /** Why an operator has moved money by hand. */
  note?: string | null
}

export interface LedgerEntryTable {
  brand_id: string
  transfer_id: number
  line: number
  currency_account_id: number
  currency: string
  /** Minor units, not zero; the entries of a transfer sum to zero per currency. */
  amount_minor: number
  /** Its place among the entries of the account, from 1; the database counts. */
  sequence: ColumnType<number, never, never>
  /** Minor units of the account after it; the database counts. */
  balance_minor: ColumnType<number, never, never>
}
