import { CONTRACT_SECRETS } from '#tests/contract/scenes/call-contracts.ts'
import { startTestServer, type TestServer } from '#tests/contract/scenes/test-server.ts'
import { type FuzzRun, startFuzzRun } from './fuzz-run.ts'

/** A server that requests are sent to, with a clock and a database of its own. */
export interface FuzzLane {
  readonly server: TestServer
  readonly run: FuzzRun
  readonly close: () => Promise<void>
}

/** Opens a lane. */
export async function openLane(): Promise<FuzzLane> {
  const server = await startTestServer({
    environment: { LOG_LEVEL: 'silent', ...CONTRACT_SECRETS },
  })
  return {
    server,
    run: await startFuzzRun(server),
    close: server.close,
  }
}
