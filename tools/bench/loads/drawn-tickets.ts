import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createTestDraws } from '#server/lotteries/draws/draws.test-support.ts'
import { poolAccounts } from '#server/lotteries/money/pool-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { mostHeldWhile } from './most-held.ts'

const BRAND = 'tickets'
const GAME = 'lotto-6-49'
const PLAYERS = 200
const TICKETS_EACH = 5

/** How a draw with many tickets was settled. */
export interface DrawnTickets {
  /** From the end of the sale until the last ticket was paid, ms. */
  readonly settledMs: number
  /** The most that the process held while it did, above what it held before, MB. */
  readonly grownMb: number
  /** Whether every ticket is settled and the books are right. */
  readonly isWhole: boolean
}

/** Settles a draw of lotto with so many tickets: a thousand are bought, and the others are copies of them, with their stakes in the pool.
 *  @param tickets a multiple of a thousand */
export async function settleTickets(place: BenchDatabase, tickets: number): Promise<DrawnTickets> {
  const database = await openDatabase({
    dataDir: place.url ? null : place.dataDir,
    databaseUrl: place.url,
    log: silentLog,
  })
  try {
    return await measure(database, tickets)
  } finally {
    await database.close()
  }
}

async function measure({ db }: OpenDatabase, tickets: number): Promise<DrawnTickets> {
  const at = createTestDraws(db, BRAND, [GAME])
  await at.keep()
  for (let player = 0; player < PLAYERS; player += 1) {
    const accountId = await at.newPlayer(TICKETS_EACH * at.priceOf(GAME))
    for (let ticket = 0; ticket < TICKETS_EACH; ticket += 1) await at.buy(accountId, GAME, [at.line(GAME)])
  }
  const { draws } = await at.draws.game(BRAND, GAME)
  const [draw] = draws
  if (!draw) throw new Error('no draw is open')
  const copies = tickets / (PLAYERS * TICKETS_EACH) - 1
  const stakedMinor = copies * PLAYERS * TICKETS_EACH * at.priceOf(GAME)
  await at.door.transaction(async (tx) => {
    const now = at.now()
    const { house, lottery_pool: pool } = await poolAccounts(tx, 'EUR', now)
    const entries = [
      { currencyAccountId: house, currency: 'EUR', amountMinor: -stakedMinor },
      { currencyAccountId: pool, currency: 'EUR', amountMinor: stakedMinor },
    ]
    await postTransfer(tx, { kind: 'bench-stake', reference: String(tickets), entries, now })
  })
  await copyTickets(db, draw.draw_id, copies)
  at.waitUntil(draw.draws_at)
  const { tookMs: settledMs, grownMb } = await mostHeldWhile(at.keep)
  const { count } = await at.door.transaction((tx) =>
    tx
      .select('lottery_ticket')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('draw_id', '=', draw.draw_id)
      .where('state', 'in', ['won', 'lost'])
      .executeTakeFirstOrThrow(),
  )
  const { breaks } = await at.proveBooks()
  return { settledMs, grownMb, isWhole: Number(count) === tickets && breaks.length === 0 }
}

/** Writes copies of the tickets of a draw, each with a number and a leaf of its own. */
async function copyTickets(db: OpenDatabase['db'], drawId: number, copies: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
    await sql`
      insert into lottery_ticket (brand_id, ticket_id, draw_id, account_id, guid, currency, lines, price_minor, funds, receipt, leaf, state, bought_at)
      select brand_id, ticket_id + copy * 1000000, draw_id, account_id, guid, currency, lines, price_minor, funds, receipt || copy,
        encode(sha256(convert_to(leaf || copy, 'UTF8')), 'hex'), state, bought_at
      from lottery_ticket, generate_series(1, ${copies}::int) copy
      where brand_id = ${BRAND} and draw_id = ${drawId}`.execute(tx)
  })
  await sql`analyze lottery_ticket`.execute(db)
}
