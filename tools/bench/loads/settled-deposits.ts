/** Deposits that are begun, paid and credited by the cashier, and the same statements without it. */
import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/db/open-database.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'
import { readSignedEvents, signEvents } from '#server/payments/providers/signed-events.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { CONNECTIONS, ROUNDS, rateOf } from './bet-placements.ts'
import { type RecordedStatement, recordSql, replaySql, spreadIds } from './recorded-sql.ts'

/** Deposits a second, round by round. */
export interface DepositRates {
  readonly service: readonly number[]
  /** Of the same statements; empty on the embedded database. */
  readonly sql: readonly number[]
  /** Of one deposit. */
  readonly statements: number
  /** Whether the books are right afterwards. */
  readonly isWhole: boolean
}

interface RecordedDeposit {
  /** Its names: the guid, and that of the attempt, by which event and reference are called too. */
  readonly names: readonly string[]
  readonly statements: readonly RecordedStatement[]
}

const BRAND = 'bench'
const SECRET = 'secret of the bench'
const AMOUNT_MINOR = 2000

/** Settles deposits of as many players as there are connections. @throws Error when one is not credited */
export async function measureDeposits({ url, dataDir }: BenchDatabase): Promise<DepositRates> {
  const silent = () => undefined
  const database = await openDatabase({ dataDir, databaseUrl: url, log: { info: silent, warn: silent, error: silent } })
  try {
    if (url) await spreadIds(url)
    const cashier = createCashier(database.db, BRAND, { provider: async () => provider(), newId: randomUUID })
    const players: number[] = []
    for (let player = 0; player < CONNECTIONS; player += 1) players.push(await cashier.newPlayer())
    const settle = async (connection: number): Promise<readonly string[]> => {
      const payment = await cashier.begin(players[connection] ?? 0, 'deposit', { amount: AMOUNT_MINOR / 100 })
      const attempt = payment.reference ?? ''
      const event = {
        eventId: attempt,
        at: new Date(),
        reference: attempt,
        state: 'succeeded',
        rawState: 'paid',
      } as const
      const paid = { ...event, amountMinor: AMOUNT_MINOR, currency: 'EUR' }
      const signed = signEvents([paid], { id: attempt, secret: SECRET, now: new Date() })
      const answer = await cashier.payments.takeWebhook(BRAND, 'simulated', { ...signed, now: new Date() })
      if (answer.applied !== 1) throw new Error(`a deposit was not credited: ${JSON.stringify(answer)}`)
      return [payment.guid, attempt]
    }
    const recorded: RecordedDeposit[] = []
    for (let player = 0; url && player < CONNECTIONS; player += 1) {
      let names: readonly string[] = []
      const statements = await recordSql(async () => {
        names = await settle(player)
      })
      recorded.push({ names, statements })
    }
    const replay = async (connection: number): Promise<void> => {
      const of = recorded[connection]
      if (of) await replaySql(database.db, of.statements, new Map(of.names.map((name) => [name, randomUUID()])))
    }
    const rates = { service: [] as number[], sql: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const service = await rateOf(settle)
      const sql = url ? await rateOf(replay) : null
      // The first round warms up.
      if (round === 0) continue
      rates.service.push(service)
      if (sql !== null) rates.sql.push(sql)
    }
    const breaks = await cashier.breaks()
    return { ...rates, statements: recorded[0]?.statements.length ?? 0, isWhole: breaks.length === 0 }
  } finally {
    await database.close()
  }
}

/** A provider that answers at once, so that the cashier alone is measured. */
function provider(): PaymentProvider {
  const created = (reference: string) => ({ reference, state: 'created', rawState: 'open' }) as const
  return {
    id: 'simulated',
    start: async ({ attemptId }) => created(attemptId),
    status: async ({ attemptId }) => created(attemptId),
    refund: async ({ reference }) => created(reference),
    readWebhook: (webhook) => readSignedEvents(webhook, SECRET),
  }
}
