import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openCluster } from './embedded-cluster.ts'
import type { EngineReply, EngineRequest, EngineStart } from './embedded-engine.ts'
import { describeError } from './embedded-error.ts'

/** The thread in which the embedded PostgreSQL runs: it computes synchronously and would else block the event loop. */
async function run({ dataDir, migrations }: EngineStart): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('embedded.worker.ts must run as a worker thread')
  const engine = await openCluster({ dataDir, migrations })
  port.on('message', (request: EngineRequest) => {
    answer(engine, request).then(
      (reply) => {
        port.postMessage(reply)
        if (request.op === 'close') port.close()
      },
      (error: unknown) => port.postMessage({ id: request.id, error: describeError(error) } satisfies EngineReply),
    )
  })
  port.postMessage({ id: 0, answer: null } satisfies EngineReply)
}

async function answer(engine: PGlite, request: EngineRequest): Promise<EngineReply> {
  const { id } = request
  if (request.op === 'close') {
    await engine.close()
    return { id, answer: null }
  }
  if (request.op === 'exec') {
    await engine.exec(request.sql)
    return { id, answer: null }
  }
  const { rows, affectedRows } = await engine.query<Record<string, unknown>>(request.sql, [...request.params])
  return { id, answer: { rows, affectedRows: affectedRows ?? 0 } }
}

await run(workerData as EngineStart)
