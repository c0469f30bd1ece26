import { expect, test } from 'vitest'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { type FeedDoor, forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from './feed-book.ts'
import { readPrices } from './price-reading.ts'

const BEFORE = new Date('2026-03-01T12:00:00Z')
const AFTER = new Date('2026-03-15T12:00:00Z')

await describeOnQuickestEngine('prices of outcomes', (database) => {
  const door = (): FeedDoor => forFeed(database().db)
  /** A game with a 1X2 and a handicap market. @returns ids of its outcomes */
  async function newGame(code: string): Promise<number[]> {
    const prices = {
      opening: [
        { typeId: 1, outcomes: ['1.8', '3.6', '4.5'].map((odds, place) => ({ typeId: place + 1, odds })) },
        {
          typeId: 5,
          parameter: '-0.75',
          outcomes: ['1.93', '1.97'].map((odds, place) => ({ typeId: place + 11, odds })),
        },
      ],
      closing: [],
    }
    const row = {
      competition: { code, name: 'League', sportId: 1, countryId: 76 },
      date: '2026-03-14',
      home: 'Northgate',
      away: 'Harbour',
      startsAt: '2026-03-14T15:00:00.000Z',
      hasStartTime: true,
      condition: 'scheduled' as const,
      prices,
    }
    await createFeedBook({ door: door(), now: () => BEFORE }).importRows([row], code)
    const outcomes = await door().read((tx) =>
      tx
        .selectFrom('feed.outcome as outcome')
        .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
        .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
        .select('outcome.outcome_id')
        .where('game.producer', '=', code)
        .orderBy('outcome.type_id')
        .execute(),
    )
    return outcomes.map(({ outcome_id }) => outcome_id)
  }
  const suspendedAt = async (ids: readonly number[], now = BEFORE) =>
    (await readPrices(door(), ids, now)).map(({ isSuspended }) => isSuspended)

  test('prices come in the order that was asked for, once each; ids that are none are left out', async () => {
    const [home = 0, , , minus = 0] = await newGame('order')
    const prices = await readPrices(door(), [minus, 1, home, minus, -3, 1.5], BEFORE)
    expect(prices.map(({ outcomeId }) => outcomeId)).toEqual([minus, home])
    expect(prices[0]).toMatchObject({
      outcomeTypeId: 11,
      marketTypeId: 5,
      parameter: '-0.75',
      sportId: 1,
      odds: '1.93',
      gameStatus: 1,
      marketStatus: 1,
      kind: 3,
      startsAt: new Date('2026-03-14T15:00:00.000Z'),
      producer: 'order',
      isProducerUp: true,
      isSuspended: false,
      isClosed: false,
    })
    expect(prices[1]).not.toHaveProperty('parameter')
    expect(await readPrices(door(), [], BEFORE)).toEqual([])
  })

  test('TABLE-1: a game that has started before the match takes no bets, and neither do its markets', async () => {
    const [price] = await readPrices(door(), (await newGame('started')).slice(0, 1), AFTER)
    expect(price).toMatchObject({ gameStatus: 3, marketStatus: 3, isSuspended: true, isClosed: false })
  })

  test('an outcome, its market and its game are each suspended for themselves', async () => {
    const ids = await newGame('suspended')
    const [price] = await readPrices(door(), ids, BEFORE)
    if (!price) throw new Error('there is no price')
    const { outcomeId, marketId, gameId } = price
    await door().write((tx) =>
      tx.updateTable('feed.outcome').set({ is_suspended: true }).where('outcome_id', '=', outcomeId).execute(),
    )
    expect(await suspendedAt(ids)).toEqual([true, false, false, false, false])
    await door().write((tx) =>
      tx.updateTable('feed.market').set({ is_suspended: true }).where('market_id', '=', marketId).execute(),
    )
    expect(await suspendedAt(ids)).toEqual([true, true, true, false, false])
    await door().write((tx) =>
      tx.updateTable('feed.game').set({ is_suspended: true }).where('game_id', '=', gameId).execute(),
    )
    expect(await suspendedAt(ids)).toEqual([true, true, true, true, true])
    // What is suspended may be bet on again; what is offered no more may not.
    const closed = async () => (await readPrices(door(), ids, BEFORE)).map(({ isClosed }) => isClosed)
    expect(await closed()).toEqual([false, false, false, false, false])
    const { BETS_ARE_NO_LONGER_ACCEPTED: status } = MARKET_STATUS
    await door().write((tx) =>
      tx.updateTable('feed.market').set({ status }).where('market_id', '=', marketId).execute(),
    )
    expect(await closed()).toEqual([true, true, true, false, false])
    await door().write((tx) => tx.updateTable('feed.game').set({ status }).where('game_id', '=', gameId).execute())
    expect(await closed()).toEqual([true, true, true, true, true])
  })

  test('STREAM-6: a producer that is down, or silent for twenty seconds, suspends its own prices alone', async () => {
    const [own, other] = [await newGame('silent'), await newGame('never-heard')]
    const heard = { producer: 'silent', is_up: true, heard_at: new Date(BEFORE.getTime() - 20_000) }
    await door().write((tx) => tx.insertInto('feed.producer').values(heard).execute())
    const first = [own[0] ?? 0, other[0] ?? 0]
    expect(await suspendedAt(first)).toEqual([false, false])
    expect(await suspendedAt(first, new Date(BEFORE.getTime() + 1))).toEqual([true, false])
    await door().write((tx) => tx.updateTable('feed.producer').set({ is_up: false, heard_at: BEFORE }).execute())
    expect(await suspendedAt(first)).toEqual([true, false])
  })

  test('prices are not read inside a transaction of a brand', async () => {
    const inside = forBrand(database().db, 'inside').transaction(() => readPrices(door(), [1], BEFORE))
    await expect(inside).rejects.toThrow('already open')
  })
})
