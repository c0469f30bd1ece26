import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createBetting } from '#server/betting/betting.service.ts'
import { forFeed } from '#server/db/for-feed.ts'
import type { FeedDatabase } from '#server/db/tables/feed-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { resultsAfter } from '#server/feed/game-results.ts'
import { FUNDS_MINOR, GAMES, LEAGUE, placeOnEach, STAKE_MINOR, stateOfBets, withLeague } from './league-scene.ts'

const SCORE = JSON.stringify({ home: 1, away: 0 })
const place = await throwAwayDatabase()

/** Writes the first result of games in one transaction of its own, past the door that lets one write at a time. */
function writeResults(db: Kysely<Database>, gameIds: readonly number[], before: () => Promise<unknown>) {
  return (db as unknown as Kysely<FeedDatabase>).transaction().execute(async (tx) => {
    await sql`set local role livery_feed`.execute(tx)
    for (const game_id of gameIds) {
      const row = { game_id, version: 1, kind: 'played', source: 'feed', reason: null, at: new Date() } as const
      await tx
        .insertInto('feed.result')
        .values({ ...row, score: SCORE, dead_heats: null })
        .execute()
    }
    await before()
  })
}

describe.skipIf(!place)('results of several writers (PostgreSQL)', () => {
  test('LEDGER-4: a version that is written later is not seen before one that is committed later', async () => {
    await withLeague(async ({ db, gameIds: [first = 0, second = 0] }) => {
      const news = () => forFeed(db).read((tx) => resultsAfter(tx, 0))
      const gate = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      const slow = writeResults(db, [first], () => {
        written.resolve()
        return gate.promise
      })
      await written.promise
      let isDone = false
      const quick = writeResults(db, [second], async () => undefined).then(() => {
        isDone = true
      })
      await delay(300)
      // Were the second seen now, who has read up to it would miss the first.
      expect([isDone, (await news()).gameIds]).toEqual([false, []])
      gate.resolve()
      await Promise.all([slow, quick])
      expect((await news()).gameIds).toEqual([first, second])
    })
  })

  test('LEDGER-4: two processes settle what two writers commit in any order, and miss and double nothing', async () => {
    await withLeague(async ({ db, scene, gameIds }) => {
      const accountId = await placeOnEach(db, scene)
      let isOver = false
      let settled = 0
      const round = async (betting: typeof scene.betting) => {
        const more = await betting.settleBets(LEAGUE)
        settled += more.settled
      }
      const processes = [scene.betting, createBetting(scene.ports)].map(async (betting) => {
        while (!isOver) await round(betting)
      })
      const writer = async (half: number) => {
        const own = gameIds.filter((_, at) => at % 2 === half)
        while (own.length > 0)
          await writeResults(db, own.splice(0, 1 + Math.floor(Math.random() * 3)), () => delay(Math.random() * 30))
      }
      await Promise.all([writer(0), writer(1)])
      isOver = true
      await Promise.all(processes)
      // The clock stands still, so no sweep has helped.
      await round(scene.betting)
      expect(settled).toBe(GAMES)
      expect(await stateOfBets(scene)).toEqual({ open: 0, settled: GAMES, breaks: [] })
      expect((await scene.balanceOf(accountId)).balance).toBe(FUNDS_MINOR + GAMES * STAKE_MINOR)
    })
  })
})
