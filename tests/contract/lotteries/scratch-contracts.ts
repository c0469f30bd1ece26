import type { ScratchCard, ScratchLobbyAnswer, ScratchOffer } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const AT = '/web-api/lotteries/scratch'
const post = (body: object) => ({ method: 'POST' as const, body })

/** The first game of scratch cards with its deck. */
export async function scratchOffer(server: TestServer): Promise<ScratchOffer> {
  await server.send(`${AT}/games`)
  await server.draws.rounds.run()
  const [offer] = (await newVisitor(server).send(`${AT}/games`)).json<ScratchLobbyAnswer>().games
  if (!offer) throw new Error('no scratch cards are sold')
  return offer
}

/** A purchase of a card. */
export async function cardPurchase(server: TestServer, changes: object = {}): Promise<object> {
  const { id: game, deck, priceMinor } = await scratchOffer(server)
  return { guid: crypto.randomUUID(), game, deck: deck.deckId, priceMinor, ...changes }
}

/** A player with a card that is not scratched. */
export async function playerWithCard(server: TestServer): Promise<{ player: TestPlayer; card: ScratchCard }> {
  const player = await newPlayer(server)
  await deposit(server, player)
  const card = (await player.send(`${AT}/cards`, post(await cardPurchase(server)))).json<ScratchCard>()
  return { player, card }
}

const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)

/** The contracts of the calls of scratch cards (LOT-5, LOT-6, LOT-7). */
export const SCRATCH_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getScratchGames: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getScratchDeck: {
    succeed: async (server, path) =>
      newVisitor(server).send(`${path}?deck=${(await scratchOffer(server)).deck.deckId}`),
    refuse: (server, path) => newVisitor(server).send(`${path}?deck=1`),
    refusal: 'scratch.deck_unknown',
  },
  buyScratchCard: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await deposit(server, player)
      return player.send(path, post(await cardPurchase(server)))
    },
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post(await cardPurchase(server, { game: 'no-such-game' }))),
    refusal: 'scratch.game_unknown',
  },
  revealScratchCard: {
    succeed: async (server, path) => {
      const { player, card } = await playerWithCard(server)
      return player.send(path, post({ ticket: card.ticketId }))
    },
    refuse: async (server, path) => {
      const { card } = await playerWithCard(server)
      return (await newPlayer(server)).send(path, post({ ticket: card.ticketId }))
    },
    refusal: 'scratch.card_unknown',
  },
  getScratchCards: {
    succeed: async (server, path) => (await playerWithCard(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
}
