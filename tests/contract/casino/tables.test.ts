import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { isTableRoundProved } from '#machines/casino/tables/table-replay.rules.ts'
import type { CasinoRoundProof, CasinoRoundsAnswer, LaunchedGame, TableSeat, TableView } from '#schemas'
import { isTableView } from '#schemas/generated/validators/casino.js'
import { expectError } from '../scenes/answer-checks.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'
import { launch, nextBets, onFlight, stepTable } from './casino-contracts.ts'

const AT = '/web-api/casino'
const post = (body: object) => ({ method: 'POST' as const, body })
const sockets: WebSocket[] = []

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({ environment: { LIVERY_STREAM_CONNECTIONS: '3' } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/ws/casino-table`
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await server.close()
})

/** Watches a table; each message is checked against its schema. */
function watch(game: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(`${url}?game=${game}`, { headers: { host: HOST, ...headers } })
  sockets.push(socket)
  const views: TableView[] = []
  socket.on('message', (data) => {
    const view: unknown = JSON.parse(String(data))
    if (!isTableView(view)) throw new Error(`no table: ${String(data)}`)
    views.push(view as TableView)
  })
  const closed = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve(String(error)))
    socket.on('close', (code, reason) => resolve(`${code} ${String(reason)}`))
  })
  return { socket, views, closed }
}

describe('tables over HTTP', () => {
  test('a round for money is staked, cashed out, kept in the history, and proved from what the history shows', async () => {
    const { player } = await playerWithMoney(server)
    const { sessionId } = await launch(player, 'crash', 'real')
    const roundId = await nextBets(server)
    const bet = onFlight(sessionId, roundId, { targetE2: 101 })
    const seat = (await player.send(`${AT}/table/bet`, post(bet))).json<TableSeat>()
    expect(seat).toMatchObject({ roundId, state: 'open', stakeMinor: 100, bets: [{ on: 'first', targetE2: 101 }] })
    expect((await player.send(`${AT}/table/bet`, post(bet))).json<TableSeat>()).toEqual(seat)
    const hidden = (await player.send(`${AT}/rounds`)).json<CasinoRoundsAnswer>()
    const number = hidden.rounds[0]?.roundId ?? 0
    const early = (await player.send(`${AT}/round?round=${number}`)).json<CasinoRoundProof>()
    expect(early).toMatchObject({ table: { result: [], roundId } })
    expect(early).not.toHaveProperty('serverSeed')
    expect(early).not.toHaveProperty('fairness')
    await nextBets(server)
    const proof = (await player.send(`${AT}/round?round=${number}`)).json<CasinoRoundProof>()
    const { settings, table, fairness, serverSeed, payoutMinor } = proof
    if (!settings || !table || !fairness || !serverSeed) throw new Error(JSON.stringify(proof))
    const source = { serverSeed, clientSeed: fairness.clientSeed, nonce: fairness.nonce }
    expect(isTableRoundProved(settings, table, { source, payoutMinor })).toBe(true)
    expect(payoutMinor).toBe((table.result[0] ?? 0) >= 101 ? 101 : 0)
  })

  test('what comes too late, twice, from somebody else or in no amount is refused', async () => {
    const visitor = newVisitor(server)
    const { sessionId } = await launch(visitor, 'crash')
    const roundId = await nextBets(server)
    const bet = (body: object) => visitor.send(`${AT}/table/bet`, post(body))
    const out = (body: object) =>
      visitor.send(`${AT}/table/cash-out`, post({ sessionId, roundId, on: 'first', ...body }))
    for (const amountMinor of [-1, 0, 1.5, '100', 1e15])
      await expectError(await bet(onFlight(sessionId, roundId, { amountMinor })), 'request.invalid')
    for (const targetE2 of [100, 1.5, -200])
      await expectError(await bet(onFlight(sessionId, roundId, { targetE2 })), 'request.invalid')
    await expectError(await bet({ ...onFlight(sessionId, roundId), stakes: [] }), 'request.invalid')
    await expectError(await out({}), 'casino.round_unknown')
    expect((await bet(onFlight(sessionId, roundId))).statusCode).toBe(200)
    await expectError(await bet(onFlight(sessionId, roundId)), 'casino.out_of_turn')
    await expectError(await out({}), 'casino.out_of_turn')
    const other = await launch(newVisitor(server), 'crash')
    await expectError(await out({ sessionId: other.sessionId }), 'casino.round_unknown')
    await expectError(await out({ on: 'third' }), 'request.invalid')
    server.wait(8000)
    await expectError(await bet(onFlight(sessionId, roundId, { on: 'second' })), 'casino.bets_closed')
    await stepTable(server)
    server.wait(200_000)
    await expectError(await out({}), 'casino.crashed')
    await nextBets(server)
  })

  test('the games are opened like others, and cannot be played alone', async () => {
    const visitor = newVisitor(server)
    const launched: LaunchedGame = await launch(visitor, 'live-roulette')
    expect(launched).toMatchObject({ settings: { kind: 'live_roulette' }, open: [] })
    const asked = {
      sessionId: launched.sessionId,
      guid: crypto.randomUUID(),
      stakes: [{ on: 'red', amountMinor: 100 }],
    }
    await expectError(
      await visitor.send(`${AT}/play`, post({ ...asked, choice: { kind: 'roulette' } })),
      'casino.choice_invalid',
    )
    const wrong = await launch(visitor, 'dice')
    await expectError(await visitor.send(`${AT}/table/bet`, post(onFlight(wrong.sessionId, 1))), 'casino.round_unknown')
  })
})

describe('the stream of a table', () => {
  test('anyone who watches sees the table at once, and bets as they are taken, without the names of players', async () => {
    const visitor = newVisitor(server)
    const { sessionId } = await launch(visitor, 'crash')
    const { views, socket } = watch('crash')
    await expect.poll(() => views.at(-1)?.phase).toBe('betting')
    const roundId = views.at(-1)?.roundId ?? 0
    expect(views.at(-1)).toMatchObject({ kind: 'crash', serverSeed: '', result: [] })
    await visitor.send(`${AT}/table/bet`, post(onFlight(sessionId, roundId)))
    await expect.poll(() => views.at(-1)?.bets.length).toBeGreaterThan(0)
    expect(JSON.stringify(views)).not.toContain(sessionId)
    socket.terminate()
  })

  test('another site, another game, a client that speaks and too many of an address are refused', async () => {
    expect(await watch('crash', { origin: 'https://elsewhere.example' }).closed).toContain('403')
    expect(await watch('dice').closed).toBe('1008 casino.game_unknown')
    expect(await watch('toString').closed).toBe('1008 casino.game_unknown')
    const loud = watch('crash')
    loud.socket.on('open', () => loud.socket.send('{}'))
    expect(await loud.closed).toBe('1008 nothing_to_say')
    const many = [1, 2, 3].map(() => watch('live-roulette'))
    await expect.poll(() => many.every(({ views }) => views.length > 0)).toBe(true)
    expect(await watch('live-roulette').closed).toBe('1013 too_many_connections')
    for (const { socket } of many) socket.terminate()
    await expect.poll(async () => (await open('live-roulette')) > 0).toBe(true)
  })
})

/** How many messages a new connection gets within a moment. */
async function open(game: string): Promise<number> {
  const { views, closed, socket } = watch(game)
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 300))])
  socket.terminate()
  return views.length
}
