import { Worker } from 'node:worker_threads'
import type { Migration } from '../migrate.ts'
import { connectionLost, EmbeddedError, type ErrorRecord } from './embedded-error.ts'

/** What the thread is started with. */
export interface EngineStart {
  /** The cluster's own folder. */
  readonly dataDir: string
  /** Those that a new cluster begins with. */
  readonly migrations: readonly Migration[]
}

export interface QueryAnswer {
  readonly rows: Record<string, unknown>[]
  readonly affectedRows: number
}

export type EngineRequest =
  | { readonly id: number; readonly op: 'query'; readonly sql: string; readonly params: readonly unknown[] }
  | { readonly id: number; readonly op: 'exec'; readonly sql: string }
  | { readonly id: number; readonly op: 'close' }

export type EngineReply =
  | { readonly id: number; readonly answer: QueryAnswer | null }
  /** With the id 0: the engine did not start, and why. */
  | { readonly id: number; readonly error: ErrorRecord }

/** The embedded PostgreSQL in its thread: one session, statements in the order of the calls. */
export interface EmbeddedEngine {
  query(sql: string, params: readonly unknown[]): Promise<QueryAnswer>
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<void>
  close(): Promise<void>
  /** Settles when the thread has ended, closed or crashed. */
  readonly ended: Promise<void>
}

interface Waiting {
  resolve(answer: QueryAnswer | null): void
  reject(error: Error): void
}

/** Starts the embedded PostgreSQL. @param dataDir its own folder
 *  @param migrations those that a new cluster begins with: copying one that has them is quicker than applying them
 *  @throws EmbeddedError with what the engine said when it does not start */
export async function startEngine(dataDir: string, migrations: readonly Migration[] = []): Promise<EmbeddedEngine> {
  const workerData: EngineStart = { dataDir, migrations }
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), { workerData })
  const waiting = new Map<number, Waiting>()
  const ended = Promise.withResolvers<void>()
  let nextId = 1
  let failure: Error | undefined

  function stop(error: Error): void {
    failure ??= error
    for (const entry of waiting.values()) entry.reject(failure)
    waiting.clear()
    ended.resolve()
  }
  worker.on('message', (reply: EngineReply) => {
    const entry = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) entry?.reject(new EmbeddedError(reply.error))
    else entry?.resolve(reply.answer)
  })
  worker.on('error', (error) => stop(connectionLost(`the database thread failed: ${error.message}`)))
  worker.on('exit', () => stop(connectionLost('the database thread has ended')))

  function call(request: EngineRequest): Promise<QueryAnswer | null> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryAnswer | null>()
    if (failure) reject(failure)
    else {
      waiting.set(request.id, { resolve, reject })
      worker.postMessage(request)
    }
    return promise
  }

  await new Promise<QueryAnswer | null>((resolve, reject) => waiting.set(0, { resolve, reject }))
  return {
    ended: ended.promise,
    async query(sql, params) {
      const answer = await call({ id: nextId++, op: 'query', sql, params })
      return answer ?? { rows: [], affectedRows: 0 }
    },
    async exec(sql) {
      await call({ id: nextId++, op: 'exec', sql })
    },
    async close() {
      if (!failure) await call({ id: nextId++, op: 'close' })
      await ended.promise
    },
  }
}
