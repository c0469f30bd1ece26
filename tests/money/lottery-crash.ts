import { type Kysely, sql } from 'kysely'
import type { BingoRoom } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import { createBingo } from '#server/lotteries/bingo/bingo.service.ts'
import { createTestDraws } from '#server/lotteries/draws/draws.test-support.ts'
import { poolAccounts } from '#server/lotteries/money/pool-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'

export const CRASH_BRAND = 'crash'
const GAME = 'lotto-5-36'
const ROOM = 'test'
const PRICE_MINOR = 20
const PLAYERS = 6
const TICKETS_EACH = 10
/** Each ticket is there so many times more, so that it takes several transactions to settle them. */
const COPIES = 24
const HOUR_MS = 3_600_000

const BINGO: BingoRoom = {
  ...{
    order: 10,
    name: 'Test 90',
    kind: '90',
    prices: { EUR: PRICE_MINOR },
    jackpotSeeds: { EUR: 5000 },
    maxCards: 48,
  },
  ...{ saleSeconds: 30, callSeconds: 1, jackpotCalls: 0, jackpotFeedPpm: 50_000, isOffered: true },
  patterns: {
    line: { order: 1, pattern: 'line', sharePpm: 200_000 },
    house: { order: 2, pattern: 'full_house', sharePpm: 550_000 },
  },
}

/** A draw of lotto and a round of bingo with tickets, which a process takes to their end, however often it is killed meanwhile. */
export function createLotteryCrash(db: Kysely<Database>) {
  const at = createTestDraws(db, CRASH_BRAND, [GAME])
  Object.assign(at.sections.lotteries, { bingo: { [ROOM]: BINGO } })
  Object.assign(at.gameOf(GAME), {
    ...{ drawsAhead: 1, prices: { EUR: PRICE_MINOR } },
    schedule: { days: [1, 2, 3, 4, 5, 6, 7], times: [], everyMinutes: 60 },
  })
  const bingo = createBingo(at.ports)
  const keep = async () => {
    await at.keep()
    await bingo.keep(CRASH_BRAND)
  }
  return {
    ...at,
    tickets: PLAYERS * TICKETS_EACH * (COPIES + 1),

    /** Sells the tickets. @returns numbers of their players */
    async sell(): Promise<readonly number[]> {
      await keep()
      const { round } = await bingo.room(CRASH_BRAND, ROOM)
      const players: number[] = []
      for (let player = 0; player < PLAYERS; player += 1) {
        const accountId = await at.newPlayer(100_000)
        players.push(accountId)
        for (let ticket = 0; ticket < TICKETS_EACH; ticket += 1) {
          await at.buy(accountId, GAME, [at.line(GAME)])
          const asked = { guid: crypto.randomUUID(), room: ROOM, round: round.round_id, cards: 1 }
          await bingo.buy({ brandId: CRASH_BRAND, accountId }, { ...asked, priceMinor: PRICE_MINOR })
        }
      }
      await copyTickets(db)
      await at.door.transaction(async (tx) => {
        const { house, lottery_pool: pool } = await poolAccounts(tx, 'EUR', at.now())
        const amountMinor = 2 * COPIES * PLAYERS * TICKETS_EACH * PRICE_MINOR
        const entries = [
          { currencyAccountId: house, currency: 'EUR', amountMinor: -amountMinor },
          { currencyAccountId: pool, currency: 'EUR', amountMinor },
        ]
        await postTransfer(tx, { kind: 'copied-stakes', reference: 'all', entries, now: at.now() })
      })
      return players
    },

    /** Ends both sales, draws and calls, and pays: what a process does that comes later. */
    async settle(): Promise<void> {
      at.waitUntil(new Date(Date.parse('2026-03-01T12:00:00Z') + 2 * HOUR_MS))
      await keep()
      at.wait(HOUR_MS)
      await keep()
    },
  }
}

async function copyTickets(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${CRASH_BRAND}, true)`.execute(tx)
    await sql`
      insert into lottery_ticket (brand_id, ticket_id, draw_id, account_id, guid, currency, lines, price_minor, funds, receipt, leaf, state, bought_at)
      select brand_id, ticket_id + copy * 1000000, draw_id, account_id, guid, currency, lines, price_minor, funds, receipt || copy,
        encode(sha256(convert_to(leaf || copy, 'UTF8')), 'hex'), state, bought_at
      from lottery_ticket, generate_series(1, ${COPIES}::int) copy`.execute(tx)
    await sql`
      insert into lottery_bingo_ticket (brand_id, ticket_id, round_id, account_id, guid, cards, salt, price_minor, funds, receipt, leaf, state, bought_at)
      select brand_id, ticket_id + copy * 1000000, round_id, account_id, gen_random_uuid()::text, cards,
        encode(sha256(convert_to(salt || copy, 'UTF8')), 'hex'), price_minor, funds, receipt || copy,
        encode(sha256(convert_to(leaf || copy, 'UTF8')), 'hex'), state, bought_at
      from lottery_bingo_ticket, generate_series(1, ${COPIES}::int) copy`.execute(tx)
    await sql`update lottery_bingo_round set cards = cards * ${COPIES + 1}, staked_minor = staked_minor * ${COPIES + 1} where cards > 0`.execute(
      tx,
    )
  })
}
