/** Bets and wins of providers' games by the wallet, and the same statements without it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestCasino } from '#server/casino/casino.test-support.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { CONNECTIONS, ROUNDS, rateOf } from './bet-placements.ts'
import { type RecordedStatement, recordSql, replaySql, spreadIds } from './recorded-sql.ts'
import { quantile } from './samples.ts'

/** Actions a second, round by round, and how long they took at half of that. */
export interface WalletRates {
  readonly service: readonly number[]
  /** Of the same statements; empty on the embedded database. */
  readonly sql: readonly number[]
  /** Of one action. */
  readonly statements: number
  /** From the moment at which an action was due to its answer, 99 of 100, at half of the capacity, ms. */
  readonly p99Ms: number
  /** Whether the books are right afterwards. */
  readonly isWhole: boolean
}

interface RecordedRound {
  readonly name: string
  readonly statements: readonly RecordedStatement[]
}

const BRAND = 'bench'
const FUNDS_MINOR = 1_000_000_000
const STAKE_MINOR = 100
/** A bet and its win. */
const ACTIONS = 2
const PACED_MS = 4000

/** Plays rounds of as many players as there are connections. @throws Error when an action is not applied */
export async function measureWallet({ url, dataDir }: BenchDatabase): Promise<WalletRates> {
  const silent = () => undefined
  const database = await openDatabase({ dataDir, databaseUrl: url, log: { info: silent, warn: silent, error: silent } })
  try {
    if (url) await spreadIds(url)
    const casino = createTestCasino(database.db, BRAND, { newId: randomUUID })
    const sessions: string[] = []
    for (let player = 0; player < CONNECTIONS; player += 1)
      sessions.push(await casino.session(await casino.newPlayer(FUNDS_MINOR)))
    const act = async (connection: number, name: string, kind: 'bet' | 'win') => {
      const sessionId = sessions[connection] ?? ''
      const action = { sessionId, kind, actionId: `${kind}-${name}`, roundId: name, amountMinor: STAKE_MINOR }
      const { verdict } = await casino.apply(kind === 'win' ? { ...action, endsRound: true } : action)
      if (verdict !== 'applied') throw new Error(`the wallet answered ${verdict} to a ${kind}`)
    }
    const play = async (connection: number): Promise<string> => {
      const name = randomUUID()
      await act(connection, name, 'bet')
      await act(connection, name, 'win')
      return name
    }
    const recorded: RecordedRound[] = []
    for (let player = 0; url && player < CONNECTIONS; player += 1) {
      let name = ''
      const statements = await recordSql(async () => {
        name = await play(player)
      })
      recorded.push({ name, statements })
    }
    const replay = async (connection: number): Promise<void> => {
      const of = recorded[connection]
      if (of) await replaySql(database.db, of.statements, new Map([[of.name, randomUUID()]]))
    }
    const rates = { service: [] as number[], sql: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const service = await rateOf(play)
      const sql = url ? await rateOf(replay) : null
      // The first round warms up.
      if (round === 0) continue
      rates.service.push(service * ACTIONS)
      if (sql !== null) rates.sql.push(sql * ACTIONS)
    }
    const capacity = quantile(rates.service, 0.5)
    const p99Ms = quantile(await paced(act, capacity / 2), 0.99)
    const breaks = await casino.breaks()
    const statements = (recorded[0]?.statements.length ?? 0) / ACTIONS
    return { ...rates, statements, p99Ms, isWhole: breaks.length === 0 }
  } finally {
    await database.close()
  }
}

/** Does actions at an even pace, whether the ones before are done or not. @returns how long each took from when it was due, ms */
async function paced(
  act: (connection: number, name: string, kind: 'bet' | 'win') => Promise<void>,
  perSecond: number,
): Promise<number[]> {
  const everyMs = (CONNECTIONS / perSecond) * 1000
  const took: number[] = []
  const startedAt = performance.now()
  const lane = async (_: unknown, connection: number) => {
    let name = ''
    for (let action = 0; ; action += 1) {
      const dueMs = startedAt + (action + connection / CONNECTIONS) * everyMs
      if (dueMs - startedAt > PACED_MS) return
      const earlyMs = dueMs - performance.now()
      if (earlyMs > 0) await delay(earlyMs)
      if (action % ACTIONS === 0) name = randomUUID()
      await act(connection, name, action % ACTIONS === 0 ? 'bet' : 'win')
      took.push(performance.now() - dueMs)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return took
}
