import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { MakeBetBody, PlaceBetSelection } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import type { TestServer } from './test-server.ts'
import { newPlayer } from './test-visitor.ts'
import { asBearer, serviceToken } from './token-scene.ts'

let games = 0
let bets = 0

/** A game of the book with the prices 1.80, 3.60 and 4.50, in two weeks unless it is said when. @returns its outcomes as a page has seen them */
export async function newGame(
  server: TestServer,
  startsAt = '2026-03-14T15:00:00.000Z',
): Promise<{ gameId: number; outcomes: PlaceBetSelection[] }> {
  const code = `contract-${++games}`
  const book = createFeedBook({ door: forFeed(server.database.db), now: server.now })
  const opening = [{ typeId: 1, outcomes: ['1.8', '3.6', '4.5'].map((odds, place) => ({ typeId: place + 1, odds })) }]
  const row = {
    competition: { code, name: 'League', sportId: 1, countryId: 76 },
    date: startsAt.slice(0, 10),
    home: `Northgate ${games}`,
    away: `Harbour ${games}`,
    startsAt,
    hasStartTime: true,
    condition: 'scheduled' as const,
    prices: { opening, closing: [] },
  }
  await book.importRows([row], code)
  const rows = await forFeed(server.database.db).read((tx) =>
    tx
      .selectFrom('feed.outcome as outcome')
      .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
      .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
      .select(['game.game_id as gameId', 'market.market_id as marketId', 'outcome.outcome_id as outcomeId'])
      .select(['outcome.type_id as typeId', 'outcome.odds'])
      .where('game.producer', '=', code)
      .orderBy('outcome.type_id')
      .execute(),
  )
  const outcomes = rows.map((found) => ({ ...found, kind: 3 as const, epoch: 'book', seq: 1 }))
  return { gameId: rows[0]?.gameId ?? 0, outcomes }
}

/** Ends a game as an operator does. */
export async function endGame(server: TestServer, gameId: number, home: number, away: number): Promise<void> {
  const book = createFeedBook({ door: forFeed(server.database.db), now: server.now })
  await book.enterResult({ gameId, score: { home, away }, reason: 'the contract' })
}

/** A player with 50 euros, and requests with the player's service token. */
export async function newBettor(server: TestServer) {
  const player = await newPlayer(server)
  const gift = { accountId: player.userId, currency: 'EUR', amountMinor: 5000, reference: `bets-${player.userId}` }
  await forBrand(server.database.db, 'pier').transaction((tx) =>
    correctBalance(tx, { ...gift, reason: 'to bet with', now: server.now() }),
  )
  return { player, bearer: asBearer(await serviceToken(player), player) }
}

/** A name for a bet that no other has. */
export function newGuid(): string {
  return `3f0c8a52-6f0e-4c63-9a7e-${String(++bets).padStart(12, '0')}`
}

/** A single bet of ten euros on an outcome, as MakeBetWeb carries it. */
export function betBody(events: readonly PlaceBetSelection[], changes: Partial<MakeBetBody> = {}): MakeBetBody {
  const betType = events.length > 1 ? 'express' : 'single'
  return { betGuid: newGuid(), betType, events: [...events], summ: 10, checkCf: 0, approvedBet: false, ...changes }
}

/** Makes a game live, its prices as they were. */
export function beginGame(server: TestServer, gameId: number): Promise<unknown> {
  return forFeed(server.database.db).write((tx) =>
    tx.updateTable('feed.game').set({ kind: FEED_KIND.live }).where('game_id', '=', gameId).execute(),
  )
}
