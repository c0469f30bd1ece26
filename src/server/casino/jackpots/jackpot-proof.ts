import { sql } from 'kysely'
import { MICRO, totalMicro, wholeMinor } from '#machines/casino/jackpots/jackpot.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { type PoolRow, partsOf } from './jackpot-rows.ts'

/** A pool that does not follow from what was put in and won. */
export interface JackpotBreak {
  readonly kind: 'jackpot-not-stakes'
  /** What was found, in words. */
  readonly found: string
}

/** Proves the pools of a brand: each holds what the house and the stakes have put in less what was won, to the micro unit, and its account
 *  has the whole minor units of that (CAS-12). */
export async function proveJackpots(tx: BrandTransaction): Promise<readonly JackpotBreak[]> {
  const pools = await tx.select('casino_jackpot').selectAll('casino_jackpot').orderBy('jackpot_id').execute()
  const breaks: JackpotBreak[] = []
  for (const pool of pools) {
    const held = totalMicro(partsOf(pool))
    const due = await dueMicro(tx, pool)
    const name = `${pool.jackpot_id} in ${pool.currency}`
    if (held !== due)
      breaks.push({ kind: 'jackpot-not-stakes', found: `${name} holds ${held} micro units; it has to hold ${due}` })
    const balance = await balanceOf(tx, pool)
    if (balance !== wholeMinor(held))
      breaks.push({
        kind: 'jackpot-not-stakes',
        found: `the account of ${name} has ${balance}; it has to have ${wholeMinor(held)}`,
      })
  }
  return breaks
}

async function dueMicro(tx: BrandTransaction, { jackpot_id, currency, funded_minor }: PoolRow): Promise<number> {
  const put = await tx
    .select('casino_jackpot_contribution')
    .select(sql<number>`coalesce(sum(main_micro + reseed_micro + next_micro), 0)::int8`.as('micro'))
    .where('jackpot_id', '=', jackpot_id)
    .where('currency', '=', currency)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  const won = await tx
    .select('casino_jackpot_drop')
    .select(sql<number>`coalesce(sum(amount_minor), 0)::int8`.as('minor'))
    .where('jackpot_id', '=', jackpot_id)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return put.micro + (funded_minor - won.minor) * MICRO
}

async function balanceOf(tx: BrandTransaction, { currency_account_id }: PoolRow): Promise<number> {
  const row = await tx
    .select('ledger_entry')
    .select('balance_minor')
    .where('currency_account_id', '=', currency_account_id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.balance_minor ?? 0
}
