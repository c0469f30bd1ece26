import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { OpenDatabase } from '#server/db/open-database.ts'

/** What a process does while it leads. */
export interface Leading {
  readonly stop: () => Promise<void>
}

export interface LeadershipPorts {
  readonly database: Pick<OpenDatabase, 'db' | 'kind'>
  /** Any number will do, so long as no other lock of the database has it. */
  readonly lock: number
  readonly begin: () => Promise<Leading>
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** How often a process that does not lead tries to, and one that leads makes sure that it still does, ms. */
const LOOK_MS = 2000

/** Has one process of all that share a PostgreSQL database do something: the one that holds an advisory lock, which falls with its
 *  connection. The embedded database has one server, which leads at once. */
export async function takeTurns(ports: LeadershipPorts): Promise<{ readonly stop: () => Promise<void> }> {
  const { database, begin } = ports
  if (database.kind === 'embedded') return begin()
  const stopping = new AbortController()
  const { promise: isLooked, resolve: looked } = Promise.withResolvers<void>()
  const running = keepTrying(ports, stopping.signal, looked)
  await isLooked
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function keepTrying(ports: LeadershipPorts, signal: AbortSignal, looked: () => void): Promise<void> {
  while (!signal.aborted) {
    await ports.database.db
      .connection()
      .execute((connection) => leadOnce(connection, ports, { signal, looked }))
      .catch((error: unknown) => ports.log.warn({ err: error }, 'the lead of the feed was lost'))
    looked()
    await pause(signal)
  }
}

async function leadOnce<Tables>(
  connection: Kysely<Tables>,
  { lock, begin, log }: LeadershipPorts,
  { signal, looked }: { readonly signal: AbortSignal; readonly looked: () => void },
): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_lock(${lock}) as has`.execute(connection)
  if (!rows[0]?.has) return
  log.info({ lock }, 'this process leads the feed')
  const leading = await begin()
  looked()
  try {
    while (!signal.aborted) {
      await pause(signal)
      await sql`select 1`.execute(connection)
    }
  } finally {
    await leading.stop()
  }
  await sql`select pg_advisory_unlock(${lock})`.execute(connection)
}

function pause(signal: AbortSignal): Promise<void> {
  return delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
}
