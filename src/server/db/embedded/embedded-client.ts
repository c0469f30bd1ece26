import { connect, type Socket } from 'node:net'
import type { QueryAnswer } from './embedded-engine.ts'
import { connectionLost, EmbeddedError, type ErrorRecord } from './embedded-error.ts'
import type { EmbeddedBackend, Lease } from './embedded-leases.ts'
import type { SocketRequest } from './embedded-owner.ts'
import { readFrames, writeFrame } from './frames.ts'

type SocketReply =
  | { readonly id: number; readonly answer: QueryAnswer | null }
  | { readonly id: number; readonly error: ErrorRecord }

interface Waiting {
  resolve(answer: QueryAnswer | null): void
  reject(error: Error): void
}

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET'])

/** Connects to the owner of a data folder, or gives undefined when nobody listens at its address. */
export async function connectToOwner(path: string): Promise<EmbeddedBackend | undefined> {
  const socket = connect(path)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
  } catch (error) {
    socket.destroy()
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (typeof code === 'string' && NOBODY.has(code)) return undefined
    throw error
  }
  return createClient(socket)
}

function createClient(socket: Socket): EmbeddedBackend {
  const waiting = new Map<number, Waiting>()
  const ended = Promise.withResolvers<void>()
  let nextId = 1

  readFrames(socket, (frame) => {
    const reply = frame as SocketReply
    const entry = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) entry?.reject(new EmbeddedError(reply.error))
    else entry?.resolve(reply.answer)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    for (const entry of waiting.values()) entry.reject(connectionLost('the owner of the database has gone'))
    waiting.clear()
    ended.resolve()
  })

  function call(request: WithoutId<SocketRequest>): { id: number; answer: Promise<QueryAnswer | null> } {
    const { promise, resolve, reject } = Promise.withResolvers<QueryAnswer | null>()
    const id = nextId++
    if (socket.destroyed) reject(connectionLost('the owner of the database has gone'))
    else {
      waiting.set(id, { resolve, reject })
      writeFrame(socket, { id, ...request })
    }
    return { id, answer: promise }
  }
  async function query(sql: string, params: readonly unknown[], lease?: number): Promise<QueryAnswer> {
    const answer = await call({ op: 'query', sql, params, ...(lease === undefined ? {} : { lease }) }).answer
    return answer ?? { rows: [], affectedRows: 0 }
  }
  async function exec(sql: string, lease?: number): Promise<void> {
    await call({ op: 'exec', sql, ...(lease === undefined ? {} : { lease }) }).answer
  }
  return {
    query: (sql, params) => query(sql, params),
    exec: (sql) => exec(sql),
    async lease(): Promise<Lease> {
      const { id, answer } = call({ op: 'lease' })
      await answer
      return {
        query: (sql, params) => query(sql, params, id),
        exec: (sql) => exec(sql, id),
        async end(how) {
          await call({ op: 'end', how, lease: id }).answer
        },
      }
    },
    ended: ended.promise,
    async close() {
      socket.end()
      await ended.promise
    },
  }
}
