import { type FairSource, fairDraw, takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import type { DrawGame, DrawLine } from '#schemas'
import { prizeOf } from '../../odds/draw-odds.rules.ts'

/** What was drawn, in the order of the drawing. */
export interface DrawnNumbers {
  readonly numbers: readonly number[]
  readonly bonus: readonly number[]
  readonly second: readonly number[]
}

/** The numbers of a draw, which follow from its secrets alone: the drum, then the bonus ball of what is left in it, then the second drum
 *  (LOT-6). */
export function drawNumbers(
  game: Pick<DrawGame, 'pool' | 'drawn' | 'hasBonusBall' | 'secondPool' | 'secondDrawn'>,
  source: FairSource,
): DrawnNumbers {
  const { pool, drawn, hasBonusBall, secondPool, secondDrawn } = game
  const draw = fairDraw(source)
  const taken = takeAtRandom(upTo(pool), drawn + (hasBonusBall ? 1 : 0), draw)
  return {
    numbers: taken.slice(0, drawn),
    bonus: taken.slice(drawn),
    second: secondPool > 0 ? takeAtRandom(upTo(secondPool), secondDrawn, draw) : [],
  }
}

function upTo(pool: number): number[] {
  return Array.from({ length: pool }, (_, at) => at + 1)
}

/** What a line has hit, and the prize that it wins by it. */
export function judgeLine(
  game: Pick<DrawGame, 'prizes'>,
  line: DrawLine,
  drawn: DrawnNumbers,
): { readonly hits: number; readonly prize: string | null } {
  const count = (numbers: readonly number[], of: readonly number[]) =>
    numbers.filter((number) => of.includes(number)).length
  const hits = count(line.numbers, drawn.numbers)
  const hit = {
    ...{ picks: line.numbers.length, hits, second: count(line.second, drawn.second) },
    isBonus: count(line.numbers, drawn.bonus) > 0,
  }
  return { hits, prize: prizeOf(game, hit) }
}
