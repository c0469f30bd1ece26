import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { prizeMinor } from '#machines/odds/scratch-odds.rules.ts'
import type { ScratchCard, ScratchDeckProof, ScratchGame } from '#schemas'
import { termsHash } from '../fairness/draw-proof.rules.ts'
import { isBelow, rootOf } from '../fairness/ticket-tree.rules.ts'
import { cardText, faceOf, leavesOfDeck, shuffledDeck } from './scratch-deck.rules.ts'

/** What is wrong with a card: the key of a text; null when it is proved. */
export type CardFault = 'scratch.card_sealed' | 'scratch.card_root' | 'scratch.card_face' | 'scratch.card_paid'

/** Verifies a card that was scratched: it was in the deck whose root was published before the sale, its amounts follow from it, and it has paid what
 *  its prize says (LOT-6, LOT-7).
 *  @param publishedRoot the root of the deck, as everyone has seen it */
export function scratchCardFault(card: ScratchCard, terms: ScratchGame, publishedRoot: string): CardFault | null {
  const { proof, prize, face, deckId, priceMinor, payoutMinor } = card
  if (!proof || prize === undefined || !face) return 'scratch.card_sealed'
  const { salt, path, root } = proof
  const text = cardText({ deckId, card: card.card, prize, salt })
  if (root !== publishedRoot || !isBelow(text, path, root)) return 'scratch.card_root'
  const amounts = faceOf(terms, { prize, salt, card: card.card }).map((times) => prizeMinor(priceMinor, times))
  if (amounts.join() !== face.join()) return 'scratch.card_face'
  const won = terms.prizes[prize]
  return payoutMinor === (won ? prizeMinor(priceMinor, won.timesE2) : 0) ? null : 'scratch.card_paid'
}

/** What is wrong with a deck: the key of a text; null when it is proved. */
export type DeckFault = 'scratch.deck_secret' | 'scratch.proof_seed' | 'scratch.proof_terms' | 'scratch.proof_root'

/** Lays a deck out again from its secret: it is the one of the commitment, the terms are those of their hash, and the shuffled cards have the root that
 *  was published before the sale (LOT-6). */
export function scratchDeckFault({ deck, terms, serverSeed }: ScratchDeckProof): DeckFault | null {
  if (serverSeed === undefined) return 'scratch.deck_secret'
  if (commitmentOf(serverSeed) !== deck.commitment) return 'scratch.proof_seed'
  if (termsHash(terms) !== deck.rulesHash) return 'scratch.proof_terms'
  const source = { serverSeed, deckId: deck.deckId }
  return rootOf(leavesOfDeck(shuffledDeck(terms, source), source)) === deck.root ? null : 'scratch.proof_root'
}
