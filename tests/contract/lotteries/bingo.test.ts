import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { bingoFault, isInRound } from '#machines/lotteries/bingo/bingo-proof.rules.ts'
import type { BingoProof, BingoTicketsAnswer, BingoView } from '#schemas'
import { HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import { bingoPurchase, bingoRoom, playerWithBingo } from './bingo-contracts.ts'

const AT = '/web-api/lotteries/bingo'
const TEN_MINUTES_MS = 600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('LOT-5, LOT-6: what is not called yet is said to nobody, and a round that is over is proved by anyone', async () => {
  const { player, ticket } = await playerWithBingo(server)
  const proofOf = async () => (await newVisitor(server).send(`${AT}/round?round=${ticket.roundId}`)).json<BingoProof>()
  expect(bingoFault(await proofOf())).toBe('bingo.proof_incomplete')
  server.wait(60_000)
  await server.draws.rounds.run()
  const calling = await proofOf()
  expect(calling.view).toMatchObject({ state: 'calling', roundId: ticket.roundId })
  expect(calling.view.called).toHaveLength(1)
  expect(calling).not.toHaveProperty('serverSeed')
  expect(isInRound(ticket, calling.leaves)).toBe(true)
  server.wait(TEN_MINUTES_MS)
  await server.draws.rounds.run()
  const over = await proofOf()
  expect(over.view.state).toBe('over')
  expect(bingoFault(over)).toBeNull()
  const [first = 0, second = 0, ...rest] = over.view.called
  expect(bingoFault({ ...over, view: { ...over.view, called: [second, first, ...rest] } })).toBe('bingo.proof_numbers')
  expect(bingoFault({ ...over, leaves: [] })).toBe('bingo.proof_root')
  const { tickets } = (await player.send(`${AT}/tickets?round=${ticket.roundId}`)).json<BingoTicketsAnswer>()
  // The only player of a round wins all its patterns.
  expect(tickets[0]).toMatchObject({ ticketId: ticket.ticketId, state: 'won', payoutMinor: over.money?.paidMinor })
})

test('LOT-5: a room comes by its stream, and again when a card is bought', async () => {
  const before = await bingoRoom(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/lottery?game=bingo:${before.room}`, {
    headers: { host: HOST },
  })
  const seen: BingoView[] = []
  socket.on('message', (data) => seen.push(JSON.parse(String(data)) as BingoView))
  await expect.poll(() => seen.length, { timeout: 5000 }).toBe(1)
  expect(seen[0]).toMatchObject({ room: before.room, roundId: before.roundId, cards: before.cards })
  await playerWithBingo(server)
  await expect.poll(() => seen.at(-1)?.cards, { timeout: 5000 }).toBe(before.cards + 2)
  socket.close()
})

test.each([
  ['a round of letters', { round: 'next' }],
  ['no card at all', { cards: 0 }],
  ['half a card', { cards: 0.5 }],
  ['a name that is none', { guid: 'mine' }],
  ['something beside', { planted: true }],
])('LOT-5: a purchase of %s is refused with the place', async (_what, changes) => {
  const { player } = await playerWithBingo(server)
  const answer = await player.send(`${AT}/cards`, { method: 'POST', body: await bingoPurchase(server, changes) })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
})
