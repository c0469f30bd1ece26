import { multiply, productOf, type Rational, rational } from '#machines/odds/rational.rules.ts'
import type { BetLeg } from '#schemas'
import { legFactor } from '../settling/leg-factor.rules.ts'

/** A combination of a system: what is staked on it and what it pays. */
export interface BetLine {
  /** Places of its outcomes, from 0. */
  readonly legs: readonly number[]
  /** What one unit of stake on it becomes. */
  readonly factor: Rational
  /** In minor units. */
  readonly stakeMinor: bigint
  /** Exact, in minor units, before tax and rounding. */
  readonly pays: Rational
}

/** What {@link betLines} is asked for. */
export interface LinesAsked {
  readonly legs: readonly BetLeg[]
  /** From the smallest. */
  readonly sizes: readonly number[]
  /** How many combinations there are in all. */
  readonly lines: number
  /** Of all combinations, in minor units, its tax taken. */
  readonly stakeMinor: bigint
  /** Most combinations that are written. */
  readonly most: number
}

/** The combinations of a system one by one, in the order of settlement: smaller sizes first, then lexicographic by the places of the
 *  outcomes. The first ones take the minor units that are left over when the stake is split (MATH-5). */
export function betLines({ legs, sizes, lines, stakeMinor, most }: LinesAsked): readonly BetLine[] {
  const factors = legs.map(legFactor)
  const each = stakeMinor / BigInt(lines)
  const odd = Number(stakeMinor % BigInt(lines))
  const made: BetLine[] = []
  for (const size of sizes) {
    for (const places of combinations(legs.length, size, most - made.length)) {
      const stake = each + (made.length < odd ? 1n : 0n)
      const factor = productOf(places.flatMap((place) => factors[place] ?? []))
      made.push({ legs: places, factor, stakeMinor: stake, pays: multiply(rational(stake), factor) })
    }
  }
  return made
}

/** The first `most` combinations of `size` places of `count`, in lexicographic order: `(3, 2)` → [0, 1], [0, 2], [1, 2]. */
function combinations(count: number, size: number, most: number): readonly (readonly number[])[] {
  const found: number[][] = []
  const extend = (chosen: readonly number[], from: number): void => {
    if (found.length >= most) return
    if (chosen.length === size) {
      found.push([...chosen])
      return
    }
    for (let place = from; place <= count - (size - chosen.length); place += 1) extend([...chosen, place], place + 1)
  }
  extend([], 0)
  return found
}
