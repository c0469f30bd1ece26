import type { DrawGame, DrawLine } from '#schemas'

/** What a line of a game can be. */
export type LineLimits = Pick<DrawGame, 'pool' | 'picksLeast' | 'picksMost' | 'secondPool' | 'secondDrawn'>

/** Why a line cannot be played: the key of a text. */
export type LineFault =
  | 'draws.too_few_numbers'
  | 'draws.too_many_numbers'
  | 'draws.double_number'
  | 'draws.foreign_number'

/** Why a line cannot be played; null when it can: the right count of numbers, each once and of the drum (LOT-5). */
export function lineFault(limits: LineLimits, { numbers, second }: DrawLine): LineFault | null {
  const { pool, picksLeast, picksMost, secondPool, secondDrawn } = limits
  return (
    partFault(numbers, { pool, least: picksLeast, most: picksMost }) ??
    partFault(second, { pool: secondPool, least: secondDrawn, most: secondDrawn })
  )
}

function partFault(
  numbers: readonly number[],
  { pool, least, most }: { readonly pool: number; readonly least: number; readonly most: number },
): LineFault | null {
  if (numbers.length < least) return 'draws.too_few_numbers'
  if (numbers.length > most) return 'draws.too_many_numbers'
  if (new Set(numbers).size !== numbers.length) return 'draws.double_number'
  return numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= pool)
    ? null
    : 'draws.foreign_number'
}

/** A line with its numbers in order: two that play the same are the same. */
export function sortedLine({ numbers, second }: DrawLine): DrawLine {
  const inOrder = (list: readonly number[]) => [...list].sort((one, other) => one - other)
  return { numbers: inOrder(numbers), second: inOrder(second) }
}

/** A line of so many numbers at random; what was chosen stays in it.
 *  @param picks how many numbers the line has  @param random from 0 to below 1 */
export function quickPick(
  { pool, secondPool, secondDrawn }: LineLimits,
  picks: number,
  random: () => number,
  kept: DrawLine = { numbers: [], second: [] },
): DrawLine {
  return sortedLine({
    numbers: filled(kept.numbers, picks, pool, random),
    second: filled(kept.second, secondDrawn, secondPool, random),
  })
}

function filled(kept: readonly number[], count: number, pool: number, random: () => number): number[] {
  const line = kept.slice(0, count)
  const left = Array.from({ length: pool }, (_, at) => at + 1).filter((number) => !line.includes(number))
  while (line.length < count && left.length > 0) {
    const [taken = 0] = left.splice(Math.min(left.length - 1, Math.floor(random() * left.length)), 1)
    line.push(taken)
  }
  return line
}

/** What lines cost for so many draws, minor units. */
export function cartPrice(priceMinor: number, lines: number, draws: number): number {
  return priceMinor * lines * draws
}
