import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofFault } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import type { DrawGameAnswer, DrawProof, DrawReceipt, DrawTicketsAnswer } from '#schemas'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import { openGame, playerWithTicket, purchase } from './draw-contracts.ts'

const AT = '/web-api/lotteries'
const FIVE_MINUTES_MS = 300_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('LOT-6: the hash of a draw is there before its sale ends, its secrets after it, and anyone can prove it', async () => {
  const { player, bought } = await playerWithTicket(server)
  const [ticket] = bought.tickets
  const proofOf = async () => (await newVisitor(server).send(`${AT}/draw?draw=${ticket?.drawId}`)).json<DrawProof>()
  const before = await proofOf()
  expect(before).toMatchObject({ result: { state: 'open', numbers: [] }, leaves: [] })
  expect(before).not.toHaveProperty('serverSeed')
  expect(before).not.toHaveProperty('secondSeed')
  expect(proofFault(before)).toBe('draws.proof_incomplete')
  server.wait(FIVE_MINUTES_MS)
  await server.draws.rounds.run()
  const after = await proofOf()
  expect([after.commitment, after.secondCommitment]).toEqual([before.commitment, before.secondCommitment])
  expect(proofFault(after)).toBeNull()
  const receipt = (await player.send(`${AT}/receipt?ticket=${ticket?.ticketId}`)).json<DrawReceipt>()
  expect(receipt.leaf).not.toBe('')
  expect(after.leaves[receipt.index]).toBe(receipt.leaf)
  const { tickets } = (await player.send(`${AT}/tickets`)).json<DrawTicketsAnswer>()
  expect(tickets[0]).toMatchObject({ ticketId: ticket?.ticketId, numbers: after.result.numbers })
  const { results } = (await newVisitor(server).send(`${AT}/game?game=keno-10-40`)).json<DrawGameAnswer>()
  expect(results).toContainEqual(expect.objectContaining({ drawId: ticket?.drawId, state: 'paid' }))
})

test.each([
  ['a coupon of letters', { lines: [{ numbers: ['7', 2, 3, 4, 5], second: [] }] }],
  ['no line at all', { lines: [] }],
  ['a draw of letters', { draw: 'next' }],
  ['half a draw', { draws: 0.5 }],
  ['a name that is none', { guid: 'mine' }],
  ['something beside', { planted: true }],
])('LOT-5: a purchase with %s is refused with the place', async (_what, changes) => {
  const { player } = await playerWithTicket(server)
  const answer = await player.send(`${AT}/tickets`, { method: 'POST', body: await purchase(server, changes) })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
})

test('LOT-5: every game of the brand tells exactly what it gives back', async () => {
  for (const id of ['lotto-6-49', 'lotto-5-50', 'keno-20-80', 'keno-10-40']) {
    const { returns, prizes } = await openGame(server, id)
    for (const { percent, exact } of returns) {
      expect(percent).toBeGreaterThan(30)
      expect(percent).toBeLessThan(98)
      expect(exact).not.toBe('')
    }
    for (const { chance } of prizes) expect(chance).toMatch(/^[1-9][0-9]*\/[1-9][0-9]*$/)
  }
})
