import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FavoritesAnswer, OwnDataAnswer } from '#schemas'
import type { FeedScene } from '../../fixtures/feed-scene.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { CONTRACT_SECRETS } from '../scenes/call-contracts.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor } from '../scenes/test-visitor.ts'
import { asBearer, serviceToken } from '../scenes/token-scene.ts'

const FAVORITE = '/service-api/favorites/Favorite'
const GAMES = `${FAVORITE}/Games`
const CHAMPS = `${FAVORITE}/Champs`
const MIGRATE = `${FAVORITE}/migrate/Games`

let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer({ environment: CONTRACT_SECRETS })
  scene = await feedSceneOf(server)
})
afterAll(() => server.close())

const id = (home: string) => scene.games[home] ?? 0
const newFan = async () => {
  const player = await newPlayer(server)
  const { send } = asBearer(await serviceToken(player), player)
  const marked = async () => (await send(FAVORITE)).json<FavoritesAnswer>().items.map(({ gameId }) => gameId)
  return { player, send, marked }
}

test('FEED-8, FEED-9, FEED-10: games are marked, listed and removed, for their player alone', async () => {
  const { send, marked } = await newFan()
  const games = [id('Northgate'), id('Castro'), id('Northgate')]
  const added = await send(GAMES, { method: 'POST', body: { games } })
  expect(added.json<FavoritesAnswer>().items.map(({ gameId, kind, sportId }) => [gameId, kind, sportId])).toEqual(
    [[id('Northgate'), 3, 1] as const, [id('Castro'), 1, 1] as const].sort((left, right) => right[0] - left[0]),
  )
  await send(GAMES, { method: 'POST', body: { games: [id('Northgate')] } })
  expect((await marked()).length).toBe(2)
  expect(await (await newFan()).marked()).toEqual([])
  await send(GAMES, { method: 'DELETE', body: { games: [id('Castro'), 3] } })
  expect(await marked()).toEqual([id('Northgate')])
  await expectError(await send(GAMES, { method: 'POST', body: { games: [id('Ivanova'), 3] } }), 'game.unknown')
  expect(await marked()).toEqual([id('Northgate')])
})

test('FEED-11: what a guest has marked is added once; games that no longer exist are skipped', async () => {
  const { send, marked } = await newFan()
  await send(GAMES, { method: 'POST', body: { games: [id('Northgate')] } })
  const games = [
    { gameId: id('Northgate'), kind: 3 },
    { gameId: id('Ivanova'), kind: 3 },
    { gameId: 3, kind: 1 },
  ]
  for (let times = 0; times < 2; times += 1) await send(MIGRATE, { method: 'POST', body: { games } })
  expect((await marked()).sort()).toEqual([id('Northgate'), id('Ivanova')].sort())
})

test('STORE-3: championships are marked prematch and live apart, listed and removed, for their player alone', async () => {
  const { send } = await newFan()
  const marked = async () =>
    (await send(FAVORITE)).json<FavoritesAnswer>().champs.map(({ champId, kind, sportId }) => [champId, kind, sportId])
  const champId = scene.champs.E0 ?? 0
  const body = { champs: [1, 3, 3].map((kind) => ({ champId, kind })) }
  expect((await send(CHAMPS, { method: 'POST', body })).json<FavoritesAnswer>().champs).toHaveLength(2)
  await send(CHAMPS, { method: 'POST', body })
  expect(await marked()).toEqual([
    [champId, 3, 1],
    [champId, 1, 1],
  ])
  await send(CHAMPS, { method: 'DELETE', body: { champs: [{ champId, kind: 1 }] } })
  expect(await marked()).toEqual([[champId, 3, 1]])
  expect((await (await newFan()).send(FAVORITE)).json<FavoritesAnswer>().champs).toEqual([])
  const gone = { champs: [{ champId: 3, kind: 3 }] }
  await expectError(await send(CHAMPS, { method: 'POST', body: gone }), 'championship.unknown')
})

test('FEED-11: championships that a guest has marked are added once; those that no longer exist are skipped', async () => {
  const { send } = await newFan()
  const champs = [scene.champs.E0 ?? 0, 3].map((champId) => ({ champId, kind: 1 }))
  const migrate = () => send(MIGRATE, { method: 'POST', body: { games: [], champs } })
  await migrate()
  expect((await migrate()).json<FavoritesAnswer>().champs).toEqual([
    { champId: scene.champs.E0, kind: 1, sportId: 1, markedAt: expect.any(String) },
  ])
})

test('FEED-12: favorites are for bearers, and a cookie alone is not enough', async () => {
  const { player } = await newFan()
  const requests = [
    [FAVORITE, {}],
    [GAMES, { method: 'POST', body: { games: [id('Northgate')] } }],
    [GAMES, { method: 'DELETE', body: { games: [id('Northgate')] } }],
    [CHAMPS, { method: 'POST', body: { champs: [{ champId: scene.champs.E0, kind: 3 }] } }],
    [CHAMPS, { method: 'DELETE', body: { champs: [{ champId: scene.champs.E0, kind: 3 }] } }],
    [MIGRATE, { method: 'POST', body: { games: [] } }],
  ] as const
  for (const [path, request] of requests) {
    await expectError(await player.send(path, request), 'access.denied')
    await expectError(await newVisitor(server).send(path, request), 'access.denied')
  }
})

test('FEED-17: the news that a player wants of a game is kept, changed and ended; a game lists the news still to come', async () => {
  const player = await newPlayer(server)
  const save = (gameId: number, eventTypes: readonly number[]) =>
    player.send('/web-api/GamesSubscription/save', { method: 'POST', body: { gameId, eventTypes } })
  const read = async (query = '') =>
    (await player.send(`/web-api/GamesSubscription/GetGameSubscription${query}`)).json<{ items: unknown[] }>().items
  await save(id('Northgate'), [1, 3])
  await save(id('Castro'), [2])
  await save(id('Northgate'), [3])
  expect(await read(`?gameId=${id('Northgate')}`)).toEqual([{ gameId: id('Northgate'), eventTypes: [3] }])
  expect((await read()).length).toBe(2)
  await save(id('Castro'), [])
  expect((await read()).length).toBe(1)
  await expectError(await save(3, [1]), 'game.unknown')
  const types = async (home: string) =>
    (await server.send(`/web-api/GamesSubscription/GetEventTypesByGameId?gameId=${id(home)}`)).json<object>()
  expect(await types('Northgate')).toMatchObject({ eventTypes: [1, 2, 3] })
  expect(await types('Castro')).toMatchObject({ eventTypes: [2, 3] })
  expect(await types('Oldtown')).toMatchObject({ eventTypes: [] })
})

test('a player’s own data hold the games marked and followed by the player, and nobody else’s', async () => {
  const { player, send } = await newFan()
  const { send: sendOther } = await newFan()
  await send(GAMES, { method: 'POST', body: { games: [id('Northgate')] } })
  await sendOther(GAMES, { method: 'POST', body: { games: [id('Castro')] } })
  const wish = { gameId: id('Castro'), eventTypes: [2] }
  await player.send('/web-api/GamesSubscription/save', { method: 'POST', body: wish })
  const body = { password: encoded(player.password) }
  const { tables } = (await player.send('/web-api/user/export', { method: 'POST', body })).json<OwnDataAnswer>()
  expect(tables.favorite_game).toEqual([expect.objectContaining({ game_id: id('Northgate') })])
  expect(tables.game_subscription).toEqual([expect.objectContaining({ game_id: id('Castro'), event_type: 2 })])
})
