import type { ScratchGame, ScratchPrize } from '#schemas'
import { add, multiply, type Rational, rational, ZERO } from './rational.rules.ts'

/** Prizes of a game in their order, each with its id. */
export function prizesOf({ prizes }: Pick<ScratchGame, 'prizes'>): readonly (ScratchPrize & { readonly id: string })[] {
  return Object.entries(prizes)
    .map(([id, prize]) => ({ id, ...prize }))
    .sort((one, other) => one.order - other.order)
}

/** How many cards of a deck win. */
export function winningCards(game: Pick<ScratchGame, 'prizes'>): number {
  return prizesOf(game).reduce((sum, { count }) => sum + count, 0)
}

/** What the prizes of a deck are of the price of all its cards: 4/5 of a deck that pays back four fifths (LOT-5). */
export function returnOfDeck(game: Pick<ScratchGame, 'prizes' | 'cards'>): Rational {
  const paid = prizesOf(game).reduce(
    (sum, { timesE2, count }) => add(sum, multiply(rational(timesE2, 100), rational(count))),
    ZERO,
  )
  return multiply(paid, rational(1, game.cards))
}

/** What a prize pays, minor units. */
export function prizeMinor(priceMinor: number, timesE2: number): number {
  return Math.floor((priceMinor * timesE2) / 100)
}
