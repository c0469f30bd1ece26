/** Rounds of settlement beside many open bets, and the same bets read by bare SQL. */
import { sql } from 'kysely'
import { createScene } from '#server/betting/betting.test-support.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { recordSql, replaySql } from './recorded-sql.ts'
import { median } from './samples.ts'
import { seedBets } from './seeded-bets.ts'

/** What was measured, in milliseconds: the middle of all rounds. */
export interface SettlingTimes {
  /** A round in which the result of one game is new. */
  readonly round: number
  /** A round in which nothing is. */
  readonly idle: number
  /** Reading the bets on such a game by one statement. */
  readonly read: number
  /** The statements of such a round once more, in their order and nothing else; 0 on the embedded database. */
  readonly sql: number
  /** How many bets a game has. */
  readonly betsOfGame: number
}

const BRAND = 'settling'
const ROUNDS = 15
const BETS_OF_GAME = 50

/** Settles so many games one after the other, all bets being open. */
export async function measureSettling({ url, dataDir }: BenchDatabase, bets: number): Promise<SettlingTimes> {
  const silent = () => undefined
  const database = await openDatabase({ dataDir, databaseUrl: url, log: { info: silent, warn: silent, error: silent } })
  try {
    const games = (2 * bets) / BETS_OF_GAME
    await seedBets(database.db, { brandId: BRAND, bets, games, openOfThousand: 1000 })
    const scene = createScene(database.db, BRAND)
    const times = { round: [] as number[], idle: [] as number[], read: [], sql: [], bets: [] } as Record<
      'round' | 'idle' | 'read' | 'sql' | 'bets',
      number[]
    >
    const timed = async (of: number[], work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await work()
      of.push(performance.now() - startedAt)
    }
    // No express has both of its outcomes on two games of odd numbers, so none is over by them.
    for (let game = 1; game < 2 * ROUNDS; game += 2) {
      await timed(times.read, () =>
        database.db.transaction().execute(async (tx) => {
          await sql`select set_config('livery.brand_id', ${BRAND}, true)`.execute(tx)
          const { rows } = await sql`select bet.* from bet join bet_leg using (brand_id, bet_id)
            where brand_id = ${BRAND} and game_id = ${game} and state = 'open'`.execute(tx)
          times.bets.push(rows.length)
        }),
      )
      scene.end(game, 1, 0)
      const statements = await recordSql(() => timed(times.round, () => scene.betting.settleBets(BRAND)))
      // The outcome was won and another is open: the same is kept again, and no money moves.
      if (url) await timed(times.sql, () => replaySql(database.db, statements, new Map()))
      await timed(times.idle, () => scene.betting.settleBets(BRAND))
    }
    return {
      round: median(times.round),
      idle: median(times.idle),
      read: median(times.read),
      sql: url ? median(times.sql) : 0,
      betsOfGame: median(times.bets),
    }
  } finally {
    await database.close()
  }
}
