import { type FairDraw, fairDraw, takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import type { BingoPatternKind, BingoRoom } from '#schemas'

/** The shape of a card: 24 numbers and a free field in the middle of five rows, or 15 numbers in three rows of nine. */
export type BingoKind = BingoRoom['kind']

/** A card: rows of fields, 0 where there is no number. In the middle of a card of 75 balls 0 is free; on one of 90 balls it is empty. */
export type BingoCard = readonly (readonly number[])[]

/** How many balls there are. */
export const BALLS: Readonly<Record<BingoKind, number>> = { '75': 75, '90': 90 }
const SIDE = 5
const LETTER = 15
const [ROWS, COLUMNS, OF_ROW] = [3, 9, 5]

/** A card that follows from a secret alone (LOT-6).
 *  @param salt 32 bytes as hex  @param place which card of its ticket it is, from 0 */
export function bingoCard(kind: BingoKind, salt: string, place: number): BingoCard {
  const draw = fairDraw({ serverSeed: salt, clientSeed: 'bingo', nonce: place })
  return kind === '75' ? card75(draw) : card90(draw)
}

/** Five columns of five: 1 to 15, 16 to 30, and so on; the middle is free. */
function card75(draw: FairDraw): BingoCard {
  const columns = Array.from({ length: SIDE }, (_, column) =>
    takeAtRandom(upFrom(column * LETTER + 1, LETTER), SIDE, draw),
  )
  return Array.from({ length: SIDE }, (_, row) =>
    columns.map((numbers, column) => (row === 2 && column === 2 ? 0 : (numbers[row] ?? 0))),
  )
}

/** Three rows of five numbers in nine columns: 1 to 9, 10 to 19, up to 80 to 90; no column is empty, and numbers rise in it. */
function card90(draw: FairDraw): BingoCard {
  const filled = places90(draw)
  const rows = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => 0))
  for (let column = 0; column < COLUMNS; column += 1) {
    const first = column === 0 ? 1 : column * 10
    const size = column === 0 ? 9 : column === COLUMNS - 1 ? 11 : 10
    const wanted = [...rows.keys()].filter((row) => filled[row]?.has(column) === true)
    const numbers = takeAtRandom(upFrom(first, size), wanted.length, draw).sort((one, other) => one - other)
    for (const [at, row] of wanted.entries()) {
      const line = rows[row]
      if (line) line[column] = numbers[at] ?? 0
    }
  }
  return rows
}

/** In which columns each row has its numbers; drawn again until no column is empty. */
function places90(draw: FairDraw): readonly ReadonlySet<number>[] {
  for (;;) {
    const rows = Array.from({ length: ROWS }, () => new Set(takeAtRandom(upFrom(0, COLUMNS), OF_ROW, draw)))
    if (upFrom(0, COLUMNS).every((column) => rows.some((row) => row.has(column)))) return rows
  }
}

function upFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}

/** With which call each number comes: number → call, from 1. */
export type CallOf = ReadonlyMap<number, number>

/** When numbers come, by their order. */
export function callsOf(numbers: readonly number[]): CallOf {
  return new Map(numbers.map((number, at) => [number, at + 1]))
}

/** Calls of the numbers of a set, the last of them: with it the set is whole. Infinite where one is never called. */
function wholeAt(numbers: readonly number[], calls: CallOf): number {
  return Math.max(
    0,
    ...numbers.filter((number) => number > 0).map((number) => calls.get(number) ?? Number.POSITIVE_INFINITY),
  )
}

/** The call with which a card has a pattern; infinite where it never has (LOT-5). */
export function patternCall(kind: BingoKind, card: BingoCard, pattern: BingoPatternKind, calls: CallOf): number {
  const rows = card.map((row) => wholeAt(row, calls)).sort((one, other) => one - other)
  const never = Number.POSITIVE_INFINITY
  if (pattern === 'full_house') return wholeAt(card.flat(), calls)
  if (kind === '90') return (pattern === 'line' ? rows[0] : pattern === 'two_lines' ? rows[1] : never) ?? never
  const lines = linesOf75(card)
    .map((line) => wholeAt(line, calls))
    .sort((one, other) => one - other)
  if (pattern === 'line') return lines[0] ?? never
  if (pattern === 'two_lines') return lines[1] ?? never
  return wholeAt(shapeOf75(card, pattern), calls)
}

/** Rows, columns and both diagonals. */
function linesOf75(card: BingoCard): readonly (readonly number[])[] {
  const at = (row: number, column: number) => card[row]?.[column] ?? 0
  const all = upFrom(0, SIDE)
  return [
    ...card,
    ...all.map((column) => all.map((row) => at(row, column))),
    all.map((place) => at(place, place)),
    all.map((place) => at(place, SIDE - 1 - place)),
  ]
}

function shapeOf75(card: BingoCard, pattern: 'corners' | 'cross' | 'frame'): readonly number[] {
  return card.flatMap((line, row) =>
    line.filter((_, column) => {
      const [isEdgeRow, isEdgeColumn] = [row === 0 || row === SIDE - 1, column === 0 || column === SIDE - 1]
      if (pattern === 'corners') return isEdgeRow && isEdgeColumn
      return pattern === 'cross' ? row === 2 || column === 2 : isEdgeRow || isEdgeColumn
    }),
  )
}

/** How many numbers of a card are not called yet. */
export function toGo(card: BingoCard, called: ReadonlySet<number>): number {
  return card.flat().filter((number) => number > 0 && !called.has(number)).length
}
