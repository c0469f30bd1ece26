import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Scratch cards that are sold (LOT-5, LOT-6). */
export const getScratchGames = defineCall({
  id: 'getScratchGames',
  summary:
    'Games of scratch cards, each with the deck that is sold, its commitment, and the prizes that are left in it.',
  path: `${WEB_API}/lotteries/scratch/games`,
  answer: 'lotteries/scratch-lobby-answer',
})

/** Buys a scratch card (LOT-5, LOT-7). */
export const buyScratchCard = defineCall({
  id: 'buyScratchCard',
  summary: 'Buys the next card of a deck, once under the name of the purchase.',
  method: 'POST',
  path: `${WEB_API}/lotteries/scratch/cards`,
  body: 'lotteries/scratch-buy-body',
  answer: 'lotteries/scratch-card',
  access: 'authorized',
})

/** Scratches a card (LOT-7). */
export const revealScratchCard = defineCall({
  id: 'revealScratchCard',
  summary: 'Scratches a card of the signed-in player and pays its prize, once; the answer proves the card.',
  method: 'POST',
  path: `${WEB_API}/lotteries/scratch/reveal`,
  body: 'lotteries/scratch-reveal-body',
  answer: 'lotteries/scratch-card',
  access: 'authorized',
})

/** Cards of the player (LOT-7). */
export const getScratchCards = defineCall({
  id: 'getScratchCards',
  summary: 'Scratch cards of the signed-in player, the last bought first.',
  path: `${WEB_API}/lotteries/scratch/cards`,
  query: 'lotteries/scratch-cards-query',
  answer: 'lotteries/scratch-cards-answer',
  access: 'authorized',
})

/** The proof of a deck (LOT-6). */
export const getScratchDeck = defineCall({
  id: 'getScratchDeck',
  summary: 'A deck of scratch cards with its terms, and once it is over the secret that it was shuffled by.',
  path: `${WEB_API}/lotteries/scratch/deck`,
  query: 'lotteries/scratch-deck-query',
  answer: 'lotteries/scratch-deck-proof',
})
