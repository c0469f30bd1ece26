import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createBingo } from '#server/lotteries/bingo/bingo.service.ts'
import { createTestDraws } from '#server/lotteries/draws/draws.test-support.ts'
import { poolAccounts } from '#server/lotteries/money/pool-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { mostHeldWhile } from './most-held.ts'

const BRAND = 'cards'
const PLAYERS = 100
const ROOM = 'parlour-90'
const CARDS_OF_TICKET = 4
/** Longer than any round is called. */
const CALLED_MS = 3_600_000

/** How a round of bingo with many cards went. */
export interface CalledCards {
  /** From the end of the sale until the numbers and all winners are known, ms. */
  readonly closedMs: number
  /** The most that the process held while it closed the sale and paid, above what it held before, MB. */
  readonly grownMb: number
  /** Whether every ticket is settled and the books are right. */
  readonly isWhole: boolean
}

/** Plays a round of bingo with so many cards: some are bought, and the others are copies of them, with cards and stakes of their own.
 *  @param cards a multiple of four hundred */
export async function callCards(place: BenchDatabase, cards: number): Promise<CalledCards> {
  const database = await openDatabase({
    dataDir: place.url ? null : place.dataDir,
    databaseUrl: place.url,
    log: silentLog,
  })
  try {
    return await measure(database, cards / CARDS_OF_TICKET)
  } finally {
    await database.close()
  }
}

async function measure({ db }: OpenDatabase, tickets: number): Promise<CalledCards> {
  const at = createTestDraws(db, BRAND, [])
  const bingo = createBingo(at.ports)
  await bingo.keep(BRAND)
  const { round } = await bingo.room(BRAND, ROOM)
  const { round_id: roundId, price_minor: cardMinor, terms } = round
  const priceMinor = CARDS_OF_TICKET * cardMinor
  for (let player = 0; player < PLAYERS; player += 1) {
    const accountId = await at.newPlayer(priceMinor)
    const asked = { guid: crypto.randomUUID(), room: ROOM, round: roundId, cards: CARDS_OF_TICKET, priceMinor }
    await bingo.buy({ brandId: BRAND, accountId }, asked)
  }
  await copyTickets(at, db, { roundId, copies: tickets / PLAYERS - 1, stakedMinor: (tickets - PLAYERS) * priceMinor })
  at.wait(terms.saleSeconds * 1000)
  const closing = await mostHeldWhile(() => bingo.keep(BRAND))
  at.wait(CALLED_MS)
  const paying = await mostHeldWhile(() => bingo.keep(BRAND))
  const { count } = await at.door.transaction((tx) =>
    tx
      .select('lottery_bingo_ticket')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('state', 'in', ['won', 'lost'])
      .executeTakeFirstOrThrow(),
  )
  const { breaks } = await at.proveBooks()
  return {
    closedMs: closing.tookMs,
    grownMb: Math.max(closing.grownMb, paying.grownMb),
    isWhole: Number(count) === tickets && breaks.length === 0,
  }
}

/** Writes copies of the tickets of a round, each with a number, cards and a leaf of its own, and puts their stakes into the pool. */
async function copyTickets(
  { door, now }: Pick<ReturnType<typeof createTestDraws>, 'door' | 'now'>,
  db: OpenDatabase['db'],
  of: { readonly roundId: number; readonly copies: number; readonly stakedMinor: number },
): Promise<void> {
  const { roundId, copies, stakedMinor } = of
  await door.transaction(async (tx) => {
    const { house, lottery_pool: pool } = await poolAccounts(tx, 'EUR', now())
    const entries = [
      { currencyAccountId: house, currency: 'EUR', amountMinor: -stakedMinor },
      { currencyAccountId: pool, currency: 'EUR', amountMinor: stakedMinor },
    ]
    await postTransfer(tx, { kind: 'bench-stake', reference: String(copies), entries, now: now() })
  })
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
    await sql`
      insert into lottery_bingo_ticket (brand_id, ticket_id, round_id, account_id, guid, cards, salt, price_minor, funds, receipt, leaf, state, bought_at)
      select brand_id, ticket_id + copy * 1000000, round_id, account_id, guid || copy, cards,
        encode(sha256(convert_to(salt || copy, 'UTF8')), 'hex'), price_minor, funds, receipt || copy,
        encode(sha256(convert_to(leaf || copy, 'UTF8')), 'hex'), state, bought_at
      from lottery_bingo_ticket, generate_series(1, ${copies}::int) copy
      where brand_id = ${BRAND} and round_id = ${roundId}`.execute(tx)
    await sql`
      update lottery_bingo_round set cards = cards * ${copies + 1}::int, staked_minor = staked_minor + ${stakedMinor}::bigint
      where brand_id = ${BRAND} and round_id = ${roundId}`.execute(tx)
  })
  await sql`analyze lottery_bingo_ticket`.execute(db)
}
