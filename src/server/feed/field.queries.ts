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

/** Names of entrants by their numbers, of those games whose markets are on a field.
 *  @param markets of games, with the types that they are of */
export async function entrantNames(
  tx: FeedTransaction,
  markets: ReadonlyMap<number, readonly ({ readonly type_id: number } | { readonly typeId: number })[]>,
): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>> {
  const gameIds = [...markets].flatMap(([gameId, own]) =>
    own.some((market) => isOnField('typeId' in market ? market.typeId : market.type_id)) ? [gameId] : [],
  )
  const fields = await fieldsOf(tx, gameIds)
  return new Map(
    [...fields].map(([gameId, { entrants }]) => [gameId, new Map(entrants.map(({ number, name }) => [number, name]))]),
  )
}

/** Markets with the names of the entrants who are bet on. */
export function named(markets: Market[], names: ReadonlyMap<number, string> | undefined): Market[] {
  if (!names) return markets
  return markets.map((market) => {
    if (!isOnField(market.typeId)) return market
    const type = marketType(market.typeId)
    const outcomes = market.outcomes.map((outcome) => {
      const name = names.get(entrantOf(type, outcome.typeId) ?? 0)
      return name === undefined ? outcome : { ...outcome, name }
    })
    return { ...market, outcomes }
  })
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
