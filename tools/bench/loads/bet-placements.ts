/** Bets that are accepted by the service, and the same statements without it. */
import { randomUUID } from 'node:crypto'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { leastWriter } from './least-bet.ts'
import { type RecordedStatement, recordSql, replaySql, spreadIds } from './recorded-sql.ts'

/** Bets a second, round by round. */
export interface BetRates {
  readonly service: readonly number[]
  /** Of the same statements; empty on the embedded database. */
  readonly sql: readonly number[]
  /** Of the same rows, written by one function; empty on the embedded database. */
  readonly least: readonly number[]
  /** Of one bet. */
  readonly statements: number
  /** Whether the database holds as many bets as were accepted and written. */
  readonly isWhole: boolean
}

interface RecordedBet {
  readonly betGuid: string
  readonly outcomeId: number
  readonly statements: readonly RecordedStatement[]
}

const BRAND = 'bench'
export const CONNECTIONS = 8
const ROUND_MS = 2500
export const ROUNDS = 5
/** A quarter of the bets that stand on an outcome when the last of them are placed. */
export const BETS_A_PART = 400
const FUNDS_MINOR = 100_000_000
const ODDS = '1.85'
/** Outcomes are counted from here, so that a statement names no other thing by the number of one. */
const FIRST_OUTCOME_ID = 5_000_000_000_000

/** A database with players who have money, and the way to place a single bet of one on an outcome. */
async function openScene({ url, dataDir }: BenchDatabase) {
  const silent = () => undefined
  const database = await openDatabase({ dataDir, databaseUrl: url, log: { info: silent, warn: silent, error: silent } })
  if (url) await spreadIds(url)
  const scene = createScene(database.db, BRAND)
  const players: number[] = []
  for (let player = 0; player < CONNECTIONS; player += 1) players.push(await scene.newPlayer(FUNDS_MINOR))
  return {
    database,
    scene,
    /** @throws Error when it is refused */
    async placeOn(outcomeId: number, connection: number, betGuid: string): Promise<void> {
      const bettor = { brandId: BRAND, accountId: players[connection] ?? 0 }
      const request = { betGuid, payload: betOn([seen(outcomeId, ODDS)]), currency: 'EUR' }
      const answer = await scene.betting.placeBet(bettor, request)
      if (answer.kind !== 'accepted') throw new Error(`a bet was not accepted: ${JSON.stringify(answer)}`)
    },
  }
}

/** Places single bets of as many players as there are connections, each on an outcome of its own. @throws Error when one is refused */
export async function measureBets(place: BenchDatabase): Promise<BetRates> {
  const { url } = place
  const { database, scene, placeOn } = await openScene(place)
  try {
    let outcomeId = FIRST_OUTCOME_ID
    const placeOne = async (connection: number, betGuid: string): Promise<number> => {
      outcomeId += 1
      const id = outcomeId
      scene.price(id, ODDS)
      await placeOn(id, connection, betGuid)
      scene.outcomes.delete(id)
      return id
    }
    const recorded: RecordedBet[] = []
    for (let player = 0; url && player < CONNECTIONS; player += 1) {
      const betGuid = randomUUID()
      let id = 0
      const statements = await recordSql(async () => {
        id = await placeOne(player, betGuid)
      })
      recorded.push({ betGuid, outcomeId: id, statements })
    }
    // Each on an outcome of its own as well: what is looked up of an outcome grows with the bets on it.
    const replay = async (connection: number): Promise<void> => {
      const of = recorded[connection]
      if (!of) return
      outcomeId += 1
      const changes = [
        [of.betGuid, randomUUID()],
        [String(of.outcomeId), String(outcomeId)],
      ] as const
      await replaySql(database.db, of.statements, new Map(changes))
    }
    const writeLeast = url ? await leastWriter(url, database.db, BRAND, recorded) : undefined
    const least = async (connection: number): Promise<void> => {
      outcomeId += 1
      await writeLeast?.(connection, outcomeId)
    }
    const rates = { service: [] as number[], sql: [] as number[], least: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const service = await rateOf((connection) => placeOne(connection, randomUUID()))
      const sql = url ? await rateOf(replay) : null
      const few = url ? await rateOf(least) : null
      // The first round warms up.
      if (round === 0) continue
      rates.service.push(service)
      if (sql !== null) rates.sql.push(sql)
      if (few !== null) rates.least.push(few)
    }
    const bets = await scene.door.transaction((tx) => tx.select('bet').select('bet_id').execute())
    const isWhole = bets.length === outcomeId - FIRST_OUTCOME_ID
    return { ...rates, statements: recorded[0]?.statements.length ?? 0, isWhole }
  } finally {
    await database.close()
  }
}

/** Places bets on one outcome. @returns bets a second of the first of them, and of as many when four times as many stand on it */
export async function measureOneOutcome(place: BenchDatabase): Promise<{ first: number; last: number }> {
  const { database, scene, placeOn } = await openScene(place)
  try {
    const outcomeId = FIRST_OUTCOME_ID
    scene.price(outcomeId, ODDS)
    const connections = Array.from({ length: CONNECTIONS }, (_, connection) => connection)
    const rates: number[] = []
    for (let part = 0; part < 5; part += 1) {
      const startedAt = performance.now()
      for (let bets = 0; bets < BETS_A_PART; bets += CONNECTIONS)
        await Promise.all(connections.map((connection) => placeOn(outcomeId, connection, randomUUID())))
      rates.push((BETS_A_PART / (performance.now() - startedAt)) * 1000)
    }
    return { first: rates[0] ?? 0, last: rates.at(-1) ?? 0 }
  } finally {
    await database.close()
  }
}

/** How often work is done in a second, over several connections at once. */
export async function rateOf(work: (connection: number) => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const connection = async (_: unknown, index: number) => {
    while (performance.now() - startedAt < ROUND_MS) {
      await work(index)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return (done / (performance.now() - startedAt)) * 1000
}
