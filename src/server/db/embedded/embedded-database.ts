import { setTimeout as delay } from 'node:timers/promises'
import type { PGliteDialectConfig } from 'kysely'
import type { Migration } from '../migrate.ts'
import { openDataFolder, tryLock } from './data-folder.ts'
import { connectToOwner } from './embedded-client.ts'
import { connectionLost, EmbeddedError } from './embedded-error.ts'
import type { EmbeddedBackend, Lease } from './embedded-leases.ts'
import { startOwner } from './embedded-owner.ts'
import { startThrowAway } from './throw-away-engine.ts'

/** The part of PGlite that kysely's PGliteDialect uses. */
type KyselyEngine = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>

export type EmbeddedRole = 'owner' | 'client' | 'throw-away'

export interface EmbeddedOptions {
  /** The data folder, or null for a database that ends with the process. */
  readonly dataDir: string | null
  /** Those that a new database begins with; none when left out. */
  readonly migrations?: readonly Migration[]
  /** Brings a backend into its working state: migrations and role. Runs again whenever another owner is found. */
  readonly prepare: (backend: EmbeddedBackend) => Promise<void>
  readonly onRole: (role: EmbeddedRole) => void
  /** How long to seek an owner that is starting or stopping. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 60_000
const RETRY_MS = 25

/** The embedded database as kysely drives it. When the owner of the folder goes away, the next statement makes this process
 *  the owner or finds the new one; statements that were under way fail with 08006. */
export function createEmbeddedDatabase(options: EmbeddedOptions): KyselyEngine & { open(): Promise<void> } {
  let current: Promise<EmbeddedBackend> | undefined
  let isClosed = false

  function backend(): Promise<EmbeddedBackend> {
    if (isClosed) return Promise.reject(connectionLost('the database is closed'))
    current ??= find().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }
  async function find(): Promise<EmbeddedBackend> {
    const { role, found } = await elect(options)
    const forget = () => {
      current = undefined
    }
    found.ended.then(forget, forget)
    try {
      await options.prepare(found)
    } catch (error) {
      await found.close()
      throw error
    }
    options.onRole(role)
    return found
  }
  async function lease(): Promise<Lease> {
    const asked = backend()
    try {
      return await (await asked).lease()
    } catch (error) {
      if (!isLost(error) || isClosed) throw error
      // Its owner has just gone, and nothing was done yet: the transaction begins at the next one.
      if (current === asked) current = undefined
      return (await backend()).lease()
    }
  }
  async function begin(): Promise<Lease> {
    try {
      return await lease()
    } catch (error) {
      // kysely waits for the callback of a transaction, so a transaction that could not begin must fail in its statements.
      return failedLease(error)
    }
  }
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return isClosed
    },
    async open() {
      await backend()
    },
    async query<T>(sql: string, params: unknown[] = []) {
      return asAnswer<T>(await (await backend()).query(sql, params))
    },
    async transaction(callback) {
      const lease = await begin()
      let result: Awaited<ReturnType<typeof callback>>
      try {
        result = await callback({
          query: async <T>(sql: string, params: unknown[] = []) => asAnswer<T>(await lease.query(sql, params)),
          rollback: () => lease.end('rollback'),
        })
      } catch (error) {
        await lease.end('rollback')
        throw error
      }
      await lease.end('commit')
      return result
    },
    async close() {
      isClosed = true
      await (await current?.catch(() => undefined))?.close()
    },
  }
}

function asAnswer<T>(answer: { rows: Record<string, unknown>[]; affectedRows: number }) {
  return { rows: answer.rows as T[], affectedRows: answer.affectedRows, fields: [] }
}

function failedLease(error: unknown): Lease {
  const fail = () => Promise.reject(error)
  return { query: fail, exec: fail, end: (how) => (how === 'commit' ? fail() : Promise.resolve()) }
}

function isLost(error: unknown): boolean {
  return error instanceof EmbeddedError && error.code === '08006'
}

async function elect(options: EmbeddedOptions): Promise<{ role: EmbeddedRole; found: EmbeddedBackend }> {
  if (options.dataDir === null) {
    return { role: 'throw-away', found: await startThrowAway(options.migrations ?? []) }
  }
  const folder = openDataFolder(options.dataDir)
  const giveUpAt = performance.now() + (options.patienceMs ?? PATIENCE_MS)
  while (performance.now() < giveUpAt) {
    const unlock = tryLock(folder.lockFile)
    if (unlock) return { role: 'owner', found: await startOwner(folder, options.migrations ?? [], unlock) }
    const client = await connectToOwner(folder.socketPath)
    if (client) return { role: 'client', found: client }
    await delay(RETRY_MS)
  }
  throw connectionLost(`another process holds ${folder.engineDir} but does not answer at ${folder.socketPath}`)
}
