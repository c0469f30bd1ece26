import type { BoardGame, Market } from '#schemas'
import { MARKET_TYPE, marketType } from '../markets/market-types.ts'

/** A market that a board gives a place in each of its rows. */
export interface BoardColumn {
  readonly typeId: number
  /** Types of its outcomes in their order; each has a column of prices. */
  readonly outcomes: readonly number[]
  /** How many columns of prices there are up to the end of this market. */
  readonly untilColumn: number
}

/** Which markets come first on a board: who wins, then the lines, then what is left of the result. */
const ORDER: readonly number[] = [
  MARKET_TYPE.matchResult,
  MARKET_TYPE.winner,
  MARKET_TYPE.total,
  MARKET_TYPE.handicap,
  MARKET_TYPE.doubleChance,
  MARKET_TYPE.drawNoBet,
  MARKET_TYPE.bothTeamsToScore,
].map(({ typeId }) => typeId)

/** Most outcomes of a market that fit beside each other in a row. */
const WIDEST = 3

/** The markets that the rows of a list have places for, so that prices of one kind line up in columns: as many as fit
 *  into `priceColumns`, and one at least (STORE-1). */
export function boardColumns(
  games: readonly Pick<BoardGame, 'markets'>[],
  priceColumns: number,
): readonly BoardColumn[] {
  const types = [...new Set(games.flatMap(({ markets }) => markets.map(({ typeId }) => typeId)))]
    .filter((typeId) => marketType(typeId).outcomes.length <= WIDEST)
    .sort((one, other) => rank(one) - rank(other) || one - other)
  const columns: BoardColumn[] = []
  let taken = 0
  for (const typeId of types) {
    const { outcomes } = marketType(typeId)
    if (columns.length > 0 && taken + outcomes.length > priceColumns) continue
    taken += outcomes.length
    columns.push({ typeId, outcomes, untilColumn: taken })
  }
  return columns
}

function rank(typeId: number): number {
  const place = ORDER.indexOf(typeId)
  return place < 0 ? ORDER.length : place
}

/** The market that a game shows in a column; undefined when it offers none of the type. */
export function marketInColumn(
  { markets }: Pick<BoardGame, 'markets'>,
  { typeId }: Pick<BoardColumn, 'typeId'>,
): Market | undefined {
  return markets.find((market) => market.typeId === typeId)
}
