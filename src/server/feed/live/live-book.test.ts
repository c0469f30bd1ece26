import { expect, test } from 'vitest'
import type { FeedChange, Game } from '#schemas'
import { isFeedChange as isChange, isGame } from '#schemas/generated/validators/feed.js'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '../feed-book.ts'
import { readPrices } from '../price-reading.ts'
import { createLiveBook } from './live-book.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const competition = { code: 'north', name: 'Northern League', sportId: 1, countryId: 76 }
const startsAt = '2026-03-14T15:00:00.000Z'
const TIE_OF_A_LINE = { typeId: 4, parameter: '2', outcomeTypeIds: [9], places: 1, tied: 2 }

await describeOnQuickestEngine('the book as producers write it', (database) => {
  let now = NOW
  const door = () => forFeed(database().db)
  const send = (producer: string, changes: readonly FeedChange[], sequence?: number) => {
    for (const change of changes) expect(isChange(change)).toBe(true)
    return createLiveBook({ door: door(), now: () => now }).take({
      producer,
      changes,
      ...(sequence !== undefined && { sequence }),
    })
  }
  const appears = (game: string): FeedChange => ({
    kind: 'game',
    game,
    competition,
    home: 'Northgate',
    away: `Harbour ${game}`,
    startsAt,
  })
  const result1x2 = (game: string, ...odds: readonly string[]) => ({
    game,
    typeId: 1,
    outcomes: odds.map((price, place) => ({ typeId: place + 1, odds: price })),
  })
  const total = (game: string, over: string, parameter = '2.5') => ({
    game,
    typeId: 4,
    parameter,
    outcomes: [{ typeId: 9, odds: over }],
  })
  const opened = (game: string): FeedChange[] => [
    appears(game),
    { kind: 'market', ...result1x2(game, '1.80', '3.6', '4.5') },
    { kind: 'market', ...total(game, '1.9') },
  ]
  async function gameOf(producer: string): Promise<Game> {
    const row = await door().read((tx) =>
      tx
        .selectFrom('feed.game')
        .select('game_id')
        .where('producer', '=', producer)
        .orderBy('game_id')
        .executeTakeFirstOrThrow(),
    )
    const game = await createFeedBook({ door: door(), now: () => now }).readGame(row.game_id)
    if (!game || !isGame(game)) throw new Error('there is no such game')
    return game
  }
  const pricesOf = async (producer: string) =>
    (await gameOf(producer)).markets.map(({ outcomes }) => outcomes.map(({ odds }) => odds))

  test('a game appears with its markets, its prices move, and every price goes into the history', async () => {
    expect(await send('moves', opened('a'))).toEqual({ taken: 3, refused: [], isRepeated: false })
    await send('moves', [
      { kind: 'price', ...result1x2('a', '1.75', '3.6', '4.75') },
      { kind: 'live', game: 'a' },
    ])
    await send('moves', [{ kind: 'price', ...total('a', '1.50') }])
    expect(await pricesOf('moves')).toEqual([['1.75', '3.6', '4.75'], ['1.5']])
    const game = await gameOf('moves')
    expect(game).toMatchObject({ kind: 1, status: 1, startsAt, sportId: 1 })
    const history = await door().read((tx) =>
      tx
        .selectFrom('feed.price as price')
        .innerJoin('feed.outcome as outcome', 'outcome.outcome_id', 'price.outcome_id')
        .select(['outcome.type_id', 'price.sequence', 'price.phase', 'price.odds'])
        .where(
          'price.outcome_id',
          'in',
          game.markets.flatMap(({ outcomes }) => outcomes.map((one) => one.outcomeId)),
        )
        .orderBy('outcome.type_id')
        .orderBy('price.sequence')
        .execute(),
    )
    expect(history.map(({ type_id, sequence, phase, odds }) => `${type_id} ${sequence} ${phase} ${odds}`)).toEqual([
      '1 1 line 1.8',
      '1 2 live 1.75',
      '2 1 line 3.6',
      '3 1 line 4.5',
      '3 2 live 4.75',
      '9 1 line 1.9',
      '9 2 live 1.5',
    ])
  })

  test('TABLE-1: games, markets and outcomes are suspended and taken up again; a market that ends is closed', async () => {
    await send('pauses', opened('a'))
    const statuses = async () => {
      const { status, markets } = await gameOf('pauses')
      return [status, ...markets.map((market) => [market.status, market.outcomes[0]?.isSuspended ?? false])]
    }
    await send('pauses', [{ kind: 'suspension', game: 'a', isSuspended: true }])
    expect(await statuses()).toEqual([3, [3, false], [3, false]])
    await send('pauses', [
      { kind: 'suspension', game: 'a', isSuspended: false },
      { kind: 'suspension', game: 'a', typeId: 1, isSuspended: true },
      { kind: 'suspension', game: 'a', typeId: 4, parameter: '2.5', outcomeTypeId: 9, isSuspended: true },
    ])
    expect(await statuses()).toEqual([1, [3, false], [1, true]])
    await send('pauses', [{ kind: 'market_end', game: 'a', typeId: 4, parameter: '2.5' }])
    await send('pauses', [{ kind: 'market', ...result1x2('a', '1.7') }])
    expect(await statuses()).toEqual([1, [1, false], [3, true]])
  })

  test('the score, the clock and what is counted are shown while it is played; the result outlives them', async () => {
    const score = { home: 1, away: 0, periods: [{ home: 1, away: 0 }] }
    const clock = { periodNumber: 1, seconds: 754, isRunning: true }
    const statistics = [{ code: 'corners', home: 2, away: 1 }]
    await send('plays', [
      ...opened('a'),
      { kind: 'live', game: 'a' },
      { kind: 'play', game: 'a', score, clock, statistics },
    ])
    await send('plays', [{ kind: 'suspension', game: 'a', typeId: 1, isSuspended: true }])
    now = new Date(NOW.getTime() + 5900)
    expect(await gameOf('plays')).toMatchObject({ score, clock: { ...clock, seconds: 759 }, statistics })
    now = NOW
    await send('plays', [{ kind: 'result', game: 'a', score: { home: 2, away: 1 } }])
    const settled = await gameOf('plays')
    expect(settled).toMatchObject({ status: 2, score: { home: 2, away: 1 } })
    expect(settled).not.toHaveProperty('clock')
  })

  test('a result settles, another corrects it, one without a score voids; what an operator entered stays', async () => {
    await send('ends', [...opened('a'), { kind: 'result', game: 'a', score: { home: 1, away: 0 } }])
    await send('ends', [{ kind: 'result', game: 'a', score: { home: 1, away: 1 } }])
    expect(await gameOf('ends')).toMatchObject({
      status: 2,
      score: { home: 1, away: 1 },
      markets: [{ status: 2 }, { status: 2 }],
    })
    await send('ends', [{ kind: 'result', game: 'a' }])
    const { gameId, status } = await gameOf('ends')
    expect(status).toBe(4)
    const book = createFeedBook({ door: door(), now: () => now })
    await book.enterResult({ gameId, score: { home: 3, away: 0 }, reason: 'it was played' })
    await send('ends', [{ kind: 'result', game: 'a' }])
    expect(await gameOf('ends')).toMatchObject({ status: 2, score: { home: 3, away: 0 } })
    expect(await book.readResults(gameId)).toHaveLength(4)
  })

  test('a change that cannot be taken is reported with its place and holds up nothing else', async () => {
    const { taken, refused } = await send('errs', [
      ...opened('a'),
      { kind: 'price', ...result1x2('b', '1.5') },
      { kind: 'price', ...total('a', '1.5', '3.5') },
      { kind: 'price', game: 'a', typeId: 4, parameter: '2.5', outcomes: [{ typeId: 10, odds: '2' }] },
      { kind: 'price', ...result1x2('a', '1.00') },
      { kind: 'market', game: 'a', typeId: 99, outcomes: [] },
      { kind: 'market', game: 'a', typeId: 4, outcomes: [] },
      { kind: 'market', ...result1x2('a', '1.5'), parameter: '1' },
      { kind: 'market', game: 'a', typeId: 1, outcomes: [{ typeId: 9, odds: '2' }] },
      { ...appears('a'), home: 'Others' } as FeedChange,
      { ...appears('c'), competition: { ...competition, sportId: 3999 } } as FeedChange,
      { ...appears('d'), home: 'Same', away: ' Same' } as FeedChange,
      { kind: 'price', ...result1x2('a', '1.6') },
      { kind: 'result', game: 'a', deadHeats: [{ typeId: 12, outcomeTypeIds: [24], places: 1, tied: 2 }] },
      { kind: 'result', game: 'a', score: { home: 0, away: 0 }, deadHeats: [TIE_OF_A_LINE] },
      { kind: 'result', game: 'a', score: { home: 0, away: 0 } },
      { kind: 'price', ...result1x2('a', '1.7') },
    ])
    expect(refused.map(({ index, code }) => [index, code])).toEqual([
      [11, 'game_differs'],
      [12, 'sport'],
      [13, 'side'],
      [3, 'unknown_game'],
      [4, 'unknown_market'],
      [5, 'unknown_outcome'],
      [6, 'odds'],
      [7, 'unknown_market'],
      [8, 'parameter'],
      [9, 'parameter'],
      [10, 'unknown_outcome'],
      [15, 'dead_heat'],
      [16, 'dead_heat'],
      [18, 'game_settled'],
    ])
    expect(taken).toBe(5)
    expect((await pricesOf('errs'))[0]?.[0]).toBe('1.6')
    expect((await send('errs', [{ kind: 'price', ...result1x2('a', '1.9') }])).refused[0]?.code).toBe('game_settled')
  })

  test('a batch is taken once; the same game of two producers is two games', async () => {
    await send('numbered', opened('a'), 7)
    const again = await send('numbered', [{ kind: 'price', ...result1x2('a', '9') }], 7)
    expect(again).toEqual({ taken: 0, refused: [], isRepeated: true })
    expect((await pricesOf('numbered'))[0]?.[0]).toBe('1.8')
    await send('numbered', [{ kind: 'price', ...result1x2('a', '9') }], 8)
    expect((await pricesOf('numbered'))[0]?.[0]).toBe('9')
    await send('other', opened('a'))
    expect((await gameOf('other')).gameId).not.toBe((await gameOf('numbered')).gameId)
  })

  test('STREAM-6: a producer that says it is down suspends its prices, and one that is up again releases them', async () => {
    await send('falls', opened('a'))
    const [id = 0] = (await gameOf('falls')).markets[0]?.outcomes.map(({ outcomeId }) => outcomeId) ?? []
    const isSuspended = async () => (await readPrices(door(), [id], now))[0]?.isSuspended
    expect(await isSuspended()).toBe(false)
    await send('falls', [{ kind: 'producer', isUp: false }])
    await send('falls', [{ kind: 'alive' }])
    expect(await isSuspended()).toBe(true)
    await send('falls', [{ kind: 'producer', isUp: true }])
    expect(await isSuspended()).toBe(false)
  })

  test('a start that moves moves; a batch of five hundred prices is a handful of statements', async () => {
    const games = Array.from({ length: 25 }, (_, place) => `g${place}`)
    await send('many', games.flatMap(opened))
    const later = '2026-03-14T16:00:00.000Z'
    await send('many', [{ ...appears('g0'), startsAt: later } as FeedChange])
    expect(await gameOf('many')).toMatchObject({ startsAt: later })
    const prices = Array.from({ length: 500 }, (_, place): FeedChange => {
      return { kind: 'price', ...result1x2(games[place % 25] ?? '', `1.${place + 101}`) }
    })
    expect((await send('many', prices)).taken).toBe(500)
    expect((await pricesOf('many'))[0]?.[0]).toBe('1.576')
  })
})
