import { add, multiply, ONE, type Rational, rational, subtract, ZERO } from '#machines/odds/rational.rules.ts'
import type { DrawGame, DrawPrize } from '#schemas'

/** What the chances of a game follow from. */
export type DrumsOf = Pick<DrawGame, 'pool' | 'drawn' | 'secondPool' | 'secondDrawn' | 'hasBonusBall' | 'prizes'>

/** In how many ways so many of a number of things are chosen: `(49, 6)` → 13983816n. */
export function combinations(of: number, chosen: number): bigint {
  if (chosen < 0 || chosen > of) return 0n
  let ways = 1n
  for (let step = 1n; step <= BigInt(chosen); step += 1n) ways = (ways * (BigInt(of - chosen) + step)) / step
  return ways
}

/** The exact chance that just so many numbers of a line are drawn: `{pool: 80, drawn: 20, picks: 4, hits: 2}` → 22490/105683… */
export function hitChance(of: {
  readonly pool: number
  readonly drawn: number
  readonly picks: number
  readonly hits: number
}): Rational {
  const { pool, drawn, picks, hits } = of
  return rational(combinations(drawn, hits) * combinations(pool - drawn, picks - hits), combinations(pool, picks))
}

/** How many results a game can have, the order left out: 6 of 49 → 13983816n (LOT-5). */
export function resultCount({
  pool,
  drawn,
  secondPool,
  secondDrawn,
}: Omit<DrumsOf, 'prizes' | 'hasBonusBall'>): bigint {
  return combinations(pool, drawn) * (secondPool > 0 ? combinations(secondPool, secondDrawn) : 1n)
}

/** The exact chance that a line wins a prize. A prize without the bonus ball is not won by lines that win its sister with it. */
export function prizeChance(game: DrumsOf, prize: DrawPrize): Rational {
  const { pool, drawn, secondPool, secondDrawn } = game
  const { picks, hits, secondHits, needsBonus } = prize
  const main = hitChance({ pool, drawn, picks, hits })
  const second =
    secondPool > 0 ? hitChance({ pool: secondPool, drawn: secondDrawn, picks: secondDrawn, hits: secondHits }) : ONE
  const chance = multiply(main, second)
  const withBonus = rational(Math.max(0, picks - hits), pool - drawn)
  if (needsBonus) return multiply(chance, withBonus)
  return hasBonusSister(game, prize) ? multiply(chance, subtract(ONE, withBonus)) : chance
}

/** What a game gives back of the stakes of lines of so many numbers over time, exactly: what prizes pay by their chances, and the shares of
 *  the stakes that winners divide (LOT-5). */
export function returnOf(game: DrumsOf, picks: number): Rational {
  return Object.values(game.prizes)
    .filter((prize) => prize.picks === picks)
    .map((prize) =>
      add(multiply(prizeChance(game, prize), rational(prize.timesE2, 100)), rational(prize.sharePpm, 1_000_000)),
    )
    .reduce(add, ZERO)
}

/** The prize that a line wins by what it has hit; null when it wins none. */
export function prizeOf(
  game: Pick<DrawGame, 'prizes'>,
  hit: { readonly picks: number; readonly hits: number; readonly second: number; readonly isBonus: boolean },
): string | null {
  const found = Object.entries(game.prizes)
    .filter(
      ([, { picks, hits, secondHits, needsBonus }]) =>
        picks === hit.picks && hits === hit.hits && secondHits === hit.second && (!needsBonus || hit.isBonus),
    )
    .sort(([, one], [, other]) => Number(other.needsBonus) - Number(one.needsBonus) || one.order - other.order)
  return found[0]?.[0] ?? null
}

function hasBonusSister({ prizes }: Pick<DrawGame, 'prizes'>, { picks, hits, secondHits }: DrawPrize): boolean {
  return Object.values(prizes).some(
    (other) => other.needsBonus && other.picks === picks && other.hits === hits && other.secondHits === secondHits,
  )
}
