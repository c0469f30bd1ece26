import { expect, test } from 'vitest'
import type { FeedChange, RowPlayer, RowPlayerAction } from '#schemas'
import { isFeedChange as isChange } from '#schemas/generated/validators/feed.js'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '../feed-book.ts'
import { createLiveBook } from './live-book.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const competition = { code: 'north', name: 'Northern League', sportId: 1, countryId: 76 }
const player = (code: string, more: Partial<RowPlayer> = {}): RowPlayer => ({
  code,
  name: `P. ${code}`,
  isStarting: true,
  ...more,
})
const did = (kind: RowPlayerAction['kind'], code: string, seconds: number): RowPlayerAction => ({
  kind,
  player: code,
  periodNumber: 1,
  seconds,
})

await describeOnQuickestEngine('players in the book', (database) => {
  const door = () => forFeed(database().db)
  const send = (producer: string, changes: readonly FeedChange[]) => {
    for (const change of changes) expect(isChange(change)).toBe(true)
    return createLiveBook({ door: door(), now: () => NOW }).take({ producer, changes })
  }
  const appears: FeedChange = {
    kind: 'game',
    game: 'a',
    competition,
    home: 'Northgate',
    away: 'Harbour',
    startsAt: '2026-03-14T15:00:00.000Z',
    season: '2025/26',
    stadium: { name: 'Northgate Park', capacity: 9000 },
  }
  const lineUp = (home: readonly RowPlayer[], away: readonly RowPlayer[], isConfirmed = false): FeedChange => ({
    kind: 'line_up',
    game: 'a',
    isConfirmed,
    home: [...home],
    away: [...away],
  })
  const bookOf = (producer: string) =>
    door().read(async (tx) => {
      const game = await tx
        .selectFrom('feed.game as game')
        .leftJoin('feed.match_sheet as sheet', 'sheet.game_id', 'game.game_id')
        .select(['game.game_id', 'game.season', 'sheet.stadium', 'sheet.is_confirmed', 'sheet.events'])
        .where('game.producer', '=', producer)
        .executeTakeFirstOrThrow()
      const players = await tx
        .selectFrom('feed.line_up as line_up')
        .innerJoin('feed.player as player', 'player.player_id', 'line_up.player_id')
        .select(['player.player_id', 'player.source_code', 'player.name', 'line_up.side', 'line_up.expected_goals'])
        .where('line_up.game_id', '=', game.game_id)
        .orderBy('line_up.side')
        .orderBy('line_up.place')
        .execute()
      return { game, players, idOf: (code: string) => players.find((one) => one.source_code === code)?.player_id }
    })
  const resultsOf = async (producer: string) =>
    (await createFeedBook({ door: door(), now: () => NOW }).readResults((await bookOf(producer)).game.game_id)) ?? []

  test('FEED-16: a game comes with its season and stadium, its players, and what they do', async () => {
    const told = await send('tells', [appears, lineUp([player('h1', { expectedGoals: 0.4 })], [player('a1')])])
    expect(told.refused).toEqual([])
    const first = await bookOf('tells')
    expect(first.game).toMatchObject({ season: '2025/26', stadium: { name: 'Northgate Park', capacity: 9000 } })
    expect(first.players.map(({ side, name, expected_goals }) => [side, name, expected_goals])).toEqual([
      ['away', 'P. a1', null],
      ['home', 'P. h1', '0.4'],
    ])
    await send('tells', [lineUp([player('h2'), player('h1', { name: 'P. New' })], [player('a1')], true)])
    const next = await bookOf('tells')
    expect(next.game.is_confirmed).toBe(true)
    expect(next.players.map(({ source_code, name }) => [source_code, name])).toEqual([
      ['a1', 'P. a1'],
      ['h2', 'P. h2'],
      ['h1', 'P. New'],
    ])
    expect(next.idOf('h1')).toBe(first.idOf('h1'))
    await send('tells', [{ kind: 'play', game: 'a', events: [did('goal', 'h2', 60)] }])
    expect((await bookOf('tells')).game.events).toEqual([
      { kind: 'goal', playerId: next.idOf('h2'), periodNumber: 1, seconds: 60 },
    ])
  })

  test('an action of an unknown player, or a player listed twice, is refused and changes nothing', async () => {
    await send('faulty', [appears, lineUp([player('h1')], [player('a1')])])
    const faults = await send('faulty', [
      { kind: 'play', game: 'a', score: { home: 1, away: 0 }, events: [did('goal', 'nobody', 60)] },
      lineUp([player('h1'), player('h1')], []),
      { ...lineUp([], []), game: 'b' } as FeedChange,
      { kind: 'result', game: 'a', score: { home: 1, away: 0 }, events: [did('goal', 'nobody', 60)] },
    ])
    expect(faults.refused.map(({ index, code }) => [index, code])).toEqual([
      [1, 'line_up'],
      [2, 'unknown_game'],
      [0, 'unknown_player'],
      [3, 'unknown_player'],
    ])
    expect((await bookOf('faulty')).players).toHaveLength(2)
    expect(await resultsOf('faulty')).toEqual([])
  })

  test('a result keeps what players did, as it says or as reported before; an operator does not change them', async () => {
    await send('ends', [appears, lineUp([player('h1')], [player('a1')])])
    await send('ends', [{ kind: 'play', game: 'a', events: [did('goal', 'h1', 60)] }])
    await send('ends', [{ kind: 'result', game: 'a', score: { home: 1, away: 0 } }])
    const { game, idOf } = await bookOf('ends')
    const goal = (code: string) => ({ kind: 'goal', playerId: idOf(code), periodNumber: 1, seconds: 60 })
    await send('ends', [{ kind: 'result', game: 'a', score: { home: 0, away: 1 }, events: [did('goal', 'a1', 60)] }])
    await send('ends', [lineUp([], [])])
    const book = createFeedBook({ door: door(), now: () => NOW })
    await book.enterResult({ gameId: game.game_id, score: { home: 0, away: 2 }, reason: 'The feed missed one.' })
    await book.enterResult({ gameId: game.game_id, reason: 'Abandoned.' })
    expect((await resultsOf('ends')).map(({ events }) => events)).toEqual([
      [goal('h1')],
      [goal('a1')],
      [goal('a1')],
      undefined,
    ])
    expect((await bookOf('ends')).players).toHaveLength(2)
  })
})
