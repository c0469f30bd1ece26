import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type FairDraw, fairDraw } from '#machines/odds/fair-draw.rules.ts'
import { prizesOf } from '#machines/odds/scratch-odds.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { ScratchGame } from '#schemas'
import { leafOf } from '../fairness/ticket-tree.rules.ts'

/** Fields of a card. */
export const FIELDS = 9
/** How often the amount of the prize is on a card that wins; no other amount is there as often. */
export const ALIKE = 3

/** What a deck follows from. */
export interface DeckSource {
  readonly serverSeed: string
  readonly deckId: number
}

/** The prizes of a deck in the order in which its cards are sold: ids, `''` of a card that wins nothing. The prizes are laid in their order and
 *  shuffled by the secret of the deck (Fisher-Yates), so that each order is as likely as any other (LOT-6).
 *  @throws RangeError where more cards win than there are */
export function shuffledDeck(
  game: Pick<ScratchGame, 'prizes' | 'cards'>,
  { serverSeed, deckId }: DeckSource,
): readonly string[] {
  const cards = prizesOf(game).flatMap(({ id, count }) => Array.from({ length: count }, () => id))
  if (cards.length > game.cards) throw new RangeError(`${cards.length} prizes do not fit on ${game.cards} cards`)
  while (cards.length < game.cards) cards.push('')
  const draw = fairDraw({ serverSeed, clientSeed: 'deck', nonce: deckId })
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const at = draw.below(last + 1)
    const [one = '', other = ''] = [cards[last], cards[at]]
    cards[last] = other
    cards[at] = one
  }
  return cards
}

/** What hides a card until it is scratched: HMAC-SHA256 of the number of the card, keyed with the secret of the deck; hex.
 *  @param card from 1 */
export function saltOf({ serverSeed, deckId }: DeckSource, card: number): string {
  return bytesToHex(hmac(sha256, hexToBytes(serverSeed), utf8ToBytes(`card:${deckId}:${card}`)))
}

/** A card, as it is in the tree of its deck. */
export interface CardOfDeck {
  readonly deckId: number
  /** From 1. */
  readonly card: number
  /** `''` where it wins nothing. */
  readonly prize: string
  readonly salt: string
}

/** The text of a card whose hash is a leaf of the tree. */
export function cardText({ deckId, card, prize, salt }: CardOfDeck): string {
  return canonicalJson({ card, deckId, prize, salt })
}

/** The leaves of a deck, in the order of its cards. */
export function leavesOfDeck(cards: readonly string[], source: DeckSource): readonly string[] {
  return cards.map((prize, place) => {
    const card = place + 1
    return leafOf(cardText({ deckId: source.deckId, card, prize, salt: saltOf(source, card) }))
  })
}

/** What is under the foil of a card: nine multiples of the price in hundredths. Three are the same on a card that wins, on others at most two. It
 *  follows from what hides the card. @throws RangeError of a game with too few different prizes */
export function faceOf(
  game: Pick<ScratchGame, 'prizes'>,
  { prize, salt, card }: Omit<CardOfDeck, 'deckId'>,
): readonly number[] {
  const prizes = prizesOf(game)
  const draw = fairDraw({ serverSeed: salt, clientSeed: 'face', nonce: card })
  const own = prizes.find(({ id }) => id === prize)
  const others = prizes.filter(({ timesE2 }) => timesE2 !== own?.timesE2)
  const pairs = shuffled(
    others.flatMap(({ timesE2 }) => [timesE2, timesE2]),
    draw,
  )
  const face = own ? [own.timesE2, own.timesE2, own.timesE2, ...pairs] : pairs
  if (face.length < FIELDS) throw new RangeError('a card needs five different prizes')
  return shuffled(face.slice(0, FIELDS), draw)
}

function shuffled(items: readonly number[], draw: FairDraw): number[] {
  const list = [...items]
  for (let last = list.length - 1; last > 0; last -= 1) {
    const at = draw.below(last + 1)
    const [one = 0, other = 0] = [list[last], list[at]]
    list[last] = other
    list[at] = one
  }
  return list
}
