import { nameOfSides, nameWithEntrant } from '#machines/feed/board/game-names.rules.ts'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import { backedKey, entrantNames } from './field.queries.ts'
import { type OutcomePrice, pricesIn } from './price-reading.ts'

/** An outcome with its price, and what a bet on it keeps beside that. */
export interface OutcomeInBook extends OutcomePrice {
  /** Game that it is a part of; absent for a main game. */
  readonly mainGameId?: number
  /** Of a duel: the games of its players. */
  readonly ofGameIds?: readonly number[]
  /** Those who play, as their source writes them; of an event of many the event and who is bet on. */
  readonly gameName: string
  /** The price's place in the history of the book: its revision. */
  readonly epoch: string
  readonly seq: number
}

/** The book's own history of prices; channels of the stream have epochs of their own. */
const BOOK_EPOCH = 'book'

/** Outcomes as the book has them now, in the order that was asked for; an id that is none is left out. To be read before a
 *  transaction on a brand is opened. @throws Error inside an open transaction */
export async function readOutcomeFacts(door: FeedDoor, ids: readonly number[], now: Date): Promise<OutcomeInBook[]> {
  return ids.length === 0 ? [] : door.read((tx) => outcomesIn(tx, ids, now))
}

async function outcomesIn(tx: FeedTransaction, ids: readonly number[], now: Date): Promise<OutcomeInBook[]> {
  const prices = await pricesIn(tx, ids, now)
  if (prices.length === 0) return []
  const rows = await namesOf(
    tx,
    prices.map(({ outcomeId }) => outcomeId),
  )
  const names = new Map(rows.map((row) => [row.outcome_id, row]))
  const entrants = await entrantsOf(tx, prices)
  const duels = await gamesOfDuels(tx, [...new Set(prices.map(({ gameId }) => gameId))])
  return prices.flatMap((price) => {
    const row = names.get(price.outcomeId)
    if (!row) return []
    const main = row.main_game_id === null ? {} : { mainGameId: row.main_game_id }
    const ofGameIds = duels.get(price.gameId)
    return [
      {
        ...price,
        ...main,
        ...(ofGameIds && { ofGameIds }),
        gameName: nameWithEntrant(
          nameOfSides(row.away === null ? [row.home] : [row.home, row.away]),
          entrants.get(price.outcomeId),
        ),
        epoch: BOOK_EPOCH,
        seq: row.revision,
      },
    ]
  })
}

function namesOf(tx: FeedTransaction, outcomeIds: readonly number[]) {
  return tx
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
    .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
    .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
    .leftJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
    .select(['outcome.outcome_id', 'outcome.revision', 'game.main_game_id', 'home.name as home', 'away.name as away'])
    .where('outcome.outcome_id', 'in', outcomeIds)
    .execute()
}

/** Names of the entrants and players who are bet on, by outcome. */
async function entrantsOf(tx: FeedTransaction, prices: readonly OutcomePrice[]): Promise<ReadonlyMap<number, string>> {
  const types = prices.map(({ gameId, marketTypeId }) => ({ gameId, typeId: marketTypeId }))
  const names = await entrantNames(
    tx,
    Map.groupBy(types, ({ gameId }) => gameId),
  )
  return new Map(
    prices.flatMap(({ outcomeId, gameId, marketTypeId, outcomeTypeId }) => {
      const name = names.get(gameId)?.get(backedKey(marketTypeId, outcomeTypeId))
      return name === undefined ? [] : [[outcomeId, name] as const]
    }),
  )
}

/** The games of the players of duels, each once, by the duel; other games are left out. */
async function gamesOfDuels(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await tx
    .selectFrom('feed.duel_player')
    .select(['game_id', 'of_game_id'])
    .distinct()
    .where('game_id', 'in', gameIds)
    .execute()
  const byDuel = Map.groupBy(rows, ({ game_id }) => game_id)
  return new Map([...byDuel].map(([gameId, same]) => [gameId, same.map(({ of_game_id }) => of_game_id)]))
}
