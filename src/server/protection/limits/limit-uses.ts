import { sql } from 'kysely'
import { convertMinor } from '#machines/money/amount.rules.ts'
import { PAYOUT_POSTINGS, STAKE_POSTINGS } from '#machines/money/stake-postings.ts'
import type { GlobalConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { LimitRow } from './limit-rows.ts'

/** What counts against a limit. */
interface Used {
  readonly accountId: number
  readonly limit: Pick<LimitRow, 'kind' | 'currency'>
  readonly since: Date
  readonly now: Date
  readonly currencies: GlobalConfig['currencies']
}

/** What has been used of a limit since a moment, in its unit. Stakes that are held or open count as staked and as lost until they pay;
 *  what was won back makes what is lost less, and even negative (RG-9). */
export async function usedOf(tx: BrandTransaction, use: Used): Promise<number> {
  const { kind } = use.limit
  if (kind === 'session') return signedInMs(tx, use)
  return together(await (kind === 'deposit' ? paidIn(tx, use) : movedMinor(tx, use)), use)
}

/** Minor units of a currency. */
export interface InCurrency {
  readonly currency: string
  readonly minor: number
}

/** All currencies together, in that of the limit at the rates of the brand. */
function together(parts: readonly InCurrency[], { limit, currencies }: Used): number {
  return parts.reduce(
    (sum, { currency, minor }) => sum + inCurrency(minor, { from: currency, to: limit.currency, currencies }),
    0,
  )
}

/** What the player has paid in, and what may still arrive of deposits that have begun; what is refunded or withdrawn makes it no less
 *  (RG-9). */
async function paidIn(tx: BrandTransaction, { accountId, since }: Used): Promise<InCurrency[]> {
  return tx
    .select('payment')
    .select('currency')
    .select(sql<number>`sum(coalesce(arrived_minor, amount_minor))::int8`.as('minor'))
    .where('account_id', '=', accountId)
    .where('direction', '=', 'deposit')
    .where('state', 'not in', ['failed', 'cancelled', 'expired', 'refused'])
    .where('created_at', '>=', since)
    .groupBy('currency')
    .execute()
}

/** What the player's own accounts have lost by stakes, and by payouts where the limit is one on losses: What was advanced is the player's own. */
async function movedMinor(tx: BrandTransaction, { accountId, limit, since }: Used): Promise<InCurrency[]> {
  return lostSince(tx, { accountId, since, isGross: limit.kind === 'stake' })
}

/** What a player has lost since a moment, by currency: stakes, less payouts unless it is gross. Open stakes count as lost. */
export function lostSince(
  tx: BrandTransaction,
  {
    accountId,
    since,
    isGross = false,
  }: { readonly accountId: number; readonly since: Date; readonly isGross?: boolean },
): Promise<InCurrency[]> {
  const kinds = isGross ? STAKE_POSTINGS : [...STAKE_POSTINGS, ...PAYOUT_POSTINGS]
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
    .select('currency_account.currency')
    .select(sql<number>`(-sum(ledger_entry.amount_minor))::int8`.as('minor'))
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.kind', 'in', ['cash', 'bonus', 'advance'])
    .where('ledger_transfer.kind', 'in', kinds)
    .where('ledger_transfer.created_at', '>=', since)
    .groupBy('currency_account.currency')
    .execute()
}

/** An amount in the currency of a limit; one in a currency that the site has no more counts as it is. */
export function inCurrency(
  minor: number,
  { from, to, currencies }: { readonly from: string; readonly to: string | null } & Pick<Used, 'currencies'>,
): number {
  const [source, target] = [currencies[from], currencies[to ?? '']]
  if (from === to || !source || !target) return minor
  return Math.sign(minor) * convertMinor(Math.abs(minor), source, target)
}

/** How long the player was signed in: a session counts until it was last seen, and those at the same time count once each. */
export async function signedInMs(
  tx: BrandTransaction,
  { accountId, since }: { readonly accountId: number; readonly since: Date },
): Promise<number> {
  const end = sql`coalesce(ended_at, last_seen_at)`
  const row = await tx
    .select('session')
    .select(
      sql<number>`coalesce(sum(extract(epoch from ${end} - greatest(created_at, ${since}::timestamptz)) * 1000), 0)::int8`.as(
        'ms',
      ),
    )
    .where('account_id', '=', accountId)
    .where(sql<boolean>`${end} > greatest(created_at, ${since}::timestamptz)`)
    .executeTakeFirst()
  return row?.ms ?? 0
}
