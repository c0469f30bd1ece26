import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { PeriodScore } from '#schemas'
import { createBetting } from '#server/betting/betting.service.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { takeTurns } from '#server/feed/live/leadership.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { createBetRounds } from '#server/wiring/betting/bet-rounds.ts'
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
/** Games that two leaders report. */
const TOLD_TWICE = 8
const [HOME_WINS, AWAY_WINS] = [
  { home: 1, away: 0 },
  { home: 0, away: 1 },
]
const place = await throwAwayDatabase()

/** What a process does while it leads. */
interface Leading {
  readonly lock: number
  /** How many of the games end. */
  readonly games: number
  /** The scores of each game, one after the other. */
  readonly scores: readonly PeriodScore[]
  readonly pauseMs: () => number
  readonly led: (name: string) => void
  /** Everything was reported. */
  readonly ended?: () => void
}

/** A process: its own connections, rounds that settle, and while it leads a producer that ends one game after the other. */
async function startProcess(
  { url, scene }: League,
  name: string,
  { lock, games, scores, pauseMs, led, ended }: Leading,
) {
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
    led(name)
    let isLeading = true
    const leading = (async () => {
      // The next leader repeats what the former one has reported: the same version is the same.
      for (let game = 0; isLeading && game < games; game += 1)
        for (const score of scores) {
          await live.take({ producer: LEAGUE, changes: [{ kind: 'result', game: `g${game}`, score }] })
          await delay(pauseMs())
        }
      ended?.()
    })()
    return {
      stop: async () => {
        isLeading = false
        await leading
      },
    }
  }
  rounds.start()
  const turns = await takeTurns({ database, lock, begin, log: silentLog })
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
      const leading = {
        lock: LOCK,
        games: GAMES,
        scores: [HOME_WINS],
        pauseMs: () => 150,
        led: (name: string) => led.push(name),
      }
      const stops = [await startProcess(league, 'first', leading), await startProcess(league, 'second', leading)]
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

  test('LEDGER-4, LEDGER-5: while a former leader has not noticed that it leads no more, no version of a result is settled twice', {
    timeout: 60_000,
  }, async () => {
    await withLeague(async (league) => {
      const accountId = await placeOnEach(league.db, league.scene)
      // Each holds a lock of its own, so both lead all the time: they tell the same games, and corrections late and out of order.
      const leads = Array.from({ length: 2 }, (_, at) => ({ lock: LOCK + at, ...Promise.withResolvers<void>() }))
      const stops = await Promise.all(
        leads.map(({ lock, resolve: ended }) =>
          startProcess(league, String(lock), {
            ...{ lock, ended, games: TOLD_TWICE, led: () => undefined, scores: [HOME_WINS, AWAY_WINS, HOME_WINS] },
            pauseMs: () => Math.random() * 30,
          }),
        ),
      )
      const versions = () => forFeed(league.db).read((tx) => tx.selectFrom('feed.result').select('version').execute())
      try {
        await Promise.all(leads.map(({ promise }) => promise))
        await expect
          .poll(async () => (await settledOf(league)).every(({ isLast }) => isLast), { timeout: 20_000 })
          .toBe(true)
      } finally {
        for (const stop of stops) await stop()
      }
      const settled = await settledOf(league)
      expect(settled).toHaveLength(TOLD_TWICE)
      // Each settlement but the last was taken back, once; every other one, the last among them, has paid.
      for (const { settlements, reopenings, payouts } of settled)
        expect([reopenings, payouts]).toEqual([settlements - 1, Math.ceil(settlements / 2)])
      expect(settled.reduce((sum, { settlements }) => sum + settlements, 0)).toBeLessThanOrEqual(
        (await versions()).length,
      )
      expect((await stateOfBets(league.scene)).breaks).toEqual([])
      expect((await league.scene.balanceOf(accountId)).balance).toBe(
        FUNDS_MINOR + (2 * TOLD_TWICE - GAMES) * STAKE_MINOR,
      )
    })
  })
})

/** Of each bet how often it was settled, taken back and paid, and whether that was by the last version of its result. */
async function settledOf({ db, scene }: League) {
  const results = await forFeed(db).read((tx) => tx.selectFrom('feed.result').select(['game_id', 'version']).execute())
  const last = new Map<number, number>()
  for (const { game_id, version } of results) last.set(game_id, Math.max(version, last.get(game_id) ?? 0))
  return scene.door.transaction(async (tx) => {
    const legs = await tx.select('bet_leg').select(['bet_id', 'game_id', 'result_version']).execute()
    const events = await tx.select('bet_event').select(['bet_id', 'kind']).execute()
    const paid = await tx.select('ledger_transfer').select('reference').where('kind', '=', 'bet-payout').execute()
    return legs
      .filter(({ game_id }) => last.has(game_id))
      .map(({ bet_id, game_id, result_version }) => {
        const of = (name: string) => events.filter((event) => event.bet_id === bet_id && event.kind === name).length
        return {
          isLast: result_version === last.get(game_id),
          settlements: of('settled'),
          reopenings: of('reopened'),
          payouts: paid.filter(({ reference }) => reference.startsWith(`${bet_id}:`)).length,
        }
      })
  })
}
