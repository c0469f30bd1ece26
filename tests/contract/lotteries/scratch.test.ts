import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchCardFault } from '#machines/lotteries/scratch/scratch-proof.rules.ts'
import type { ScratchCard, ScratchCardsAnswer, ScratchDeckProof } from '#schemas'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import { cardPurchase, playerWithCard, scratchOffer } from './scratch-contracts.ts'

const AT = '/web-api/lotteries/scratch'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('LOT-6, LOT-7: a card says nothing before it is scratched, and is proved by the deck that everyone has seen before', async () => {
  const { deck } = await scratchOffer(server)
  const { player, card } = await playerWithCard(server)
  for (const hidden of ['prize', 'face', 'proof']) expect(card).not.toHaveProperty(hidden)
  const body = { ticket: card.ticketId }
  const scratched = (await player.send(`${AT}/reveal`, { method: 'POST', body })).json<ScratchCard>()
  const proof = (await newVisitor(server).send(`${AT}/deck?deck=${card.deckId}`)).json<ScratchDeckProof>()
  expect(proof).not.toHaveProperty('serverSeed')
  expect(scratchCardFault(scratched, proof.terms, deck.root)).toBeNull()
  const { cards } = (await player.send(`${AT}/cards`)).json<ScratchCardsAnswer>()
  expect(cards).toEqual([scratched])
  const after = await scratchOffer(server)
  expect(after.deck.sold).toBe(deck.sold + 1)
  for (const [at, prize] of after.prizes.entries())
    expect(prize.left).toBe((prize.id === scratched.prize ? -1 : 0) + (after.prizes[at]?.count ?? 0))
})

test.each([
  ['a deck of letters', { deck: 'next' }],
  ['a name that is none', { guid: 'mine' }],
  ['a price of nothing', { priceMinor: 0 }],
  ['something beside', { planted: true }],
])('LOT-5: a purchase of a card with %s is refused with the place', async (_what, changes) => {
  const { player } = await playerWithCard(server)
  const answer = await player.send(`${AT}/cards`, { method: 'POST', body: await cardPurchase(server, changes) })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
})
