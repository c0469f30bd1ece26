import type { BrandTransaction } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'

/** Accounts of the operator that the money of lotteries goes through. */
const KINDS = ['lottery_pool', 'lottery_jackpot', 'lottery_breakage', 'house'] as const
type PoolKind = (typeof KINDS)[number]

/** Numbers of the operator's accounts of lotteries in a currency: the pool holds stakes of draws that are not settled. */
export type PoolAccounts = Readonly<Record<PoolKind, number>>

/** The accounts of lotteries in a currency; opened when they are missing. */
export async function poolAccounts(tx: BrandTransaction, currency: string, now: Date): Promise<PoolAccounts> {
  const found = await find(tx, currency)
  if (KINDS.every((kind) => found[kind] !== undefined)) return found as PoolAccounts
  const rows = KINDS.map((kind) => ({ account_id: null, currency, kind, is_active: false, created_at: now }))
  await tx
    .insert('currency_account', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find(tx, currency)) as PoolAccounts
}

async function find(tx: BrandTransaction, currency: string): Promise<Partial<PoolAccounts>> {
  const rows = await tx
    .select('currency_account')
    .select(['kind', 'currency_account_id as id'])
    .where('account_id', 'is', null)
    .where('currency', '=', currency)
    .where('kind', 'in', KINDS)
    .where('shard', '=', 0)
    .execute()
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

/** How what is left of a draw after its payouts is put by: minor units, together what the pool gives. */
export interface PoolClosing {
  /** Name of the draw in the books: `lotto-6-49/120`. */
  readonly reference: string
  readonly currency: string
  /** What is carried to jackpots; below zero where a jackpot was won and paid through the pool. */
  readonly jackpotMinor: number
  /** What rounding has left. */
  readonly breakageMinor: number
  /** What the house has earned; below zero where it has paid more than it took. */
  readonly houseMinor: number
  readonly now: Date
}

/** Moves what a draw has not paid out of the pool, once: to the jackpot, to breakage and to the house (LOT-4, LOT-5). */
export async function closePool(tx: BrandTransaction, closing: PoolClosing): Promise<void> {
  const { reference, currency, jackpotMinor, breakageMinor, houseMinor, now } = closing
  const ids = await poolAccounts(tx, currency, now)
  const parts = { lottery_jackpot: jackpotMinor, lottery_breakage: breakageMinor, house: houseMinor }
  const total = jackpotMinor + breakageMinor + houseMinor
  const entries = Object.entries({ ...parts, lottery_pool: -total })
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([kind, amountMinor]) => ({ currencyAccountId: ids[kind as PoolKind], currency, amountMinor }))
  if (entries.length > 0) await postTransfer(tx, { kind: 'lottery-close', reference, entries, now })
}
