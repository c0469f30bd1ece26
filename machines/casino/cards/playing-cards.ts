import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'

/** Ranks from the lowest. */
export const RANKS = '23456789TJQKA'
/** Clubs, diamonds, hearts, spades. */
export const SUITS = 'cdhs'

/** The 52 cards in a fixed order: rank by rank from the two, and clubs, diamonds, hearts, spades within a rank. `2c`, `2d`, …, `As`. */
export const CARDS: readonly string[] = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit))

const PLACES: ReadonlyMap<string, number> = new Map(CARDS.map((card, place) => [card, place]))

/** The place of a card in `CARDS`: `'2d'` → 1. @throws RangeError when it is no card */
export function placeOf(card: string): number {
  const place = PLACES.get(card)
  if (place === undefined) throw new RangeError(`${JSON.stringify(card)} is not a card`)
  return place
}

/** The rank of a card as a number: `'2c'` → 2, `'Td'` → 10, `'Ah'` → 14. @throws RangeError when it is no card */
export function rankOf(card: string): number {
  return 2 + Math.floor(placeOf(card) / SUITS.length)
}

/** A card from an endless pack: each of the 52 is as likely as any other, whatever was drawn before. */
export function drawEndless(draw: FairDraw): string {
  return CARDS[draw.below(CARDS.length)] ?? ''
}
