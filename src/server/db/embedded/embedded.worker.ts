import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { openCluster } from './embedded-cluster.ts'
import type { EngineReply, EngineRequest, EngineStart } from './embedded-engine.ts'
import { describeError } from './embedded-error.ts'

/** The thread in which the embedded PostgreSQL runs: it computes synchronously and would else block the event loop. */
async function run({ dataDir, migrations }: EngineStart): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('embedded.worker.ts must run as a worker thread')
  const engine = await openCluster({ dataDir, migrations }).catch(async (error: unknown) => {
    const said = await reasonOf(dataDir)
    const told = said === null ? describeError(error) : { ...describeError(error), message: said }
    port.postMessage({ id: 0, error: told } satisfies EngineReply)
    return null
  })
  if (!engine) {
    port.close()
    return
  }
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

/** What the engine says of a folder that it cannot open. It is silent unless it is asked to tell what it does, and then writes to the
 *  console of this thread. @returns null when it says nothing, or opens the folder after all */
async function reasonOf(dataDir: string): Promise<string | null> {
  const lines: string[] = []
  const { info, error: print, log } = console
  const listen = (...words: readonly unknown[]) => void lines.push(words.map(String).join(' '))
  Object.assign(console, { info: listen, error: listen, log: listen })
  try {
    await (await PGlite.create({ dataDir, debug: 1 })).close()
  } catch {
    // What it is about was said before.
  } finally {
    Object.assign(console, { info, error: print, log })
  }
  return lines.flatMap((line) => /\b(?:FATAL|PANIC):\s+(.*)/.exec(line)?.[1] ?? []).at(0) ?? null
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
