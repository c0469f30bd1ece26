import { expect, test } from 'vitest'
import type { DeadHeat, FeedChange } from '#schemas'
import { isFeedChange as isChange } from '#schemas/generated/validators/feed.js'
import { proveBets } from '#server/betting/bet-proof.ts'
import { betOn, createScene } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { seenOf } from './random-bets.ts'
import { readFromBook } from './season-scene.ts'

const competition = { code: 'greens', name: 'Open of the Greens', sportId: 1 }
/** Two golfers, and the one ahead is the winner: 24 and 25. */
const WINNER = 12
const TIE: DeadHeat = { typeId: WINNER, outcomeTypeIds: [24, 25], places: 1, tied: 2 }

await describeOnQuickestEngine('dead heats', (database) => {
  test('MATH-3, LEDGER-4: those who tie are paid for their share of the places, and a correction takes it back', async () => {
    const brandId = 'dead-heat'
    const scene = createScene(database().db, brandId)
    const door = forFeed(database().db)
    readFromBook(scene, door)
    const live = createLiveBook({ door, now: scene.now })
    const take = async (changes: readonly FeedChange[]) => {
      for (const change of changes) expect(isChange(change)).toBe(true)
      expect((await live.take({ producer: 'greens', changes })).refused).toEqual([])
    }
    const startsAt = '2026-03-02T15:00:00.000Z'
    const appears = (game: string, ...odds: readonly [string, string]): FeedChange[] => [
      { kind: 'game', game, competition, home: `${game} one`, away: `${game} two`, startsAt },
      { kind: 'market', game, typeId: WINNER, outcomes: odds.map((price, at) => ({ typeId: 24 + at, odds: price })) },
    ]
    await take([...appears('a', '2.5', '1.5'), ...appears('b', '3', '1.4'), ...appears('c', '1.8', '2')])
    const ids = await door.read((tx) =>
      tx.selectFrom('feed.outcome').select('outcome_id as id').orderBy('id').execute(),
    )
    const facts = await readOutcomeFacts(
      door,
      ids.map(({ id }) => id),
      scene.now(),
    )
    const accountId = await scene.newPlayer(20_000)
    const place = (stake: number, ...odds: readonly string[]) =>
      scene.betting.placeBet(
        { brandId, accountId },
        {
          betGuid: scene.newGuid(),
          currency: 'EUR',
          payload: betOn(
            odds.map((price) => seenOf(facts.find((fact) => fact.odds === price))),
            { summ: stake, groupsSumms: [stake] },
          ),
        },
      )
    // 50 at 2.50 of two who tie, 50 at 3.00 of six who tie for three places, an express with a leg of each kind, and one that has lost.
    expect(await place(5000, '2.5')).toMatchObject({ kind: 'accepted' })
    expect(await place(5000, '3')).toMatchObject({ kind: 'accepted' })
    expect(await place(1000, '1.8', '2.5')).toMatchObject({ kind: 'accepted' })
    expect(await place(1000, '2')).toMatchObject({ kind: 'accepted' })
    await take([
      { kind: 'result', game: 'a', score: { home: 68, away: 68 }, deadHeats: [TIE] },
      {
        kind: 'result',
        game: 'b',
        score: { home: 70, away: 66 },
        deadHeats: [{ typeId: WINNER, outcomeTypeIds: [24], places: 3, tied: 6 }],
      },
      { kind: 'result', game: 'c', score: { home: 2, away: 1 } },
    ])
    const payouts = () =>
      scene.door.transaction(async (tx) => {
        const bets = await tx.select('bet').select(['settlement', 'state']).orderBy('bet_id').execute()
        return bets.map(({ settlement, state }) => `${state} ${settlement?.payoutMinor}`)
      })
    expect(await scene.betting.settleBets(brandId)).toEqual({ settled: 4, reopened: 0, leftAsIs: 0 })
    expect(await payouts()).toEqual(['won 6250', 'won 7500', 'won 2250', 'lost 0'])
    expect((await scene.balanceOf(accountId)).balance).toBe(20_000 - 12_000 + 6250 + 7500 + 2250)
    // The same again is the same version; another share is another one, by an operator too.
    await take([{ kind: 'result', game: 'a', score: { home: 68, away: 68 }, deadHeats: [TIE] }])
    expect(await scene.betting.settleBets(brandId)).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
    const gameId = facts.find(({ odds }) => odds === '2.5')?.gameId ?? 0
    const entered = { gameId, score: { home: 68, away: 68 }, reason: 'a third was level' }
    const book = createFeedBook({ door, now: scene.now })
    await book.enterResult({ ...entered, deadHeats: [{ ...TIE, tied: 3 }] })
    expect(await scene.betting.settleBets(brandId)).toEqual({ settled: 2, reopened: 2, leftAsIs: 0 })
    expect(await payouts()).toEqual(['lost 4167', 'won 7500', 'won 1500', 'lost 0'])
    // Without a dead heat nobody is ahead: the stakes come back.
    const results = await book.enterResult(entered)
    expect(results?.map(({ deadHeats }) => deadHeats?.[0]?.tied)).toEqual([2, 3, undefined])
    await scene.betting.settleBets(brandId)
    expect(await payouts()).toEqual(['returned 5000', 'won 7500', 'won 1800', 'lost 0'])
    const breaks = await scene.door.transaction(async (tx) => [
      ...(await proveLedger(tx)).breaks,
      ...(await proveBets(tx)).breaks,
    ])
    expect(breaks).toEqual([])
  })
})
