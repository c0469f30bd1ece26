import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Migration } from '../migrate.ts'
import { copyTemplate } from './cluster-template.ts'
import type { DataFolder } from './data-folder.ts'
import { startEngine } from './embedded-engine.ts'
import { describeError } from './embedded-error.ts'
import { brokenEngineDir, checkEngineDir } from './embedded-folder.ts'
import { createLeases, type EmbeddedBackend, type Lease } from './embedded-leases.ts'
import { readFrames, writeFrame } from './frames.ts'

/** What a client asks of the owner. `lease` names the transaction by the id of the request that began it. */
export type SocketRequest =
  | {
      readonly id: number
      readonly op: 'query'
      readonly sql: string
      readonly params: readonly unknown[]
      readonly lease?: number
    }
  | { readonly id: number; readonly op: 'exec'; readonly sql: string; readonly lease?: number }
  | { readonly id: number; readonly op: 'lease' }
  | { readonly id: number; readonly op: 'end'; readonly how: 'commit' | 'rollback'; readonly lease: number }

/** Runs the engine of a folder that this process has locked, and serves other processes over the folder's socket.
 *  @param migrations those that a new database begins with
 *  @param unlock called last, when nothing touches the folder any more */
export async function startOwner(
  folder: DataFolder,
  migrations: readonly Migration[],
  unlock: () => void,
): Promise<EmbeddedBackend> {
  try {
    await makeEngineDir(folder.engineDir, migrations)
    return await start(folder, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function start(folder: DataFolder, unlock: () => void): Promise<EmbeddedBackend> {
  const engine = await startEngine(folder.engineDir).catch((error: unknown) => {
    throw brokenEngineDir(folder.engineDir, (error as Error).message, error)
  })
  const leases = createLeases(engine)
  const clients = new Set<Socket>()
  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket))
    serveClient(socket, leases)
  })
  await listen(server, folder.socketPath)
  let isClosing = false

  const ended = engine.ended.then(() => {
    server.close()
    for (const client of clients) client.destroy()
    unlock()
  })
  return {
    query: leases.query,
    exec: leases.exec,
    lease: leases.lease,
    ended,
    async close() {
      if (!isClosing) {
        isClosing = true
        await leases.drain()
        await engine.close()
      }
      await ended
    },
  }
}

/** A new database is made under another name and renamed when it is whole: a process that dies meanwhile leaves nothing that
 *  the next one would take for a database. */
async function makeEngineDir(dir: string, migrations: readonly Migration[]): Promise<void> {
  if (existsSync(dir)) {
    checkEngineDir(dir)
    return
  }
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  if (!(await copyTemplate({ dataDir: unfinished, migrations }))) {
    const engine = await startEngine(unfinished, migrations)
    await engine.close()
  }
  renameSync(unfinished, dir)
}

function listen(server: Server, path: string): Promise<void> {
  // The folder is locked by us: a file at its address was left by an owner that died.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      if (process.platform !== 'win32') chmodSync(path, 0o600)
      resolve()
    })
  })
}

function serveClient(socket: Socket, leases: ReturnType<typeof createLeases>): void {
  const held = new Map<number, Lease>()

  function leaseOf(id: number): Lease {
    const lease = held.get(id)
    if (!lease) throw new Error('the transaction is over')
    return lease
  }
  async function carryOut(request: SocketRequest): Promise<unknown> {
    if (request.op === 'lease') {
      const lease = await leases.lease()
      if (socket.destroyed) await lease.end('rollback')
      else held.set(request.id, lease)
      return null
    }
    if (request.op === 'end') {
      const lease = leaseOf(request.lease)
      held.delete(request.lease)
      await lease.end(request.how)
      return null
    }
    const target = request.lease === undefined ? leases : leaseOf(request.lease)
    if (request.op === 'query') return target.query(request.sql, request.params)
    await target.exec(request.sql)
    return null
  }
  readFrames(socket, (frame) => {
    const request = frame as SocketRequest
    carryOut(request).then(
      (answer) => reply(socket, { id: request.id, answer }),
      (error: unknown) => reply(socket, { id: request.id, error: describeError(error) }),
    )
  })
  // A client that dies in a transaction has not committed it. 'close' follows every 'error'. A rollback fails only when the
  // engine has ended, and the transaction with it.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    void Promise.allSettled([...held.values()].map((lease) => lease.end('rollback')))
    held.clear()
  })
}

function reply(socket: Socket, frame: object): void {
  if (!socket.destroyed) writeFrame(socket, frame)
}
