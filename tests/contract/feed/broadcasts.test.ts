import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broadcast, BroadcastsAnswer, FeedChange, FeedRefusal, GameAnswer, GamesAnswer } from '#schemas'
import { isFeedChange as isChange } from '#schemas/generated/validators/feed.js'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { HAS_PAGES, HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'

const PITCH: Broadcast = { channel: 'Pitch', pageUrl: 'https://pitch.example/71', languages: ['en', 'hi'] }
const CRICKET = 66
/** A brand that shows no video. */
const SILENT = { id: 'silent', name: 'Silent', extends: 'pier', hosts: ['silent.example'] }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('silent/brand.json', { ...SILENT, schemaVersion: 2, revision: 1 })
      await write('silent/config/boolean.json', { isVideoShown: false })
    },
  })
})
afterAll(() => server.close())

const door = () => forFeed(server.database.db)
async function tell(...changes: FeedChange[]): Promise<readonly FeedRefusal[]> {
  for (const change of changes) expect(isChange(change)).toBe(true)
  return (await createLiveBook({ door: door(), now: server.now }).take({ producer: 'channels', changes })).refused
}
const appears = (game: string, hours: number, sportId = CRICKET): FeedChange => ({
  kind: 'game',
  game,
  competition: { code: `league-${sportId}`, name: 'League of Shows', sportId },
  home: `${game} home`,
  away: `${game} away`,
  startsAt: new Date(server.now().getTime() + hours * 3_600_000).toISOString(),
})
const shown = (game: string, ...broadcasts: Broadcast[]): FeedChange => ({ kind: 'broadcasts', game, broadcasts })
const idOf = (game: string) =>
  door().read(async (tx) => {
    const found = tx.selectFrom('feed.game').select('game_id').where('source_code', '=', game)
    return (await found.executeTakeFirstOrThrow()).game_id
  })
const listed = async (feed: 'line' | 'live', more = '') =>
  (await server.send(`/web-api/main-${feed}-feed/broadcasts?section=cricket${more}`)).json<BroadcastsAnswer>().items
const told = async (game: string) =>
  (await server.send(`/web-api/LineFeed/GetGameZip?gameId=${await idOf(game)}`)).json<GameAnswer>().broadcasts

test('SPORT-9: a game whose broadcast a producer tells says so, and is listed in its section and feed', async () => {
  expect(await tell(appears('day', 3), appears('other sport', 3, 1), appears('dark', 3))).toEqual([])
  expect(await tell(shown('day', PITCH), shown('other sport', PITCH))).toEqual([])
  expect(await told('day')).toEqual([PITCH])
  expect(await told('dark')).toBeUndefined()
  const items = await listed('line')
  expect(items.map(({ game }) => game.participants[0]?.name)).toEqual(['day home'])
  expect(items[0]?.broadcasts).toEqual([PITCH])
  await tell({ kind: 'live', game: 'day' })
  expect([(await listed('line')).length, (await listed('live')).length]).toEqual([0, 1])
  await tell({ kind: 'result', game: 'day', score: { home: 1, away: 0 } })
  expect(await told('day')).toBeUndefined()
  expect(await listed('live')).toEqual([])
})

test('SPORT-9: a brand that shows no video lists no broadcasts, and its games have none', async () => {
  await tell(appears('unseen', 4), shown('unseen', PITCH))
  const gameId = await idOf('unseen')
  const list = '/web-api/main-line-feed/broadcasts?section=cricket'
  const answers = async (host: string) => {
    const [calls, game] = await Promise.all([
      server.send(list, { host }),
      server.send(`/web-api/LineFeed/GetGameZip?gameId=${gameId}`, { host }),
    ])
    return [calls.statusCode, game.statusCode, game.json<GameAnswer>().broadcasts]
  }
  expect(await answers(HOST)).toEqual([200, 200, [PITCH]])
  expect(await answers('silent.example')).toEqual([404, 200, undefined])
  await expectError(await server.send(list, { host: 'silent.example' }), 'route.not_found')
})

test('SPORT-9: a later broadcast replaces the former; a channel without an address, or twice, is refused', async () => {
  await tell(appears('later', 5), shown('later', PITCH))
  const twice = await tell(shown('later', PITCH, { channel: 'Pitch', pageUrl: 'https://pitch.example/72' }))
  expect(twice.map(({ code }) => code)).toEqual(['broadcast'])
  expect((await tell(shown('later', { channel: 'Nowhere' }))).map(({ code }) => code)).toEqual(['broadcast'])
  expect((await tell(shown('never', PITCH))).map(({ code }) => code)).toEqual(['unknown_game'])
  expect(await told('later')).toEqual([PITCH])
  await tell(shown('later'))
  expect(await told('later')).toBeUndefined()
})

