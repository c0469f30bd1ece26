import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  DuelAnswer,
  FeedChange,
  GameStatusAnswer,
  HeadToHeadAnswer,
  LineUpsAnswer,
  PlayerAnswer,
  PlayersInfoAnswer,
  RowPlayerAction,
  StadiumAnswer,
  StageTableAnswer,
  TeamLastGamesAnswer,
  TeamPlayersAnswer,
} from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { createFeedOffer } from '#server/feed/offer.service.ts'
import { type FeedScene, sceneRow } from '../../fixtures/feed-scene.ts'
import { tellDuelPlayers, tellDuels } from '../scenes/duel-scene.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

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

test('FEED-16: the last games of each side, the latest first, against any opponent', async () => {
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

test('FEED-16: the table of a season counts its results; another season, and games of none, are left out', async () => {
  const now = server.now()
  const over = (season: string, home: number, away: number) =>
    ({ season, condition: 'finished', result: { home, away } }) as const
  await createFeedBook({ door: forFeed(server.database.db), now: () => now }).importRows(
    [
      sceneRow(now, -2000, 'liga', ['Vega', 'Playa'], over('2025/26', 2, 0)),
      sceneRow(now, -1976, 'liga', ['Castro', 'Vega'], over('2025/26', 1, 1)),
      sceneRow(now, -9000, 'liga', ['Playa', 'Castro'], over('2024/25', 5, 0)),
    ],
    'scene',
  )
  const table = async (more = '') =>
    (await server.send(`/web-api/statistics/StageTable?champId=${scene.champs.SP1}${more}`)).json<StageTableAnswer>()
  const found = await table()
  expect(found).toMatchObject({ champName: 'La Liga', season: '2025/26', seasons: ['2025/26', '2024/25'] })
  const rowsOf = ({ rows }: StageTableAnswer) =>
    rows.map(({ place, participant, points, scored, conceded }) => [place, participant.name, points, scored, conceded])
  expect(rowsOf(found)).toEqual([
    [1, 'Vega', 4, 3, 1],
    [2, 'Castro', 1, 1, 1],
    [3, 'Playa', 0, 0, 2],
  ])
  expect(rowsOf(await table('&season=2024/25'))).toEqual([
    [1, 'Playa', 3, 5, 0],
    [2, 'Castro', 0, 0, 5],
  ])
  expect(rowsOf(await table('&season=1999/00'))).toEqual([])
})

test('FEED-16: line-ups, what players did, what their results count, and the stadium, as the source tells them', async () => {
  const now = server.now()
  const book = createLiveBook({ door: forFeed(server.database.db), now: () => now })
  const appears = (game: string, hours: number): FeedChange => ({
    kind: 'game',
    game,
    competition: { code: 'told', name: 'League of Tellers', sportId: 1 },
    home: 'Teller',
    away: 'Listener',
    startsAt: new Date(now.getTime() + hours * 3_600_000).toISOString(),
    stadium: { name: 'Teller Park', city: 'Teller', capacity: 9000 },
  })
  const lineUp = (game: string): FeedChange => ({
    kind: 'line_up',
    game,
    isConfirmed: true,
    home: [
      { code: 'h9', name: 'A. Nine', number: 9, position: 'forward', isStarting: true, expectedGoals: 0.4 },
      { code: 'h12', name: 'B. Twelve', number: 12, isStarting: false },
      { code: 'h13', name: 'C. Thirteen', isStarting: false },
    ],
    away: [{ code: 'a1', name: 'D. One', isStarting: true }],
  })
  const did = (kind: RowPlayerAction['kind'], player: string) => ({ kind, player, periodNumber: 1, seconds: 754 })
  const events = [did('yellow_card', 'a1'), did('goal', 'h9'), did('came_on', 'h12'), did('own_goal', 'a1')]
  const changes: FeedChange[] = [
    appears('before', -3),
    lineUp('before'),
    { kind: 'result', game: 'before', score: { home: 2, away: 0 }, events },
    appears('now', 1),
    lineUp('now'),
    { kind: 'play', game: 'now', events: [did('goal', 'h9')] },
  ]
  expect((await book.take({ producer: 'told', changes })).refused).toEqual([])
  const ids = await forFeed(server.database.db).read((tx) =>
    tx.selectFrom('feed.game').select('game_id').where('producer', '=', 'told').orderBy('game_id').execute(),
  )
  const of = async <Answer>(call: string) =>
    (await server.send(`/web-api/statistics/${call}?gameId=${ids[1]?.game_id}`)).json<Answer>()
  const lineUps = await of<LineUpsAnswer>('LineUps')
  expect(lineUps.isConfirmed).toBe(true)
  expect(lineUps.home.map(({ name, isStarting }) => [name, isStarting])).toEqual([
    ['A. Nine', true],
    ['B. Twelve', false],
    ['C. Thirteen', false],
  ])
  const nine = lineUps.home[0]?.playerId
  expect(lineUps.events).toEqual([{ kind: 'goal', playerId: nine, periodNumber: 1, seconds: 754 }])
  const info = await of<PlayersInfoAnswer>('ShortPlayersInfo')
  expect(info.items.map(({ name, games, goals, yellowCards }) => [name, games, goals, yellowCards])).toEqual([
    ['A. Nine', 1, 1, 0],
    ['B. Twelve', 1, 0, 0],
    ['C. Thirteen', 0, 0, 0],
    ['D. One', 1, 0, 1],
  ])
  expect(await of<StadiumAnswer>('GetStadiumForGame_2')).toMatchObject({ stadium: { name: 'Teller Park' } })
  const playerOf = async (playerId = 0) =>
    (await server.send(`/web-api/statistics/PlayerInfo?playerId=${playerId}`)).json<PlayerAnswer>()
  const player = await playerOf(nine)
  expect(player).toMatchObject({ player: { name: 'A. Nine', number: 9, position: 'forward', goals: 1 }, sportId: 1 })
  expect(player.team.name).toBe('Teller')
  // The coming game is first; its goal belongs to a game without a result, and counts for no record.
  expect(player.games.map(({ gameId }) => gameId)).toEqual([ids[1]?.game_id, ids[0]?.game_id])
  expect(
    player.games.map(({ isStarting, isConfirmed, events, score }) => [
      isStarting,
      isConfirmed,
      events.length,
      score?.home,
    ]),
  ).toEqual([
    [true, true, 1, undefined],
    [true, true, 1, 2],
  ])
  expect(player.next.map(({ gameId }) => gameId)).toEqual([ids[1]?.game_id])
  const bench = await playerOf(lineUps.home[1]?.playerId)
  expect(bench.games[1]?.events.map(({ kind }) => kind)).toEqual(['came_on'])
  const squad = (
    await server.send(`/web-api/statistics/TeamPlayers?teamId=${player.team.participantId}`)
  ).json<TeamPlayersAnswer>()
  expect(squad.items.map(({ name, games, goals }) => [name, games, goals])).toEqual([
    ['A. Nine', 1, 1],
    ['B. Twelve', 1, 0],
    ['C. Thirteen', 0, 0],
  ])
  const nothing = await ask<LineUpsAnswer>('LineUps')
  expect([nothing.home, nothing.away, nothing.events]).toEqual([[], [], []])
  expect(await ask('GetStadiumForGame_2')).toEqual({ gameId: scene.games.Northgate })
})

test('SPORT-9: the page of a player lists the open duels with that player, while the brand shows duels', async () => {
  const [one = 0] = await tellDuelPlayers(server, 'paged', 3)
  const [, other = 0] = await tellDuelPlayers(server, 'rival', 4)
  const body = { team1Ids: [one], team2Ids: [other] }
  const duel = (await server.send('/web-api/LineFeed/BuildDuel', { method: 'POST', body })).json<DuelAnswer>().game
  const duels = async () =>
    (await server.send(`/web-api/statistics/PlayerInfo?playerId=${one}`)).json<PlayerAnswer>().duels
  expect(await duels()).toEqual([duel])
  await tellDuels(server, [{ kind: 'live', game: 'paged' }])
  expect(await duels()).toEqual([])
})

test('SPORT-9: a player of a sport that is left out is not found', async () => {
  const [one = 0] = await tellDuelPlayers(server, 'hidden', 3)
  const door = forFeed(server.database.db)
  const offer = createFeedOffer({ door, now: server.now, shareMs: 0, nowMs: () => 0 })
  const wish = { playerId: one, hasDuels: true }
  expect((await offer.player({ ...wish, except: { line: [2], live: [] } })).player.name).toBe('hidden one')
  await expect(offer.player({ ...wish, except: { line: [1], live: [] } })).rejects.toMatchObject({
    code: 'player.unknown',
  })
  const teamId = (await offer.player({ ...wish, except: { line: [], live: [] } })).team.participantId
  expect((await offer.teamPlayers({ teamId, except: [1] })).items).toEqual([])
})
