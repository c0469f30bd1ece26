import {
  buyScratchCard,
  getScratchCards,
  getScratchDeck,
  getScratchGames,
  revealScratchCard,
} from '#calls/lotteries/scratch.calls.ts'
import { faceOf } from '#machines/lotteries/scratch/scratch-deck.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { toExactText } from '#machines/odds/rational.rules.ts'
import { prizeMinor, prizesOf, returnOfDeck } from '#machines/odds/scratch-odds.rules.ts'
import type { ScratchCard, ScratchDeck, ScratchDeckProof, ScratchOffer } from '#schemas'
import type { DeckRow } from '#server/lotteries/scratch/deck-rows.ts'
import type { CardNow, Scratch, ScratchNow } from '#server/lotteries/scratch/scratch.service.ts'
import { currencyOf } from '../casino/lobby.handlers.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls of scratch cards (LOT-5, LOT-6, LOT-7). */
export function scratchHandlers(scratch: Scratch): AnyHandler[] {
  const player = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getScratchGames, async (_input, scope) => ({
      games: (await scratch.lobby(scope.site.brandId, currencyOf(scope))).map(offerShape),
    })),
    answer(buyScratchCard, async ({ body }, scope) => cardShape(await scratch.buy(player(scope), body))),
    answer(revealScratchCard, async ({ body }, scope) => cardShape(await scratch.reveal(player(scope), body.ticket))),
    answer(getScratchCards, async ({ query }, scope) => {
      const { cards, pages } = await scratch.cards(player(scope), query.page ?? 1)
      return { cards: cards.map(cardShape), pages }
    }),
    answer(getScratchDeck, async ({ query }, { site }) => proofShape(await scratch.deck(site.brandId, query.deck))),
  ]
}

function deckShape(deck: DeckRow): ScratchDeck {
  return {
    ...{ deckId: deck.deck_id, number: deck.number, state: deck.state, cards: deck.cards, sold: deck.sold },
    ...{ root: deck.root, commitment: commitmentOf(deck.server_seed), rulesHash: deck.terms_hash },
  }
}

function offerShape({ id, deck }: ScratchNow): ScratchOffer {
  const { terms, won, currency, exponent, price_minor: priceMinor } = deck
  const given = returnOfDeck(terms)
  return {
    ...{ id, name: terms.name, look: terms.look, currency, exponent, priceMinor, deck: deckShape(deck) },
    prizes: prizesOf(terms).map((prize) => ({
      ...{ id: prize.id, timesE2: prize.timesE2, count: prize.count, left: prize.count - (won[prize.id] ?? 0) },
    })),
    returnPercent: Number((given.numerator * 10_000n) / given.denominator) / 100,
    returnExact: toExactText(given),
  }
}

function cardShape({ card, deck, proof }: CardNow): ScratchCard {
  const { terms, root } = deck
  const { price_minor: priceMinor, prize } = card
  const shown = {
    ...{ ticketId: card.ticket_id, deckId: deck.deck_id, deckNumber: deck.number, card: card.card },
    ...{ game: deck.game_id, name: terms.name, look: terms.look, state: card.state, priceMinor },
    ...{ payoutMinor: card.payout_minor, currency: deck.currency, exponent: deck.exponent },
    boughtAt: card.bought_at.toISOString(),
  }
  if (!proof || prize === null) return shown
  const { salt, path } = proof
  const face = faceOf(terms, { prize, salt, card: card.card }).map((times) => prizeMinor(priceMinor, times))
  return { ...shown, prize, face, proof: { salt, path: [...path], root } }
}

/** The secret is shown once no card of the deck is hidden, never before. */
function proofShape(deck: DeckRow): ScratchDeckProof {
  return {
    ...{ game: deck.game_id, deck: deckShape(deck), terms: deck.terms },
    ...(deck.state === 'over' ? { serverSeed: deck.server_seed } : {}),
  }
}
