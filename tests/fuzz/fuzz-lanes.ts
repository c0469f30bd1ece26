import { throwAwayDatabase } from '#server/db/engines.test-support.ts'
import { CONTRACT_SECRETS } from '#tests/contract/call-contracts.ts'
import { CHEAP_PASSWORDS, startTestServer, type TestServer } from '#tests/contract/test-server.ts'
import { type FuzzRun, startFuzzRun } from './fuzz-run.ts'

/** A server that requests are sent to, with a clock and a database of its own. */
export interface FuzzLane {
  readonly server: TestServer
  readonly run: FuzzRun
  readonly close: () => Promise<void>
}

/** What is lost when the machine stops is of no use to anybody. */
const CARELESS = '?options=-c%20synchronous_commit%3Doff'

/** Opens a lane: on a PostgreSQL server where one answers, which is several times as quick as the embedded database. */
export async function openLane(): Promise<FuzzLane> {
  const database = await throwAwayDatabase()
  await database?.create()
  const server = await startTestServer({
    environment: { LOG_LEVEL: 'silent', ...CONTRACT_SECRETS },
    databaseUrl: database ? database.url + CARELESS : undefined,
    passwordCost: CHEAP_PASSWORDS,
  })
  return {
    server,
    run: await startFuzzRun(server),
    close: async () => {
      await server.close()
      await database?.drop()
    },
  }
}