test('SPORT-9: an address that is not plain https is no broadcast', () => {
  const of = (pageUrl: string) => isChange(shown('x', { channel: 'Pitch', pageUrl }))
  expect(of('https://pitch.example/a?b=1#c')).toBe(true)
  for (const bad of [
    'http://pitch.example/',
    'javascript:alert(1)',
    'https://x@pitch.example/',
    'https://pitch.example/"x',
  ])
    expect(of(bad), bad).toBe(false)
})

test('SPORT-9: what an operator enters holds, whatever producers tell, and a channel is taken away by hand', async () => {
  await tell(appears('hand', 6), shown('hand', PITCH))
  const gameId = await idOf('hand')
  const book = createFeedBook({ door: door(), now: server.now })
  const own: Broadcast = { channel: 'Pitch', pageUrl: 'https://pitch.example/own' }
  expect(await book.enterBroadcast({ gameId, broadcast: own })).toEqual([own])
  await tell(shown('hand', PITCH, { ...PITCH, channel: 'Second' }))
  expect(await told('hand')).toEqual([own, { ...PITCH, channel: 'Second' }])
  expect(await book.enterBroadcast({ gameId, broadcast: { channel: 'Second' } })).toEqual([own])
  expect(await book.enterBroadcast({ gameId, broadcast: { channel: 'Pitch' } })).toEqual([])
  expect(await told('hand')).toBeUndefined()
  expect((await listed('line')).map(({ game }) => game.gameId)).not.toContain(gameId)
  expect(await book.enterBroadcast({ gameId: 3, broadcast: own })).toBeNull()
})

test('SPORT-9, SEC-1: a framed player is sent only where the brand allows its origin', async () => {
  const framed: Broadcast = { channel: 'Framed', frameUrl: 'https://player.example/embed/1' }
  await tell(appears('framed', 7), shown('framed', framed))
  expect(await told('framed')).toBeUndefined()
  const origins = { broadcastFrameOrigins: ['https://player.example'] }
  await writeFile(join(server.brands.brandsDir, 'pier/config/iframe.json'), JSON.stringify(origins))
  await expect.poll(() => told('framed'), { timeout: 5000, interval: 100 }).toEqual([framed])
})

test.skipIf(!HAS_PAGES)(
  'SEC-1: the policy of pages names the origins of frames that the brand allows, and no other',
  async () => {
    const policy = async (host: string) =>
      String((await server.send('/en', { host })).headers['content-security-policy'])
    await writeFile(
      join(server.brands.brandsDir, 'pier/config/iframe.json'),
      JSON.stringify({ broadcastFrameOrigins: ['https://other.example'] }),
    )
    await expect
      .poll(() => policy(HOST), { timeout: 5000, interval: 100 })
      .toContain("frame-src 'self' https://other.example;")
  },
)

test('live games are narrowed by how they stand: level, in a break, to be watched; who has the ball is said while it is played', async () => {
  const games = ['even', 'ahead', 'paused', 'seen'] as const
  await tell(...games.map((game) => appears(`standing ${game}`, 1, 4)))
  await tell(...games.map((game) => ({ kind: 'live' as const, game: `standing ${game}` })))
  const play = (game: string, home: number, isRunning: boolean): FeedChange => ({
    ...{ kind: 'play', game: `standing ${game}`, score: { home, away: 1 } },
    clock: { periodNumber: 1, seconds: 60, isRunning },
    ball: { side: 'away' },
  })
  await tell(play('even', 1, true), play('ahead', 2, true), play('paused', 0, false), play('seen', 3, true))
  await tell(shown('standing seen', PITCH))
  const asked = async (state: string) => {
    const answer = await server.send(`/web-api/LiveFeed/Get1x2_VZip?sports=4${state}`)
    return answer.json<GamesAnswer>().items.map(({ participants, ball }) => [participants[0]?.name.split(' ')[1], ball])
  }
  const ball = { side: 'away' }
  expect((await asked('')).toSorted()).toEqual([
    ['ahead', ball],
    ['even', ball],
    ['paused', undefined],
    ['seen', ball],
  ])
  expect(await asked('&playState=level')).toEqual([['even', ball]])
  expect(await asked('&playState=break')).toEqual([['paused', undefined]])
  expect(await asked('&playState=watchable')).toEqual([['seen', ball]])
  await expectError(await server.send('/web-api/LiveFeed/Get1x2_VZip?playState=lost'), 'request.invalid')
})
