import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { createBetRounds } from '#server/wiring/betting/bet-rounds.ts'
import { proveBets } from '../bet-proof.ts'
import { createScene } from '../betting.test-support.ts'

const CHILD = fileURLToPath(new URL('./betting-child.test-support.ts', import.meta.url))
const place = await throwAwayDatabase()

describe.skipIf(!place)('a server that is killed while it places bets (PostgreSQL)', () => {
  test.each([40, 75, 130])(
    'LEDGER-5: after %i answers no bet is lost or doubled, and the books are right',
    {
      timeout: 60_000,
    },
    async (answers) => {
      const made = await throwAwayDatabase()
      if (!made) throw new Error('no PostgreSQL server answers')
      await made.create()
      const database = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
      try {
        const brandId = 'crash'
        const { betting, door, newPlayer, balanceOf, price, wait, ports } = createScene(database.db, brandId)
        price(1, '2.00')
        price(2, '2.00', { kind: 1 })
        const accountId = await newPlayer(1_000_000)
        const told = await answersUntilKilled([made.url ?? '', brandId, String(accountId)], answers)
        expect(told.length).toBeGreaterThanOrEqual(answers)
        // What was held when the process died is due by now, and its hold has not expired.
        wait(10_000)
        // Between the two transactions of its bet: the stake is held, and the bet is not decided yet.
        expect(await countHeld()).toBeGreaterThan(0)
        const rounds = createBetRounds({ db: database.db, betting, clock: ports.clock, log: silentLog })
        while ((await countHeld()) > 0) await rounds.run()
        for (const [betGuid, kind] of told) {
          const answer = await betting.askBet({ brandId, accountId }, betGuid)
          expect(['accepted', kind === 'pending' ? 'pending' : kind]).toContain(answer.kind)
        }
        const bets = await door.transaction((tx) => tx.select('bet').select(['reservation_id']).execute())
        expect(new Set(bets.map(({ reservation_id }) => reservation_id)).size).toBe(bets.length)
        expect(bets.length).toBeGreaterThanOrEqual(told.length)
        expect(await balanceOf(accountId)).toEqual({ balance: 1_000_000 - 100 * bets.length, reserved: 0 })
        const breaks = await door.transaction(async (tx) => [
          ...(await proveLedger(tx)).breaks,
          ...(await proveBets(tx)).breaks,
        ])
        expect(breaks).toEqual([])

        function countHeld(): Promise<number> {
          return door.transaction(
            async (tx) =>
              (await tx.select('bet_reservation').select('state').where('state', '=', 'held').execute()).length,
          )
        }
      } finally {
        await database.close()
        await made.drop()
      }
    },
  )
})

/** Lets the child place bets and kills it, without warning, once it has printed that many answers. */
async function answersUntilKilled(args: readonly string[], count: number): Promise<[betGuid: string, kind: string][]> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const told: [string, string][] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const [betGuid = '', kind = ''] = line.split(' ')
    told.push([betGuid, kind])
    if (told.length === count) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return told
}
