import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'

/** Something in the books that cannot be. */
export interface LedgerBreak {
  readonly kind:
    | 'transfer-without-entries'
    | 'sum-not-zero'
    | 'balance-not-fold'
    | 'entry-missing'
    | 'below-zero'
    | 'above-zero'
    | 'other-currency'
  /** The transfer that is concerned, where it is one. */
  readonly transferId?: number
  /** The account that is concerned, where it is one. */
  readonly currencyAccountId?: number
  /** What was found, in words. */
  readonly found: string
}

export interface LedgerProof {
  readonly transfers: number
  readonly entries: number
  readonly accounts: number
  readonly breaks: readonly LedgerBreak[]
}

/** Proves the books of a brand by reading every entry: transfers sum to zero in each currency, each balance is the
 *  fold of the entries up to it, no player's account was ever below zero, and no account of a player's advances
 *  above it (LEDGER-1, LEDGER-2). */
export async function proveLedger(tx: BrandTransaction): Promise<LedgerProof> {
  const counts = await countAll(tx)
  return { ...counts, breaks: [...(await withoutEntries(tx)), ...(await wrongSums(tx)), ...(await wrongEntries(tx))] }
}

async function countAll(tx: BrandTransaction) {
  const count = sql<number>`count(*)::int8`
  const transfers = await tx.select('ledger_transfer').select(count.as('n')).executeTakeFirstOrThrow()
  const entries = await tx.select('ledger_entry').select(count.as('n')).executeTakeFirstOrThrow()
  const accounts = await tx.select('currency_account').select(count.as('n')).executeTakeFirstOrThrow()
  return { transfers: transfers.n, entries: entries.n, accounts: accounts.n }
}

async function withoutEntries(tx: BrandTransaction): Promise<LedgerBreak[]> {
  const rows = await tx
    .select('ledger_transfer')
    .leftJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .select('ledger_transfer.transfer_id as transferId')
    .where('ledger_entry.transfer_id', 'is', null)
    .orderBy('transferId')
    .execute()
  return rows.map(({ transferId }) => ({
    kind: 'transfer-without-entries',
    transferId,
    found: `transfer ${transferId} has no entries`,
  }))
}

async function wrongSums(tx: BrandTransaction): Promise<LedgerBreak[]> {
  const sum = sql<string>`sum(amount_minor)::text`
  const rows = await tx
    .select('ledger_entry')
    .select(['transfer_id as transferId', 'currency', sum.as('sum')])
    .groupBy(['transfer_id', 'currency'])
    .having(sql<boolean>`sum(amount_minor) <> 0`)
    .orderBy('transferId')
    .execute()
  return rows.map(({ transferId, currency, sum }) => ({
    kind: 'sum-not-zero',
    transferId,
    found: `the entries of transfer ${transferId} sum to ${sum} minor units of ${currency}, not to 0`,
  }))
}

/** An entry that does not follow from the one before it in its account. */
interface WrongEntry {
  readonly transferId: number
  readonly currencyAccountId: number
  readonly currency: string
  readonly accountCurrency: string
  readonly kind: CurrencyAccountKind
  readonly sequence: number
  readonly balance: number
  /** The balance before it and its amount; null when the entry before it is missing. */
  readonly fold: string | null
}

/** Each entry is held against the one before it, so that by the last one the whole fold is proved. The entries are read once in the
 *  order of their accounts: the time grows with their number alone, whatever statistics the database has to plan by. */
async function wrongEntries(tx: BrandTransaction): Promise<LedgerBreak[]> {
  const ofAccount = sql`over (partition by ledger_entry.brand_id, ledger_entry.currency_account_id order by ledger_entry.sequence)`
  const rows: WrongEntry[] = await tx
    .select('currency_account')
    .innerJoin(
      (from) =>
        from
          .selectFrom('ledger_entry')
          .select(['brand_id', 'transfer_id', 'currency_account_id', 'currency', 'sequence', 'balance_minor'])
          .select(
            sql<string | null>`case when sequence = 1 then amount_minor
              when lag(sequence) ${ofAccount} = sequence - 1 then lag(balance_minor) ${ofAccount} + amount_minor end`.as(
              'fold',
            ),
          )
          .as('entry'),
      (join) =>
        join
          .onRef('entry.brand_id', '=', 'currency_account.brand_id')
          .onRef('entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .select([
      'entry.transfer_id as transferId',
      'entry.currency_account_id as currencyAccountId',
      'entry.currency as currency',
      'currency_account.currency as accountCurrency',
      'currency_account.kind as kind',
      'entry.sequence as sequence',
      'entry.balance_minor as balance',
      sql<string | null>`entry.fold::text`.as('fold'),
    ])
    .where(
      sql<boolean>`entry.balance_minor is distinct from entry.fold
        or entry.currency <> currency_account.currency
        or (entry.balance_minor < 0 and currency_account.kind in ('cash', 'bonus', 'freebet', 'pending', 'points', 'games'))
        or (entry.balance_minor > 0 and currency_account.kind in ('advance', 'receivable'))`,
    )
    .orderBy('currencyAccountId')
    .orderBy('sequence')
    .execute()
  return rows.flatMap(breaksOf)
}

const OF_PLAYERS: ReadonlySet<CurrencyAccountKind> = new Set(['cash', 'bonus', 'freebet', 'pending', 'games'])
/** What is owed: repaid it is 0, and never more. */
const OWED: ReadonlySet<CurrencyAccountKind> = new Set(['advance', 'receivable'])

function breaksOf({ transferId, currencyAccountId, sequence, balance, fold, ...entry }: WrongEntry): LedgerBreak[] {
  const at = `entry ${sequence} of account ${currencyAccountId}`
  const of = (kind: LedgerBreak['kind'], found: string) => ({ kind, transferId, currencyAccountId, found })
  const breaks: LedgerBreak[] = []
  if (fold === null) breaks.push(of('entry-missing', `${at} is there, but entry ${sequence - 1} is missing`))
  else if (String(balance) !== fold) breaks.push(of('balance-not-fold', `${at} says ${balance}; it has to be ${fold}`))
  if (balance < 0 && OF_PLAYERS.has(entry.kind)) breaks.push(of('below-zero', `after ${at} the player has ${balance}`))
  if (balance > 0 && OWED.has(entry.kind))
    breaks.push(of('above-zero', `after ${at} more is repaid than was owed: ${balance}`))
  if (entry.currency !== entry.accountCurrency)
    breaks.push(of('other-currency', `${at} is in ${entry.currency}, its account in ${entry.accountCurrency}`))
  return breaks
}
