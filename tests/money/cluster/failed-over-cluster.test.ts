import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, expectNothingLost, prepareStorm, type Storm } from './cluster-storm.ts'
import { type Cluster, emptyRedis, startCluster } from './cluster-world.ts'
import { type Fault, recoveriesOf, recoveryTable } from './recovery-times.ts'
import { HAS_SERVERS, type ReplicatedServers, startReplicatedServers } from './replicated-servers.ts'

const PROCESSES = 2
/** Acts that are answered before the fault, and after it. */
const AROUND = 40
const RECOVERED_WITHIN_MS = 90_000
const TIMEOUT_MS = 600_000

const hasRedis = await emptyRedis()

describe.skipIf(!(HAS_SERVERS && hasRedis))('PostgreSQL fails over under whole processes', () => {
  let servers: ReplicatedServers | undefined
  let cluster: Cluster | undefined
  let storm: Storm | undefined

  beforeAll(async () => {
    servers = await startReplicatedServers()
    cluster = await startCluster({ processes: PROCESSES, databaseUrl: servers.url })
    storm = await prepareStorm(cluster)
  }, 180_000)
  afterAll(async () => {
    await storm?.close()
    await cluster?.close()
    await servers?.remove()
  }, 60_000)

  test('LEDGER-5, OPS-23: bets, payments, rounds, tickets, prices, publishes and messages continue at the standby, and none that was answered is lost or done twice', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!(servers && cluster && storm)) throw new Error('the processes are not started')
    const { recorder } = storm
    const faults: Fault[] = []
    const failOver = async () => {
      await answered(recorder, AROUND)
      const from = recorder.now()
      await servers?.failOver()
      faults.push({ name: 'PostgreSQL failed over to its standby', from, mended: recorder.now() })
      await answered(recorder, AROUND)
    }
    await storm.run(failOver)
    const recoveries = recoveriesOf(faults, recorder.answered, recorder.now())
    console.log(recoveryTable(recoveries))
    expect(recoveries.filter(({ recoveredMs }) => !(recoveredMs < RECOVERED_WITHIN_MS))).toEqual([])
    // Sending a message is written down after it: what was lost with the primary is sent again.
    await expectNothingLost(storm, { doubledPushes: PROCESSES })
  })
})
