import { expect, test } from 'vitest'
import type { FeedChange, Score } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { autoBetScores } from './auto-bet-scores.ts'
import { createLiveBook } from './live/live-book.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const competition = { code: 'scored', name: 'Scored League', sportId: 1, countryId: 76 }

await describeOnQuickestEngine('scores by which auto-bets end', (database) => {
  const door = () => forFeed(database().db)
  const send = (producer: string, changes: readonly FeedChange[]) =>
    createLiveBook({ door: door(), now: () => NOW }).take({ producer, changes })
  /** Games of a producer with a market each. @returns their ids and those of an outcome of each */
  async function games(producer: string, codes: readonly string[]) {
    await send(
      producer,
      codes.flatMap((game): FeedChange[] => [
        {
          kind: 'game',
          game,
          competition,
          home: 'Northgate',
          away: `Harbour ${producer} ${game}`,
          startsAt: '2026-03-14T15:00:00.000Z',
        },
        { kind: 'market', game, typeId: 1, outcomes: [{ typeId: 1, odds: '2.00' }] },
      ]),
    )
    return door().read((tx) =>
      tx
        .selectFrom('feed.outcome as outcome')
        .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
        .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
        .select(['game.game_id as gameId', 'outcome.outcome_id as outcomeId', 'game.home_id as homeId'])
        .where('game.producer', '=', producer)
        .orderBy('game.source_code')
        .execute(),
    )
  }
  const read = (outcomeIds: readonly number[]) =>
    forBrand(database().db, 'scores').transaction((tx) => autoBetScores(tx.feed, outcomeIds))

  test('BET-20: a score counts its changes, corrections too, and what says the same counts nothing', async () => {
    const [game] = await games('counted', ['a'])
    if (!game) throw new Error('no game')
    const countAfter = async (...scores: readonly Score[]) => {
      await send('counted', [
        { kind: 'live', game: 'a' },
        ...scores.map((score): FeedChange => ({ kind: 'play', game: 'a', score })),
      ])
      const [found] = await read([game.outcomeId])
      return found?.changes
    }
    const half = (home: number, away: number) => ({ home, away })
    expect(await read([game.outcomeId])).toEqual([{ gameId: game.gameId, changes: 0 }])
    expect(await countAfter()).toBe(0)
    // It begins, its first half is reported, and its second begins.
    expect(await countAfter({ home: 0, away: 0 })).toBe(0)
    expect(await countAfter({ home: 0, away: 0, periods: [half(0, 0)] })).toBe(0)
    expect(await countAfter({ home: 1, away: 0, periods: [half(1, 0)] })).toBe(1)
    expect(await countAfter({ home: 1, away: 0, periods: [half(1, 0), half(0, 0)] })).toBe(1)
    expect(await countAfter({ home: 1, away: 0 })).toBe(1)
    // A goal that is taken back.
    expect(await countAfter({ home: 0, away: 0 })).toBe(2)
    // Nobody has ever seen this goal: it was reported and taken back in one batch.
    expect(await countAfter({ home: 1, away: 0 }, { home: 0, away: 0 })).toBe(2)
    // A game within a set, and the same one reported as another half.
    expect(await countAfter({ home: 0, away: 0, periods: [half(0, 0)] })).toBe(2)
    expect(await countAfter({ home: 0, away: 0, periods: [half(3, 2)] })).toBe(3)
    expect(await countAfter({ home: 0, away: 0, periods: [half(0, 0), half(3, 2)] })).toBe(4)
    expect(await read([game.outcomeId])).toMatchObject([{ score: { home: 0, away: 0 } }])
  })

  test('BET-20: one who hears late of a game that has begun counts what was scored in it', async () => {
    const [game] = await games('late', ['a'])
    await send('late', [
      { kind: 'live', game: 'a' },
      { kind: 'play', game: 'a', score: { home: 2, away: 0, periods: [{ home: 2, away: 0 }] } },
    ])
    expect(await read([game?.outcomeId ?? 0])).toMatchObject([{ changes: 1 }])
  })

  test('BET-20: the scores of a part of a game are those of the game too, and those of a duel are of the games of its players', async () => {
    const [main, part, duel, other] = await games('parts', ['a', 'b', 'c', 'd'])
    if (!(main && part && duel && other)) throw new Error('no games')
    await door().write(async (tx) => {
      await tx.updateTable('feed.game').set({ main_game_id: main.gameId }).where('game_id', '=', part.gameId).execute()
      const player = { participant_id: main.homeId, producer: 'parts', source_code: '9', name: 'Nine' }
      const { player_id } = await tx
        .insertInto('feed.player')
        .values(player)
        .returning('player_id')
        .executeTakeFirstOrThrow()
      const member = { game_id: duel.gameId, player_id, side: 'home' as const, of_game_id: other.gameId }
      await tx.insertInto('feed.duel_player').values(member).execute()
    })
    const ids = async (outcomeIds: readonly number[]) => (await read(outcomeIds)).map(({ gameId }) => gameId)
    expect(await ids([part.outcomeId])).toEqual([main.gameId, part.gameId])
    expect(await ids([duel.outcomeId])).toEqual([duel.gameId, other.gameId])
    expect(await ids([main.outcomeId, other.outcomeId])).toEqual([main.gameId, other.gameId])
    expect(await ids([])).toEqual([])
    expect(await ids([1])).toEqual([])
  })
})
