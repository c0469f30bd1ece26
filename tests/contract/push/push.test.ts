import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushAnswer, PushChoice, PushDeviceBody } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { beginGame, betBody, endGame, newBettor, newGame } from '../scenes/betting-scene.ts'
import { CONTRACT_SECRETS } from '../scenes/call-contracts.ts'
import { answerTo, messageTo } from '../scenes/office-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestPlayer } from '../scenes/test-visitor.ts'
import { asBearer, serviceToken } from '../scenes/token-scene.ts'
import { fakePushService } from './push-scene.ts'

let server: TestServer
const service = fakePushService()
const PUSH = '/web-api/user/push'
const HOUR_MS = 3_600_000

beforeAll(async () => {
  server = await startTestServer({
    environment: CONTRACT_SECRETS,
    pushService: service.fetch,
    // The server's clock begins at noon.
    prepare: ({ write }) =>
      write('pier/config/application.json', {
        routes: { payment: { isAvailable: false } },
        push: { quietFrom: '11:00', quietUntil: '14:00' },
      }),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  service.taken.length = 0
  service.answer(201)
})

const post = (body: object) => ({ method: 'POST' as const, body })

/** A player with a device of the fake service, which takes everything at all hours. */
async function playerWithDevice(choice: Partial<PushChoice> = {}, player?: TestPlayer) {
  const somebody = player ?? (await newPlayer(server))
  const device = service.subscribe()
  expect((await somebody.send(`${PUSH}/device`, post(device))).statusCode).toBe(200)
  const wanted = { games: true, bets: true, messages: true, isQuiet: false, ...choice }
  expect((await somebody.send(`${PUSH}/choice`, post(wanted))).statusCode).toBe(200)
  server.wait(1000)
  return { player: somebody, device }
}

const toldTo = ({ endpoint }: PushDeviceBody) =>
  service.taken.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload.notification)

describe('a device of a player', () => {
  test('APP-5: nothing is sent before the player agrees; the first device takes all kinds, and not at night', async () => {
    const player = await newPlayer(server)
    const before = (await player.send(PUSH)).json<PushAnswer>()
    expect(before).toMatchObject({ devices: 0, choice: { games: false, bets: false, messages: false, isQuiet: true } })
    await player.send(`${PUSH}/device`, post(service.subscribe()))
    const after = (await player.send(PUSH)).json<PushAnswer>()
    expect(after).toMatchObject({ devices: 1, choice: { games: true, bets: true, messages: true, isQuiet: true } })
    expect(after.publicKey).toBe(before.publicKey)
  })

  test('APP-5: an answer of the support reaches it, signed by the brand, without what was said', async () => {
    const { player, device } = await playerWithDevice()
    await answerTo(server, player.userId, 'Your limit is 500 euros')
    await server.push.rounds.run()
    expect(toldTo(device)).toMatchObject([{ title: 'Anna has answered', lang: 'en', dir: 'ltr' }])
    const [push] = service.taken.filter(({ endpoint }) => endpoint === device.endpoint)
    expect(JSON.stringify(push?.payload)).not.toContain('500')
    expect(push?.signed).toMatchObject({ aud: 'https://fcm.googleapis.com' })
    expect(push?.signed?.key).toBe((await player.send(PUSH)).json<PushAnswer>().publicKey)
    expect(new URL(push?.payload.notification.navigate ?? '').pathname).toBe('/en/office/support')
    await server.push.rounds.run()
    expect(toldTo(device)).toHaveLength(1)
  })

  test('APP-5, OPS-23: of several processes that send at the same moment one sends it, and one that has died leaves it to the others', async () => {
    const { player, device } = await playerWithDevice({ games: false, bets: false })
    await messageTo(server, player.userId)
    const { run } = server.push.rounds
    await Promise.all([run(), run(), run()])
    expect(toldTo(device)).toHaveLength(1)
    await messageTo(server, player.userId, 'News')
    // The process that has taken it never comes to its end.
    service.answer(0)
    void run()
    await expect.poll(() => service.unanswered).toEqual([device.endpoint])
    service.answer(201)
    await run()
    expect(toldTo(device)).toHaveLength(1)
    server.wait(2 * 60_000)
    await run()
    expect(toldTo(device)).toHaveLength(2)
  })

  test('APP-5: a message in the inbox reaches it, and a topic that is not wanted does not', async () => {
    const { player, device } = await playerWithDevice({ games: false, bets: false })
    await messageTo(server, player.userId)
    await server.push.rounds.run()
    expect(toldTo(device)).toMatchObject([{ title: 'You have a message' }])
    await player.send(`${PUSH}/choice`, post({ games: true, bets: true, messages: false, isQuiet: false }))
    await messageTo(server, player.userId)
    await server.push.rounds.run()
    expect(toldTo(device)).toHaveLength(1)
  })

  test('APP-5: a settled bet reaches it once', async () => {
    const { player, bearer } = await newBettor(server)
    const { device } = await playerWithDevice({}, player)
    const { gameId, outcomes } = await newGame(server)
    const placed = await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', post(betBody(outcomes.slice(0, 1))))
    expect(placed.statusCode).toBe(200)
    await endGame(server, gameId, 1, 0)
    await server.betting.settleBets('pier')
    await server.push.rounds.run()
    await server.push.rounds.run()
    expect(toldTo(device)).toMatchObject([{ title: 'Your bet has won' }])
  })

  test('APP-5: start, goal and result of a game with a bell reach it, and of a marked game start and result', async () => {
    const { gameId } = await newGame(server)
    const bell = await playerWithDevice()
    const marked = await playerWithDevice()
    await bell.player.send('/web-api/GamesSubscription/save', post({ gameId, eventTypes: [1, 2, 3] }))
    const fan = asBearer(await serviceToken(marked.player), marked.player)
    expect((await fan.send('/service-api/favorites/Favorite/Games', post({ games: [gameId] }))).statusCode).toBe(200)
    await server.push.rounds.run()
    await beginGame(server, gameId)
    await server.push.rounds.run()
    const score = JSON.stringify({ home: 1, away: 0 })
    await forFeed(server.database.db).write((tx) =>
      tx.updateTable('feed.game').set({ score }).where('game_id', '=', gameId).execute(),
    )
    await server.push.rounds.run()
    await endGame(server, gameId, 2, 0)
    await server.push.rounds.run()
    const bodies = (device: PushDeviceBody) => toldTo(device).map(({ body }) => body)
    expect(bodies(bell.device)).toEqual(['The game has started.', 'The score is 1:0.', 'It ended 2:0.'])
    expect(bodies(marked.device)).toEqual(['The game has started.', 'It ended 2:0.'])
  })
})

describe('a device that was removed', () => {
  test.each([404, 410])('APP-5: is forgotten when its service answers %i', async (status) => {
    const { player } = await playerWithDevice()
    await answerTo(server, player.userId)
    service.answer(status)
    await server.push.rounds.run()
    expect((await player.send(PUSH)).json<PushAnswer>().devices).toBe(0)
  })

  test('APP-5: a service that fails is asked again later, and tells the message once', async () => {
    const { player, device } = await playerWithDevice()
    await answerTo(server, player.userId)
    service.answer(503)
    await server.push.rounds.run()
    service.answer(201)
    await server.push.rounds.run()
    expect(toldTo(device)).toHaveLength(0)
    server.wait(60_000)
    await server.push.rounds.run()
    expect(toldTo(device)).toHaveLength(1)
    expect((await player.send(PUSH)).json<PushAnswer>().devices).toBe(1)
  })

  test('APP-5, SEC-12: nothing is sent to a browser whose player has signed out', async () => {
    const { player, device } = await playerWithDevice()
    await player.send('/web-api/user/disconnect', { method: 'POST' })
    await answerTo(server, player.userId)
    await server.push.rounds.run()
    expect(toldTo(device)).toHaveLength(0)
  })

  test('APP-5: a browser that another player uses now is theirs alone', async () => {
    const { player, device } = await playerWithDevice()
    const other = await newPlayer(server)
    await other.send(`${PUSH}/device`, post(device))
    expect((await player.send(PUSH)).json<PushAnswer>().devices).toBe(0)
    expect((await other.send(PUSH)).json<PushAnswer>().devices).toBe(1)
  })
})

describe('the quiet hours of the brand', () => {
  test('APP-5: hold an answer back until they end, and drop a goal', async () => {
    const quiet = await playerWithDevice({ isQuiet: true })
    const loud = await playerWithDevice({ isQuiet: false })
    const { gameId } = await newGame(server)
    for (const { player } of [quiet, loud])
      await player.send('/web-api/GamesSubscription/save', post({ gameId, eventTypes: [1, 2, 3] }))
    await server.push.rounds.run()
    for (const { player } of [quiet, loud]) await answerTo(server, player.userId)
    await beginGame(server, gameId)
    await server.push.rounds.run()
    expect(toldTo(loud.device).length).toBeGreaterThanOrEqual(2)
    expect(toldTo(quiet.device)).toEqual([])
    server.wait(2 * HOUR_MS + 60_000)
    await server.push.rounds.run()
    expect(toldTo(quiet.device).map(({ title }) => title)).toEqual(['Anna has answered'])
  })
})
