import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createBetting } from '#server/betting/betting.service.ts'
import { throwAwayDatabase } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { takeTurns } from '#server/feed/live/leadership.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { createBetRounds } from '#server/wiring/bet-rounds.ts'
import {
  FUNDS_MINOR,
  GAMES,
  LEAGUE,
  type League,
  placeOnEach,
  STAKE_MINOR,
  stateOfBets,
  withLeague,
} from './league-scene.ts'
import { readFromBook } from './season-scene.ts'

const LOCK = 4711
const place = await throwAwayDatabase()

/** A process: its own connections, rounds that settle, and while it leads a producer that ends one game after the other. */
async function startProcess({ url, scene }: League, name: string, led: string[]) {
  const database = await openDatabase({ dataDir: null, databaseUrl: url, log: silentLog })
  const door = forFeed(database.db)
  const ports = { ...scene.ports, db: database.db }
  readFromBook({ ports, now: scene.now }, door)
  const live = createLiveBook({ door, now: scene.now })
  const rounds = createBetRounds({
    db: database.db,
    betting: createBetting(ports),
    clock: scene.now,
    log: silentLog,
    everyMs: 10,
  })
  const begin = async () => {
    led.push(name)
    let isLeading = true
    const leading = (async () => {
      // Who takes over tells again what the former has told: the same version is the same.
      for (let game = 0; isLeading && game < GAMES; game += 1) {
        await live.take({
          producer: LEAGUE,
          changes: [{ kind: 'result', game: `g${game}`, score: { home: 1, away: 0 } }],
        })
        await delay(150)
      }
    })()
    return {
      stop: async () => {
        isLeading = false
        await leading
      },
    }
  }
  rounds.start()
  const turns = await takeTurns({ database, lock: LOCK, begin, log: silentLog })
  return async () => {
    await turns.stop()
    await rounds.stop()
    await database.close()
  }
}

/** Ends the connection that holds the lead, as a restart of the database or of a proxy would. @returns how many were ended */
async function killLeader(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = $1 and granted and database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  await client.end()
  return rows.length
}

describe.skipIf(!place)('the connection by which a process leads (PostgreSQL)', () => {
  test('LEDGER-4, LEDGER-5: when it is lost another process takes over, and nothing is settled twice', {
    timeout: 90_000,
  }, async () => {
    await withLeague(async (league) => {
      const accountId = await placeOnEach(league.db, league.scene)
      const led: string[] = []
      const stops = [await startProcess(league, 'first', led), await startProcess(league, 'second', led)]
      try {
        await expect.poll(async () => (await stateOfBets(league.scene)).settled, { timeout: 20_000 }).toBeGreaterThan(1)
        expect(led).toEqual(['first'])
        expect(await killLeader(league.url)).toBe(1)
        await expect.poll(() => led.slice(1), { timeout: 10_000 }).toContain('second')
        await expect.poll(async () => (await stateOfBets(league.scene)).open, { timeout: 40_000 }).toBe(0)
      } finally {
        for (const stop of stops) await stop()
      }
      expect(await stateOfBets(league.scene)).toEqual({ open: 0, settled: GAMES, breaks: [] })
      expect((await league.scene.balanceOf(accountId)).balance).toBe(FUNDS_MINOR + GAMES * STAKE_MINOR)
    })
  })
})
