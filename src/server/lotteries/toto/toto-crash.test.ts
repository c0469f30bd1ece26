import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { crashScene } from './toto-crash.test-support.ts'

const CHILD = fileURLToPath(new URL('./toto-child.test-support.ts', import.meta.url))
const place = await throwAwayDatabase()
const TICKETS = 1200
const TIMES = 20

describe.skipIf(!place)('a server that is killed while it closes, settles and pays a draw (PostgreSQL)', () => {
  test('LOT-4: killed twenty times, no ticket is lost or paid twice, and the books are right', {
    timeout: 240_000,
  }, async () => {
    const made = await throwAwayDatabase()
    if (!made) throw new Error('no PostgreSQL server answers')
    await made.create()
    const database = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
    try {
      const brandId = 'crash'
      const at = crashScene(database.db, brandId)
      const drawId = await at.door.transaction((tx) =>
        at.toto.desk.make(tx, { pool: 'football', gameIds: at.games, operator: 'olga' }),
      )
      const player = await at.newPlayer()
      for (let count = 0; count < TICKETS; count += 1)
        await at.toto.buy(player, { guid: at.newGuid(), drawId, marks: [[0], [0], [count % 3]], unitsPerLine: 1 })
      const before = await at.cash(player.accountId)
      for (let count = 0; count < TIMES; count += 1) await killedAfter([made.url ?? '', brandId], count * 10)
      at.end()
      await Promise.all([at.toto.work(brandId), at.toto.work(brandId)])
      const tickets = await at.door.transaction((tx) =>
        tx.select('toto_ticket').select(['payout_minor', 'state', 'revision']).execute(),
      )
      const paid = tickets.reduce((sum, { payout_minor }) => sum + payout_minor, 0)
      expect(tickets.filter(({ state }) => state === 'won')).toHaveLength(TICKETS)
      expect(tickets.every(({ revision }) => revision === 1)).toBe(true)
      expect(await at.cash(player.accountId)).toBe(before + paid)
      expect(await at.held()).toMatchObject({ pool: 0 })
      expect((await at.door.transaction(proveLedger)).breaks).toEqual([])
    } finally {
      await database.close()
      await made.drop()
    }
  })
})

/** Lets the child work, and kills it without warning so many milliseconds after it has begun. */
async function killedAfter(args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await delay(ms)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
