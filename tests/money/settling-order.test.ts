import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FeedChange } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { createBetting } from '#server/betting/betting.service.ts'
import { betOn, createScene } from '#server/betting/betting.test-support.ts'
import { throwAwayDatabase } from '#server/db/engines.test-support.ts'
import type { FeedDatabase } from '#server/db/feed-tables.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables.ts'
import { resultsAfter } from '#server/feed/game-results.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { seenOf } from './random-bets.ts'
import { readFromBook } from './season-scene.ts'

const competition = { code: 'order', name: 'League', sportId: 1 }
const GAMES = 24
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
  async function withGames<Result>(
    work: (of: { db: Kysely<Database>; scene: ReturnType<typeof createScene>; gameIds: number[] }) => Promise<Result>,
  ) {
    const made = await throwAwayDatabase()
    if (!made) throw new Error('the PostgreSQL server is gone')
    await made.create()
    const { db, close } = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
    try {
      const scene = createScene(db, 'order')
      const door = forFeed(db)
      readFromBook(scene, door)
      const changes = Array.from({ length: GAMES }, (_, at): FeedChange[] => {
        const game = `g${at}`
        const startsAt = '2026-03-02T15:00:00.000Z'
        const outcomes = ['2', '3.6', '4.5'].map((odds, index) => ({ typeId: index + 1, odds }))
        return [
          { kind: 'game', game, competition, home: `${game} one`, away: `${game} two`, startsAt },
          { kind: 'market', game, typeId: 1, outcomes },
        ]
      })
      const live = createLiveBook({ door, now: scene.now })
      expect((await live.take({ producer: 'order', changes: changes.flat() })).refused).toEqual([])
      const games = await door.read((tx) => tx.selectFrom('feed.game').select('game_id').orderBy('game_id').execute())
      return await work({ db, scene, gameIds: games.map(({ game_id }) => game_id) })
    } finally {
      await close()
      await made.drop()
    }
  }

  test('LEDGER-4: a version that is written later is not seen before one that is committed later', async () => {
    await withGames(async ({ db, gameIds: [first = 0, second = 0] }) => {
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
    await withGames(async ({ db, scene, gameIds }) => {
      const accountId = await scene.newPlayer(1_000_000)
      const door = forFeed(db)
      const outcomes = await door.read((tx) =>
        tx.selectFrom('feed.outcome').select('outcome_id as id').where('type_id', '=', 1).orderBy('id').execute(),
      )
      const facts = await readOutcomeFacts(
        door,
        outcomes.map(({ id }) => id),
        scene.now(),
      )
      for (const fact of facts) {
        const request = { betGuid: scene.newGuid(), payload: betOn([seenOf(fact)]), currency: 'EUR' }
        const answer = await scene.betting.placeBet({ brandId: 'order', accountId }, request)
        expect(answer.kind).toBe('accepted')
      }
      let isOver = false
      let settled = 0
      const round = async (betting: typeof scene.betting) => {
        const more = await betting.settleBets('order')
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
      const found = await scene.door.transaction(async (tx) => ({
        open: (await tx.select('bet').select('bet_id').where('state', '=', 'open').execute()).length,
        events: (await tx.select('bet_event').select('bet_id').where('kind', '=', 'settled').execute()).length,
        breaks: [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks],
      }))
      expect(found).toEqual({ open: 0, events: GAMES, breaks: [] })
      expect((await scene.balanceOf(accountId)).balance).toBe(1_000_000 + GAMES * 1000)
    })
  })
})
