import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FeedRow, RowPrice, Score } from '#schemas'
import { isGame, isGameResult } from '#schemas/generated/validators/feed.js'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from './feed-book.ts'

const BEFORE = new Date('2026-03-01T12:00:00Z')
const AFTER = new Date('2026-03-15T12:00:00Z')
const SCORE: Score = {
  home: 2,
  away: 1,
  periods: [
    { home: 0, away: 1 },
    { home: 2, away: 0 },
  ],
}

const result1x2 = (...odds: readonly string[]): RowPrice => ({
  typeId: 1,
  outcomes: odds.map((price, place) => ({ typeId: place + 1, odds: price })),
})
const handicap = (parameter: string, ...odds: readonly string[]): RowPrice => ({
  typeId: 5,
  parameter,
  outcomes: odds.map((price, place) => ({ typeId: place + 11, odds: price })),
})

await describeOnQuickestEngine('the book of the feed', (database) => {
  let now = BEFORE
  const book = () => createFeedBook({ door: forFeed(database().db), now: () => now })
  const row = (competition: string, more: Partial<FeedRow> = {}): FeedRow => ({
    competition: { code: competition, name: 'League', sportId: 1, countryId: 76 },
    date: '2026-03-14',
    home: 'Northgate',
    away: 'Harbour',
    startsAt: '2026-03-14T15:00:00.000Z',
    hasStartTime: true,
    condition: 'scheduled',
    prices: { opening: [result1x2('1.8', '3.6', '4.5'), handicap('-0.75', '1.93', '1.97')], closing: [] },
    ...more,
  })
  const gameIdOf = async (code: string) => {
    const game = await forFeed(database().db).read((tx) =>
      tx
        .selectFrom('feed.game as game')
        .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
        .select('game.game_id')
        .where('championship.code', '=', code)
        .executeTakeFirstOrThrow(),
    )
    return game.game_id
  }
  const gameOf = async (code: string) => {
    const game = await book().readGame(await gameIdOf(code))
    expect(isGame(game)).toBe(true)
    if (!game) throw new Error('there is no game')
    return game
  }

  test('a match is taken once: the same rows again change nothing, and the game has its markets and prices', async () => {
    const rows = [row('once'), row('once', { home: 'Millbrook' })]
    expect(await book().importRows(rows, 'test')).toEqual({ imported: 2, updated: 0, unchanged: 0 })
    const game = await gameOf('once')
    expect(await book().importRows(rows, 'test')).toEqual({ imported: 0, updated: 0, unchanged: 2 })
    expect(await gameOf('once')).toEqual(game)
    expect(game).toMatchObject({
      sportId: 1,
      countryId: 76,
      kind: 3,
      startsAt: '2026-03-14T15:00:00.000Z',
      status: 1,
      participants: [{ name: 'Northgate' }, { name: 'Harbour' }],
      producer: 'test',
    })
    expect(
      game.markets.map(({ groupId, typeId, parameter, status, outcomes }) => [
        groupId,
        typeId,
        parameter,
        status,
        outcomes.map(({ typeId: outcome, odds }) => `${outcome} ${odds}`),
      ]),
    ).toEqual([
      [1, 1, undefined, 1, ['1 1.8', '2 3.6', '3 4.5']],
      [5, 5, '-0.75', 1, ['11 1.93', '12 1.97']],
    ])
  })

  test('closing prices are its prices, the history keeps all, and ids stay; a line that is left is closed', async () => {
    await book().importRows([row('moved')], 'test')
    const before = await gameOf('moved')
    const { opening } = row('moved').prices
    const prices = { opening, closing: [result1x2('1.75', '3.6', '4.75'), handicap('-1', '1.9', '2')] }
    expect(await book().importRows([row('moved', { prices })], 'test')).toMatchObject({ imported: 0, updated: 1 })
    const after = await gameOf('moved')
    expect(after.gameId).toBe(before.gameId)
    expect(after.markets.map(({ parameter, status }) => [parameter, status])).toEqual([
      [undefined, 1],
      ['-1', 1],
      ['-0.75', 3],
    ])
    const [home] = after.markets[0]?.outcomes ?? []
    expect(home).toEqual({ ...before.markets[0]?.outcomes[0], odds: '1.75' })
    const history = await forFeed(database().db).read((tx) =>
      tx
        .selectFrom('feed.price')
        .select(['sequence', 'phase', 'odds'])
        .where('outcome_id', '=', home?.outcomeId ?? 0)
        .orderBy('sequence')
        .execute(),
    )
    expect(history).toEqual([
      { sequence: 1, phase: 'opening', odds: '1.8' },
      { sequence: 2, phase: 'closing', odds: '1.75' },
    ])
  })

  test('TABLE-1: the start closes a game and its markets, the result settles them', async () => {
    await book().importRows([row('settled'), row('put off', { condition: 'postponed' })], 'test')
    expect((await gameOf('put off')).status).toBe(3)
    now = AFTER
    const started = await gameOf('settled')
    expect([started.status, ...started.markets.map(({ status }) => status)]).toEqual([3, 3, 3])
    await book().importRows([row('settled', { condition: 'finished', result: SCORE })], 'test')
    const settled = await gameOf('settled')
    expect(settled).toMatchObject({ status: 2, score: SCORE })
    expect(settled.markets.map(({ status }) => status)).toEqual([2, 2])
    now = BEFORE
  })

  test('results are corrected and voided by hand with their reasons; no version is lost, and no feed overrules', async () => {
    await book().importRows([row('audit', { condition: 'finished', result: SCORE })], 'test')
    const gameId = await gameIdOf('audit')
    const corrected = { gameId, score: { home: 2, away: 2 }, reason: 'late goal' }
    const versions = await book().enterResult(corrected)
    expect(await book().enterResult(corrected)).toEqual(versions)
    await book().importRows([row('audit', { condition: 'finished', result: { home: 5, away: 5 } })], 'test')
    expect(await gameOf('audit')).toMatchObject({ status: 2, score: { home: 2, away: 2 } })
    const history = await book().enterResult({ gameId, reason: 'abandoned\0' })
    expect(history?.every((version) => isGameResult(version))).toBe(true)
    expect(history).toMatchObject([
      { version: 1, kind: 'played', score: SCORE, source: 'feed' },
      { version: 2, kind: 'played', score: { home: 2, away: 2 }, source: 'operator', reason: 'late goal' },
      { version: 3, kind: 'void', source: 'operator', reason: 'abandoned' },
    ])
    const game = await gameOf('audit')
    expect([game.status, ...game.markets.map(({ status }) => status), game.score]).toEqual([4, 4, 4, undefined])
    await book().importRows([row('audit', { condition: 'finished', result: { home: 6, away: 5 } })], 'test')
    expect((await gameOf('audit')).status).toBe(4)
    expect(await book().readResults(gameId)).toEqual(history)
  })

  test('a feed that corrects itself adds a version', async () => {
    const played = (score: Score) => row('itself', { condition: 'finished', result: score })
    await book().importRows([played({ home: 1, away: 0 })], 'test')
    await book().importRows([played({ home: 1, away: 1 })], 'test')
    expect(await book().readResults(await gameIdOf('itself'))).toMatchObject([
      { version: 1, score: { home: 1, away: 0 } },
      { version: 2, score: { home: 1, away: 1 } },
    ])
  })

  test('a missing game is reported', async () => {
    for (const gameId of [1, -1, 1.5, Number.MAX_VALUE]) {
      expect(await book().readGame(gameId)).toBeNull()
      expect(await book().readResults(gameId)).toBeNull()
      expect(await book().enterResult({ gameId, reason: 'x' })).toBeNull()
    }
  })

  test('two imports of the same rows at once make one game', async () => {
    const rows = [row('twice'), row('twice', { home: 'Millbrook' })]
    const counts = await Promise.all([book().importRows(rows, 'test'), book().importRows(rows, 'test')])
    expect(counts.map(({ imported }) => imported).sort()).toEqual([0, 2])
  })

  test('tenancy: brands read the feed and write none of it, and its role reaches no row of a brand', async () => {
    const { db } = database()
    const door = forFeed(db)
    expect(await door.read((tx) => tx.selectFrom('feed.game').select('game_id').execute())).not.toEqual([])
    const refused = { code: '42501' }
    await expect(door.read((tx) => tx.deleteFrom('feed.game').execute())).rejects.toMatchObject(refused)
    const writing = door.read((tx) => tx.updateTable('feed.outcome').set({ odds: '9' }).execute())
    await expect(writing).rejects.toMatchObject(refused)
    const rewriting = door.write((tx) => sql`update feed.result set version = 9`.execute(tx))
    await expect(rewriting).rejects.toMatchObject(refused)
    await expect(door.write((tx) => sql`select * from account`.execute(tx))).rejects.toMatchObject(refused)
    const nested = forBrand(db, 'inside').transaction(() => book().readGame(1))
    await expect(nested).rejects.toThrow('already open')
  })
})
