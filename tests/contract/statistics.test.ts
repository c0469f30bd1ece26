import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameStatusAnswer, HeadToHeadAnswer, TeamLastGamesAnswer } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { type FeedScene, sceneRow } from '../fixtures/feed-scene.ts'
import { feedSceneOf } from './feed-contracts.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer()
  scene = await feedSceneOf(server)
  const now = server.now()
  const over = (home: number, away: number) => ({ condition: 'finished', result: { home, away } }) as const
  const rows = [
    sceneRow(now, -240, 'epl', ['Northgate', 'Harbour'], over(3, 1)),
    sceneRow(now, -480, 'epl', ['Harbour', 'Northgate'], over(2, 0)),
    sceneRow(now, -720, 'epl', ['Harbour', 'Northgate'], over(1, 1)),
    sceneRow(now, -360, 'epl', ['Northgate', 'Ashdown'], over(0, 0)),
  ]
  await createFeedBook({ door: forFeed(server.database.db), now: () => now }).importRows(rows, 'scene')
})
afterAll(() => server.close())

const ask = async <Answer>(path: string, home = 'Northgate', more = '') =>
  (await server.send(`/web-api/statistics/${path}?gameId=${scene.games[home]}${more}`)).json<Answer>()

test('FEED-16: games of two sides against each other count for who plays at home now, wherever they were', async () => {
  const answer = await ask<HeadToHeadAnswer>('h2h')
  expect(answer).toMatchObject({ homeWins: 1, draws: 1, awayWins: 1 })
  expect(answer.games.map(({ score }) => score && [score.home, score.away])).toEqual([
    [3, 1],
    [2, 0],
    [1, 1],
  ])
  expect(await ask('HeadToHead')).toEqual(answer)
  expect((await ask<HeadToHeadAnswer>('h2h', 'Northgate', '&count=1')).games.length).toBe(1)
})

test('FEED-16: the last games of each side, the latest first, whoever they played', async () => {
  const { home, away } = await ask<TeamLastGamesAnswer>('TeamLastGames')
  const names = (games: TeamLastGamesAnswer['home']) =>
    games.map(({ participants }) => participants.map(({ name }) => name))
  expect(names(home)).toEqual([
    ['Northgate', 'Harbour'],
    ['Northgate', 'Ashdown'],
    ['Harbour', 'Northgate'],
    ['Harbour', 'Northgate'],
  ])
  expect(names(away)[0]).toEqual(['Oldtown', 'Harbour'])
})

test('FEED-16: the status of a game has its score once it is played', async () => {
  expect(await ask<GameStatusAnswer>('Status')).toMatchObject({ kind: 3, status: 1 })
  expect(await ask<GameStatusAnswer>('Status', 'Castro')).toMatchObject({ kind: 1, score: { home: 1, away: 0 } })
  expect(await ask<GameStatusAnswer>('Status', 'Oldtown')).toMatchObject({ status: 2, score: { home: 2, away: 1 } })
})
