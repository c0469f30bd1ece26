import { mainMarkets } from '#machines/feed/markets/main-markets.rules.ts'
import { marketType } from '#machines/feed/markets/market-types.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { BoardGame, Market, MarketGroup, Score, SubGame } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { isDuelChamp, isNoDuel } from './duel-offer.ts'
import { entrantNames, named } from './field.queries.ts'
import { type GameRow, gameFacts, marketsOf, selectGames, selectMarkets } from './game-reading.ts'
import { marketCounts } from './offer.queries.ts'

/** How games are shown. */
export interface BoardWish {
  /** Types of the markets that are shown of each; one market a type. */
  readonly marketTypes: readonly number[]
  readonly pinned: readonly number[]
  readonly now: Date
}

/** Games in their short form, in the order of their ids: four statements, however many they are, and one for events
 *  of many. */
export async function readBoard(
  tx: FeedTransaction,
  gameIds: readonly number[],
  { marketTypes, pinned, now }: BoardWish,
): Promise<BoardGame[]> {
  if (gameIds.length === 0) return []
  const rows = await selectGames(tx)
    .where((where) =>
      where.or([
        where('game.game_id', 'in', gameIds),
        where.and([where('game.main_game_id', 'in', gameIds), isNoDuel('game.game_id')]),
      ]),
    )
    .orderBy('game.game_id')
    .execute()
  const markets = await selectMarkets(tx)
    .where('market.game_id', 'in', gameIds)
    .where('market.type_id', 'in', marketTypes)
    .where('market.status', '=', MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    .execute()
  const marketsByGame = Map.groupBy(markets, (market) => market.game_id)
  const counts = await marketCounts(
    tx,
    rows.map(({ game_id }) => game_id),
  )
  const byId = new Map(rows.map((row) => [row.game_id, row]))
  const names = await entrantNames(tx, marketsByGame)
  return gameIds.flatMap((gameId) => {
    const row = byId.get(gameId)
    if (!row) return []
    const facts = withoutFacts(gameFacts(row, now))
    const all = marketsOf(marketsByGame.get(gameId) ?? [], facts.status)
    const shown = named(mainMarkets(all, marketTypes), names.get(gameId))
    const furtherMarketCount = (counts.get(gameId) ?? 0) - shown.length
    const subGames = rows.filter(isOpenPartOf(gameId)).map((part) => subGameOf(part, counts, now))
    return {
      ...facts,
      ...champOf(row),
      markets: shown,
      furtherMarketCount,
      ...(subGames.length > 0 && { subGames }),
      ...(pinned.includes(gameId) && { isPinned: true }),
    }
  })
}

/** A game with its score, without what else decides its markets: lists have no room for that. */
export function withoutFacts<Of extends { readonly score?: Score }>(game: Of): Of {
  if (!game.score?.facts) return game
  const { facts: _facts, ...score } = game.score
  return { ...game, score }
}

/** The championship of a game, as boards name it. */
function champOf({ champ_name: champName, champ_code: code }: GameRow): Pick<BoardGame, 'champName' | 'isDuel'> {
  return { champName, ...(isDuelChamp(code) && { isDuel: true }) }
}

const isOpenPartOf = (gameId: number) => (row: GameRow) =>
  row.main_game_id === gameId && row.status !== MARKET_STATUS.SETTLED && row.status !== MARKET_STATUS.CANCELED

function subGameOf(row: GameRow, counts: ReadonlyMap<number, number>, now: Date): SubGame {
  const { gameId, kind, status } = gameFacts(row, now)
  return { gameId, kind, status, marketCount: counts.get(gameId) ?? 0 }
}

/** Games with all their markets that pass, whatever takes bets on them, in the order of their ids: two statements, and
 *  one for events of many. */
export async function readWhole(
  tx: FeedTransaction,
  gameIds: readonly number[],
  isShown: (market: Market) => boolean,
  now: Date,
): Promise<BoardGame[]> {
  if (gameIds.length === 0) return []
  const rows = await selectGames(tx).where('game.game_id', 'in', gameIds).execute()
  const markets = await selectMarkets(tx).where('market.game_id', 'in', gameIds).execute()
  const marketsByGame = Map.groupBy(markets, (market) => market.game_id)
  const byId = new Map(rows.map((row) => [row.game_id, row]))
  const names = await entrantNames(tx, marketsByGame)
  return gameIds.flatMap((gameId) => {
    const row = byId.get(gameId)
    if (!row) return []
    const facts = gameFacts(row, now)
    const all = marketsOf(marketsByGame.get(gameId) ?? [], facts.status)
    const shown = named(all.filter(isShown), names.get(gameId))
    const left = all.filter((market) => !isShown(market) && market.status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED)
    return { ...facts, ...champOf(row), markets: shown, furtherMarketCount: left.length }
  })
}

/** The groups of markets in the order in which they are shown: promoted ones first, then by their ids. */
export function groupsOf(markets: readonly Market[], inFront: readonly number[]): MarketGroup[] {
  const types = [...new Set(markets.map(({ typeId }) => typeId))].sort((left, right) => left - right)
  const groups = [...Map.groupBy(types, (typeId) => marketType(typeId).groupId)]
  const placeOf = (groupId: number) => (inFront.includes(groupId) ? inFront.indexOf(groupId) : inFront.length)
  return groups
    .sort(([left], [right]) => placeOf(left) - placeOf(right) || left - right)
    .map(([groupId, typeIds]) => ({ groupId, typeIds }))
}
