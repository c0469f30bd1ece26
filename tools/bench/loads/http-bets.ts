/** Bets that players send to a whole server of production. */
import { randomUUID } from 'node:crypto'
import { startEngine } from '../server-process.ts'
import { BRANDS } from './bench-brand.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { CONNECTIONS, ROUNDS, rateOf } from './bet-placements.ts'
import { type Bettor, newBettor, placeOnce, seedGames, stormBet } from './bettors.ts'

const FUNDS_MINOR = 100_000_000

/** Bets a second, round by round: host, session, guard, checks and answer of each are those of production. The client is this process.
 *  @throws Error when one is refused */
export async function measureHttpBets({ url = '', dataDir }: BenchDatabase): Promise<readonly number[]> {
  const data = { dataDir, databaseUrl: url || undefined }
  const outcomes = await seedGames(data, CONNECTIONS)
  const env = {
    DATABASE_URL: url,
    LIVERY_SECRET_KEY: 'A'.repeat(43),
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
    LIVERY_FEED: 'off',
  }
  const engine = await startEngine({ brands: BRANDS, env })
  try {
    const bettors: Bettor[] = []
    for (let player = 0; player < CONNECTIONS; player += 1)
      bettors.push(await newBettor(engine.port, data, FUNDS_MINOR))
    const place = async (connection: number) => {
      const [bettor, outcome] = [bettors[connection], outcomes[connection]]
      if (!bettor || !outcome) throw new Error('there are fewer players or games than connections')
      const answer = await placeOnce(engine.port, bettor, stormBet(randomUUID(), outcome))
      if (answer?.kind !== 'accepted') throw new Error(`a bet was not accepted: ${JSON.stringify(answer)}`)
    }
    const rates: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) rates.push(await rateOf(place))
    // The first round warms up.
    return rates.slice(1)
  } finally {
    await engine.stop()
  }
}
