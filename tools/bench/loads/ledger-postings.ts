import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { BenchDatabase } from './bench-databases.ts'

/** What was measured, a second each. */
export interface LedgerRates {
  /** Transfers of two entries, all from one house account: each waits for the one before. */
  readonly postings: number
  /** The same from the accounts of as many players as there are connections. */
  readonly spread: number
  /** Transactions of as many statements that do nothing. */
  readonly empty: number
}

const BRAND = 'bench'
const CURRENCY = 'EUR'
const CONNECTIONS = 8
const STATEMENTS = 3
const MEASURED_MS = 3000
/** What players have before they pay each other. */
const FUNDS_MINOR = 100_000_000

/** Posts transfers for a while on a fresh database. */
export async function measureLedger({ url, dataDir }: BenchDatabase): Promise<LedgerRates> {
  // The database is dropped with whatever connections the pool has not yet closed; a query that fails throws in any case.
  const silent = () => undefined
  const log = { info: silent, warn: silent, error: silent }
  const database = await openDatabase({ dataDir, databaseUrl: url, log })
  try {
    return await ratesOf(database)
  } finally {
    await database.close()
  }
}

async function ratesOf({ db }: OpenDatabase): Promise<LedgerRates> {
  const door = forBrand(db, BRAND)
  const { house, players } = await door.transaction(openAccounts)
  let transfers = 0
  const post = (from: number, to: number, amountMinor: number) => {
    transfers += 1
    const entry = (currencyAccountId: number, amount: number) => ({
      currencyAccountId,
      currency: CURRENCY,
      amountMinor: amount,
    })
    const entries = [entry(from, -amountMinor), entry(to, amountMinor)]
    const transfer = { kind: 'bench', reference: String(transfers), entries, now: new Date() }
    return door.transaction((tx) => postTransfer(tx, transfer))
  }
  for (const player of players) await post(house, player, FUNDS_MINOR)
  const nothing = (tx: BrandTransaction) => tx.select('outbox').select('state').limit(0).execute()
  return {
    postings: await rate((connection) => post(house, players[connection] ?? 0, 1)),
    // Pairs that share no account: each connection moves money between two players of its own.
    spread: await rate((connection) => post(players[connection] ?? 0, players[connection + CONNECTIONS] ?? 0, 1)),
    empty: await rate(() =>
      door.transaction(async (tx) => {
        for (let statement = 0; statement < STATEMENTS; statement += 1) await nothing(tx)
      }),
    ),
  }
}

async function openAccounts(tx: BrandTransaction) {
  const now = new Date()
  const players: number[] = []
  for (let player = 0; player < 2 * CONNECTIONS; player += 1) {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
    const { account_id: accountId } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
    players.push(await openFirstAccount(tx, { accountId, currency: CURRENCY, now }))
  }
  const row = { account_id: null, currency: CURRENCY, kind: 'house', is_active: false, created_at: now } as const
  const house = await tx
    .insert('currency_account', row)
    .returning('currency_account_id as id')
    .executeTakeFirstOrThrow()
  return { players, house: house.id }
}

/** How often work is done in a second, over several connections at once. */
async function rate(work: (connection: number) => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const connection = async (_: unknown, index: number) => {
    while (performance.now() - startedAt < MEASURED_MS) {
      await work(index)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return (done / (performance.now() - startedAt)) * 1000
}
