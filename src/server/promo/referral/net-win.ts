import { sql } from 'kysely'
import { REFERRAL_POSTINGS } from '#machines/promo/referral/referral-postings.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { InCurrency } from './referral-ports.ts'

/** Accounts of a player on which they win and lose: what was advanced to them and what they owe count as theirs. */
const OF_PLAYER = ['cash', 'pending', 'advance', 'receivable'] as const

/** What a brand has won of a player so far, by currency: all that the player's accounts have lost by play, less what they were given
 *  as bonuses, less taxes, and without the stakes that are still open. Below zero when the player has won.
 *  @param paymentKinds transfers by which nobody wins */
export async function netWin(
  tx: BrandTransaction,
  accountId: number,
  paymentKinds: readonly string[],
): Promise<readonly InCurrency[]> {
  const notWon = [...paymentKinds, ...Object.values(REFERRAL_POSTINGS), 'correction', 'undoing']
  const parts = [
    ...(await lost(tx, accountId, notWon)),
    ...(await taxes(tx, accountId, notWon)),
    ...(await openBets(tx, accountId)),
    ...(await openRounds(tx, accountId)),
  ]
  const sums = new Map<string, number>()
  for (const { currency, minor } of parts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums].map(([currency, minor]) => ({ currency, minor }))
}

const NEGATED_SUM = sql<number>`(-sum(ledger_entry.amount_minor))::int8`

/** Entries of a player's accounts by which they have won or lost. */
function entriesOf(tx: BrandTransaction, accountId: number, notWon: readonly string[]) {
  return tx
    .select('currency_account')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
        .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.kind', 'in', OF_PLAYER)
    .where('ledger_transfer.kind', 'not in', notWon)
}

function lost(tx: BrandTransaction, accountId: number, notWon: readonly string[]): Promise<InCurrency[]> {
  return entriesOf(tx, accountId, notWon)
    .select('ledger_entry.currency')
    .select(NEGATED_SUM.as('minor'))
    .groupBy('ledger_entry.currency')
    .execute()
}

/** What of a player's losses was tax, which is not the brand's. */
function taxes(tx: BrandTransaction, accountId: number, notWon: readonly string[]): Promise<InCurrency[]> {
  return tx
    .select('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select('ledger_entry.currency')
    .select(NEGATED_SUM.as('minor'))
    .where('currency_account.kind', '=', 'tax')
    .where('ledger_entry.transfer_id', 'in', entriesOf(tx, accountId, notWon).select('ledger_entry.transfer_id'))
    .groupBy('ledger_entry.currency')
    .execute()
}

function openBets(tx: BrandTransaction, accountId: number): Promise<InCurrency[]> {
  return tx
    .select('bet')
    .select('currency')
    .select(sql<number>`(-sum(stake_minor - sold_stake_minor))::int8`.as('minor'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .groupBy('currency')
    .execute()
}

function openRounds(tx: BrandTransaction, accountId: number): Promise<InCurrency[]> {
  return tx
    .select('casino_round')
    .select('currency')
    .select(sql<number>`(-sum(stake_minor - payout_minor))::int8`.as('minor'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .where('mode', '=', 'real')
    .groupBy('currency')
    .execute()
}
