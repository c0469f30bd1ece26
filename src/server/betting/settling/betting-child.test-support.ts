import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

/** A process of its own beside a test, which places bets until it is killed: `node <this file> <database url> <brand> <account>`.
 *  It prints a line for each answer: the name of the bet and what became of it. Every third bet is live and waits. */
const [databaseUrl = '', brandId = '', account = '0'] = process.argv.slice(2)
const { db } = await openDatabase({ dataDir: null, databaseUrl, log: silentLog })
const { betting, price } = createScene(db, brandId)
price(1, '2.00')
price(2, '2.00', { kind: 1 })

async function placeForEver(lane: number): Promise<void> {
  for (let bet = 0; ; bet += 1) {
    const betGuid = `3f0c8a52-6f0e-4c63-9a7${lane}-${String(bet).padStart(12, '0')}`
    const leg = bet % 3 === 2 ? seen(2, '2.00', { kind: 1 }) : seen(1, '2.00')
    const payload = betOn([leg], { summ: 100, groupsSumms: [100] })
    const answer = await betting.placeBet(
      { brandId, accountId: Number(account) },
      { betGuid, payload, currency: 'EUR' },
    )
    console.log(`${betGuid} ${answer.kind}`)
  }
}
await Promise.all([0, 1, 2, 3].map(placeForEver))
