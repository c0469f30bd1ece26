import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TotoDrawAnswer, TotoTicketsAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { beginGame, endGame } from '../scenes/betting-scene.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer } from '../scenes/test-visitor.ts'
import { newDraw, playerWithTicket, ticketOn } from './toto-contracts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('LOT-4, LOT-7: a ticket is bought, follows its games, is paid by the results of the feed, and another player sees none of it', async () => {
  const { player, ticket, gameIds } = await playerWithTicket(server)
  expect(ticket).toMatchObject({ state: 'open', lines: 1, stakeMinor: 50, payoutMinor: 0, pool: 'cricket', typeId: 11 })
  const work = () => server.toto.toto.work('pier')
  await beginGame(server, gameIds[0] ?? 0)
  await work()
  const late = await player.send('/web-api/toto/ticket', { method: 'POST', body: ticketOn(ticket.drawId) })
  expect(late.json()).toMatchObject({ code: 'toto.draw_closed' })
  for (const gameId of gameIds) await endGame(server, gameId, 2, 1)
  await work()
  const own = (await player.send(`/web-api/toto/tickets?couponNumber=${ticket.couponNumber}`)).json<TotoTicketsAnswer>()
  // 50 staked: fee 5, pool 45: 30 % and 25 % and 35 %, each rounded down.
  expect(own.tickets).toMatchObject([{ state: 'won', payoutMinor: 13 + 11 + 15, hits: [{ hits: 5, lines: 1 }] }])
  const answer = (await player.send(`/web-api/toto/draw?drawId=${ticket.drawId}`)).json<TotoDrawAnswer>()
  expect(answer).toMatchObject({ draw: { status: 'paid' }, decided: 5, settlement: { paidMinor: 39, feeMinor: 5 } })
  const stranger = await newPlayer(server)
  const seen = await stranger.send(`/web-api/toto/tickets?couponNumber=${ticket.couponNumber}`)
  expect(seen.json()).toEqual({ tickets: [], pages: 0 })
  expect((await forBrand(server.database.db, 'pier').transaction(proveLedger)).breaks).toEqual([])
})

test.each([
  ['couponNumber', '50001a'],
  ['couponNumber', '-5'],
  ['drawId', '6e4'],
  ['rundownNumber', 'seven'],
  ['drawStatus', 'half'],
])('LOT-8: tickets by %s=%s are refused with the place', async (name, value) => {
  const player = await newPlayer(server)
  const answer = await player.send(`/web-api/toto/tickets?${name}=${value}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'request.invalid' })
  expect(answer.body).toContain(name)
})

test('LOT-7: marks of another draw are refused, and nothing is taken', async () => {
  const { player, ticket } = await playerWithTicket(server)
  const body = ticketOn(ticket.drawId)
  const balance = async () => (await player.send('/web-api/user/balance', { method: 'POST' })).json<object>()
  const before = await balance()
  const longer = await player.send('/web-api/toto/ticket', {
    ...{ method: 'POST', body: { ...body, marks: [...body.marks, [0]] } },
  })
  expect(longer.json()).toMatchObject({ code: 'toto.too_many_events' })
  const nowhere = await player.send('/web-api/toto/ticket', { method: 'POST', body: { ...body, drawId: 1 } })
  expect(nowhere.json()).toMatchObject({ code: 'toto.draw_unknown' })
  expect(await balance()).toEqual(before)
})

test.runIf(HAS_PAGES)(
  'LOT-3: the toto screen lists the draws of a status, and opens on one draw by its number',
  async () => {
    const { drawId, gameIds } = await newDraw(server)
    const page = async (path: string) => (await server.send(path, { headers: { accept: 'text/html' } })).body
    // The cards of the pools come before the filter, the list after it.
    const isListed = async (query: string) =>
      (await page(`/en/toto${query}`)).split('</main>')[0]?.split('?drawStatus=').at(-1)?.includes(`/draw/${drawId}"`)
    expect([await isListed(''), await isListed('?drawStatus=open'), await isListed('?drawStatus=paid')]).toEqual([
      ...[true, true, false],
    ])
    expect(await page(`/en/toto/draw/${drawId}`)).toMatch(new RegExp(`<h1[^>]*>[^]*${await numberOf(drawId)}`))
    await beginGame(server, gameIds[0] ?? 0)
    await server.toto.toto.work('pier')
    expect([await isListed('?drawStatus=open'), await isListed('?drawStatus=closed')]).toEqual([false, true])
  },
)

async function numberOf(drawId: number): Promise<number> {
  return (await server.send(`/web-api/toto/draw?drawId=${drawId}`)).json<TotoDrawAnswer>().draw.number
}
