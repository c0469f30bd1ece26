import { sql } from 'kysely'
import { convertMinor } from '#machines/money/amount.rules.ts'
import { PAYOUT_POSTINGS, STAKE_POSTINGS } from '#machines/money/stake-postings.ts'
import type { GlobalConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { LimitRow } from './limit-rows.ts'

/** A limit and the moment from which on it counts. */
export interface LimitWindow {
  readonly limit: Pick<LimitRow, 'kind' | 'currency'>
  readonly since: Date
}

/** What counts against limits. */
interface Used {
  readonly accountId: number
  readonly windows: readonly LimitWindow[]
  readonly currencies: GlobalConfig['currencies']
}

/** What has been used of limits, each in its unit, in their order. Stakes that are held or open count as staked and as lost until they
 *  pay; what was won back makes what is lost less, and even negative (RG-9). However many limits there are, it takes one statement for
 *  deposits, one for what was moved and one for time, and none for what no limit counts. */
export async function usesOf(tx: BrandTransaction, { accountId, windows, currencies }: Used): Promise<number[]> {
  const used = new Map<LimitWindow, number>()
  const count = async (
    kinds: readonly LimitRow['kind'][],
    read: (own: readonly LimitWindow[]) => Promise<number[]>,
  ) => {
    const own = windows.filter(({ limit }) => kinds.includes(limit.kind))
    if (own.length === 0) return
    const found = await read(own)
    for (const [at, window] of own.entries()) used.set(window, found[at] ?? 0)
  }
  await count(['deposit'], async (own) => inUnits(own, await paidIn(tx, accountId, sinces(own)), currencies))
  await count(['stake', 'loss'], async (own) => inUnits(own, await lostIn(tx, accountId, own.map(spanOf)), currencies))
  await count(['session'], (own) => signedInMs(tx, accountId, sinces(own)))
  return windows.map((window) => used.get(window) ?? 0)
}

const sinces = (windows: readonly LimitWindow[]) => windows.map(({ since }) => since)
const spanOf = ({ limit, since }: LimitWindow): LossSpan => ({ since, isGross: limit.kind === 'stake' })

/** What a limit on losses counts. */
const COUNTED_POSTINGS = [...STAKE_POSTINGS, ...PAYOUT_POSTINGS] as const

/** Minor units of a currency. */
export interface InCurrency {
  readonly currency: string
  readonly minor: number
}

/** All currencies together, in that of each limit at the rates of the brand. */
function inUnits(
  windows: readonly LimitWindow[],
  found: readonly (readonly InCurrency[])[],
  currencies: Used['currencies'],
): number[] {
  return windows.map(({ limit }, at) =>
    (found[at] ?? []).reduce(
      (sum, { currency, minor }) => sum + inCurrency(minor, { from: currency, to: limit.currency, currencies }),
      0,
    ),
  )
}

/** A row of sums, one for each span of time. */
type SumRow = { readonly currency: string } & Readonly<Record<`sum_${number}`, number>>

function partsOf(spans: readonly unknown[], rows: readonly SumRow[]): InCurrency[][] {
  return spans.map((_, at) => rows.map((row) => ({ currency: row.currency, minor: row[`sum_${at}`] ?? 0 })))
}

/** The earliest of some moments, of which there is one at least. */
function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())))
}

/** What the player has paid in since each moment, and what may still arrive of deposits that have begun; what is refunded or withdrawn makes it
 *  no less (RG-9). */
async function paidIn(tx: BrandTransaction, accountId: number, since: readonly Date[]): Promise<InCurrency[][]> {
  const sums = since.map((from, at) =>
    sql<number>`coalesce(sum(coalesce(arrived_minor, amount_minor)) filter (where created_at >= ${from}), 0)::int8`.as(
      `sum_${at}` as const,
    ),
  )
  const rows = await tx
    .select('payment')
    .select('currency')
    .select(sums)
    .where('account_id', '=', accountId)
    .where('direction', '=', 'deposit')
    .where('state', 'not in', ['failed', 'cancelled', 'expired', 'refused'])
    .where('created_at', '>=', earliest(since))
    .groupBy('currency')
    .execute()
  return partsOf(since, rows)
}

/** Since when losses count, and whether payouts are left out. */
interface LossSpan {
  readonly since: Date
  readonly isGross?: boolean
}

/** What a player has lost since a moment, by currency: stakes, less payouts unless it is gross. Open stakes count as lost. */
export async function lostSince(
  tx: BrandTransaction,
  { accountId, ...span }: LossSpan & { readonly accountId: number },
): Promise<InCurrency[]> {
  const [lost = []] = await lostIn(tx, accountId, [span])
  return lost
}

/** What the player's own accounts have lost since each moment: what was advanced is the player's own. */
export async function lostIn(
  tx: BrandTransaction,
  accountId: number,
  spans: readonly LossSpan[],
): Promise<InCurrency[][]> {
  const sums = spans.map(({ since, isGross }, at) => {
    const kinds = sql.join(isGross ? STAKE_POSTINGS : COUNTED_POSTINGS)
    const counts = sql`ledger_transfer.created_at >= ${since} and ledger_transfer.kind in (${kinds})`
    return sql<number>`coalesce(-sum(ledger_entry.amount_minor) filter (where ${counts}), 0)::int8`.as(
      `sum_${at}` as const,
    )
  })
  const rows = await tx
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
    .select(sums)
    .where('currency_account.account_id', '=', accountId)
    .where('currency_account.kind', 'in', ['cash', 'bonus', 'advance'])
    .where('ledger_transfer.kind', 'in', spans.every(({ isGross }) => isGross) ? STAKE_POSTINGS : COUNTED_POSTINGS)
    .where('ledger_transfer.created_at', '>=', earliest(spans.map(({ since }) => since)))
    .groupBy('currency_account.currency')
    .execute()
  return partsOf(spans, rows)
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

/** How long the player was signed in since each moment, ms: a session counts until it was last seen, and those at the same time count once each. */
export async function signedInMs(tx: BrandTransaction, accountId: number, since: readonly Date[]): Promise<number[]> {
  const end = sql`coalesce(ended_at, last_seen_at)`
  const sums = since.map((from, at) => {
    const within = sql`greatest(${end} - greatest(created_at, ${from}::timestamptz), interval '0')`
    return sql<number>`coalesce(sum(extract(epoch from ${within}) * 1000), 0)::int8`.as(`sum_${at}` as const)
  })
  const row = await tx
    .select('session')
    .select(sums)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`${end} > ${earliest(since)}::timestamptz`)
    .executeTakeFirst()
  return since.map((_, at) => row?.[`sum_${at}`] ?? 0)
}
