import { isOnPlayer, type PlayerOfSide, playerOf } from '#machines/feed/markets/derived-types.ts'
import { entrantOf, marketType } from '#machines/feed/markets/market-types.ts'
import { isOnField, placeOf } from '#machines/feed/simulator/game-end.rules.ts'
import type { Entrant, FieldEnding, Finisher, Market } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import type { StoredField } from '#server/db/tables/feed-tables.ts'

/** The fields of events of many, by game; games of two sides are left out. */
export async function fieldsOf(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, StoredField>> {
  if (gameIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.match_sheet')
    .select(['game_id', 'field'])
    .where('game_id', 'in', gameIds)
    .where('field', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ game_id, field }) => (field ? [[game_id, field] as const] : [])))
}

/** The numbers of a field, and those of them that are withdrawn. */
export function numbersOf(entrants: readonly Entrant[]) {
  return {
    numbers: entrants.map(({ number }) => number),
    withdrawn: entrants.filter(({ isWithdrawn }) => isWithdrawn).map(({ number }) => number),
  }
}

/** Names of those who are bet on: entrants by their number, players by {@link playerKey}. */
export type BackedNames = ReadonlyMap<number, string>

/** Names of entrants and players, of those games whose markets are on a field or on players.
 *  @param markets of games, with the types that they are of */
export async function entrantNames(
  tx: FeedTransaction,
  markets: ReadonlyMap<number, readonly ({ readonly type_id: number } | { readonly typeId: number })[]>,
): Promise<ReadonlyMap<number, BackedNames>> {
  const having = (isWanted: (typeId: number) => boolean) =>
    [...markets].flatMap(([gameId, own]) =>
      own.some((market) => isWanted('typeId' in market ? market.typeId : market.type_id)) ? [gameId] : [],
    )
  const fields = await fieldsOf(tx, having(isOnField))
  const players = await playerNames(tx, having(isOnPlayers))
  const entrants = [...fields].map(
    ([gameId, field]) => [gameId, new Map(field.entrants.map(({ number, name }) => [number, name]))] as const,
  )
  return new Map<number, BackedNames>([...entrants, ...players])
}

/** Whether a type of market is on players. */
export function isOnPlayers(typeId: number): boolean {
  return isOnPlayer(marketType(typeId).outcomes[0] ?? 0)
}

const AWAY_KEY = 2000
const HOME_KEY = 1000

/** What a player's name is found by: numbers of entrants are below. */
export function playerKey({ side, number }: PlayerOfSide): number {
  return (side === 'home' ? HOME_KEY : AWAY_KEY) + number
}

/** Names of the players of line-ups, by game and {@link playerKey}. */
export async function playerNames(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, BackedNames>> {
  if (gameIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.line_up as line_up')
    .innerJoin('feed.player as player', 'player.player_id', 'line_up.player_id')
    .select(['line_up.game_id', 'line_up.side', 'line_up.number', 'player.name'])
    .where('line_up.game_id', 'in', gameIds)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ game_id }) => game_id)].map(([gameId, own]) => [
      gameId,
      new Map(own.flatMap(({ side, number, name }) => (number === null ? [] : [[playerKey({ side, number }), name]]))),
    ]),
  )
}

/** Markets with the names of the entrants and players who are bet on. */
export function named(markets: Market[], names: BackedNames | undefined): Market[] {
  if (!names) return markets
  return markets.map((market) => {
    if (!isOnField(market.typeId) && !isOnPlayers(market.typeId)) return market
    const outcomes = market.outcomes.map((outcome) => {
      const name = names.get(backedKey(market.typeId, outcome.typeId))
      return name === undefined ? outcome : { ...outcome, name }
    })
    return { ...market, outcomes }
  })
}

/** What the name of the entrant or player of an outcome is found by; 0 where it is about nobody. */
export function backedKey(typeId: number, outcomeTypeId: number): number {
  const player = playerOf(outcomeTypeId)
  return player ? playerKey(player) : (entrantOf(marketType(typeId), outcomeTypeId) ?? 0)
}

/** Places of which a result tells who came in. */
const TOLD_PLACES = 3

/** Who came in first, second and third, those who tie at the same place. */
export function finishOf({ entrants }: StoredField, { order }: FieldEnding): Finisher[] {
  const names = new Map(entrants.map(({ number, name }) => [number, name]))
  return order.flat().flatMap((number) => {
    const place = placeOf(order, number)?.place ?? 0
    return place <= TOLD_PLACES ? [{ place, number, name: names.get(number) ?? String(number) }] : []
  })
}
