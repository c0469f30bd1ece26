import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { answered, expectNothingLost, prepareStorm, type Storm } from './cluster-storm.ts'
import { type Cluster, emptyRedis, IS_REQUIRED, startCluster } from './cluster-world.ts'
import { type Fault, recoveriesOf, recoveryTable } from './recovery-times.ts'

const PROCESSES = 4
/** Acts that are answered between two faults. */
const BETWEEN = 8
/** Longer than a lease of a table. */
const PAUSED_MS = 5000
const CUT_MS = 3000
/** A clock is wrong by more than a webhook may be old, and so long that sessions, leases and draws have their times in it. */
const SHIFTED_MS = 7 * 60_000
const SHIFTED_FOR_MS = 6000
/** Players pay, wait for it and take out again: on a busy machine a lane of payments takes that long by itself. */
const RECOVERED_WITHIN_MS = 90_000
const TIMEOUT_MS = 600_000

const place = await throwAwayDatabase()
const hasServices = place !== null && (await emptyRedis())

describe.skipIf(!IS_REQUIRED && !hasServices)('four processes behind a proxy', () => {
  let cluster: Cluster | undefined
  let storm: Storm | undefined

  beforeAll(async () => {
    await place?.create()
    cluster = await startCluster({ processes: PROCESSES, databaseUrl: place?.url ?? '', isDatabaseCut: true })
    storm = await prepareStorm(cluster)
  }, 120_000)
  afterAll(async () => {
    await storm?.close()
    await cluster?.close()
    await place?.leave()
  })

  test('LEDGER-5, OPS-23: killed one by one, paused, with wrong clocks, and cut off from Redis and PostgreSQL, they have lost no act that was answered, done none twice, and kept the order of each player', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!(cluster && storm)) throw new Error('the processes are not started')
    const { recorder, owners } = storm
    const faults: Fault[] = []
    await storm.run(() => playFaults(cluster as Cluster, storm as Storm, faults))
    const recoveries = recoveriesOf(faults, recorder.answered, recorder.now())
    console.log(recoveryTable(recoveries))
    // The table of a killed process is continued by another one.
    expect(owners.size).toBeGreaterThan(1)
    expect(recorder.readings.length).toBeGreaterThan(PROCESSES * BETWEEN)
    // A process that dies between sending a message and writing that down leaves it to be sent again, to the same place of the device.
    await expectNothingLost(storm, { doubledPushes: faults.length })
    expect(recoveries.filter(({ recoveredMs }) => !(recoveredMs < RECOVERED_WITHIN_MS))).toEqual([])
  })
})

/** Lets one thing after another go wrong, each once acts were answered since the one before. */
async function playFaults(cluster: Cluster, { recorder }: Storm, faults: Fault[]): Promise<void> {
  const { engines, redis, database, shiftClock } = cluster
  const { now } = recorder
  const next = () => answered(recorder, BETWEEN)
  /** @param mend begins at once, and ends when what was taken is given back */
  const fault = async (name: string, mend: () => Promise<void>) => {
    await next()
    const from = now()
    await mend()
    faults.push({ name, from, mended: now() })
    await next()
  }
  await next()
  // Players do not wait for one to be back before the next one dies.
  const starting: Promise<void>[] = []
  for (const [at, engine] of engines.entries())
    await fault(`process ${at + 1} killed`, async () => void starting.push(engine.crash()))
  await Promise.all(starting)
  for (const [name, relay] of [['Redis', redis] as const, ['PostgreSQL', database] as const])
    await fault(`${name} lost for ${CUT_MS} ms`, async () => {
      relay?.cut()
      await delay(CUT_MS)
      relay?.mend()
    })
  const [paused] = engines
  await fault(`process 1 paused for ${PAUSED_MS} ms`, async () => {
    process.kill(paused?.pid ?? 0, 'SIGSTOP')
    await delay(PAUSED_MS)
    process.kill(paused?.pid ?? 0, 'SIGCONT')
  })
  for (const [name, ms] of [['ahead', SHIFTED_MS] as const, ['behind', -SHIFTED_MS] as const])
    await fault(`clock of process 1 set ${SHIFTED_MS / 60_000} minutes ${name}`, async () => {
      shiftClock(ms)
      await delay(SHIFTED_FOR_MS)
    })
  await fault('clock of process 1 put right', async () => shiftClock(0))
  await next()
}
