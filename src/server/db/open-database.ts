import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import { types } from 'pg'
import type { Logger } from 'pino'
import { createEmbeddedDatabase } from './embedded/embedded-database.ts'
import type { EmbeddedBackend } from './embedded/embedded-leases.ts'
import { type MigrationSession, migrate, readMigrations } from './migrate.ts'
import { POOL_SIZE } from './pool-size.ts'
import { connectToPrimary, poolOfPrimary, serversOf } from './postgres-servers.ts'
import { createStorageWatch, type StorageProbe, type StorageWatch } from './storage-watch.ts'
import { COLUMN_PARSERS } from './tables/column-parsers.ts'
import type { Database } from './tables/tables.ts'
import { watchDialect } from './watched-dialect.ts'

export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error'>

export interface DatabaseOptions {
  /** The folder of the embedded database, or null for one that ends with the process. Unused with `databaseUrl`. */
  readonly dataDir: string | null
  /** A `postgres:` address, of one server or several of which one is the primary; without one the embedded database is used. */
  readonly databaseUrl?: string | undefined
  readonly log: DatabaseLog
  /** From how many milliseconds on a statement is logged and counted; none is when left out. */
  readonly slowMs?: number | undefined
}

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly kind: 'embedded' | 'postgres'
  /** Knows whether the data can be read and written; other places of data may be added to it. */
  readonly storage: StorageWatch
  /** How many statements were slow so far. */
  readonly slowStatements: () => number
  close(): Promise<void>
}

/** Any number will do, so long as it is ours: it keeps two starting servers from migrating at once. */
const MIGRATION_LOCK = 7_541_210_233
/** Sessions run as a role that sees no row until a brand is named: the second wall behind forBrand. */
const SET_ROLE = 'set role livery_tenant'
const IDLE_IN_TRANSACTION_MS = 30_000
/** How long a statement may wait for a connection: one that is made, or one of the others. */
const CONNECT_WITHIN_MS = 30_000

/** Opens the database, applies the missing migrations and gives it to kysely.
 *  @throws Error when the database cannot be reached or a migration is refused */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openEmbedded(options)
}

async function openEmbedded({ dataDir, log, slowMs }: DatabaseOptions): Promise<OpenDatabase> {
  const migrations = readMigrations()
  async function prepare(backend: EmbeddedBackend): Promise<void> {
    const lease = await backend.lease()
    try {
      await lease.exec('set local role none')
      logApplied(log, await migrate(lease, migrations, new Date()))
    } catch (error) {
      await lease.end('rollback')
      throw error
    }
    await lease.end('commit')
    await backend.exec(SET_ROLE)
  }
  const engine = createEmbeddedDatabase({
    dataDir,
    migrations,
    prepare,
    onRole: (role) => log.info({ role }, 'database: embedded'),
  })
  const storage = createStorageWatch(log)
  const place = storage.place('database', (kind) => probe(kind))
  const slow = slowLog(log, slowMs)
  const dialect = watchDialect(new PGliteDialect({ pglite: engine }), place.failed, slow.hear)
  const db = new Kysely<Database>({ dialect })
  const probe = probeOf(db)
  try {
    await engine.open()
  } catch (error) {
    await engine.close()
    throw error
  }
  return {
    db,
    kind: 'embedded',
    storage,
    slowStatements: slow.count,
    async close() {
      storage.stop()
      await db.destroy()
      await engine.close()
    },
  }
}

async function openPostgres(
  databaseUrl: string,
  { log, slowMs }: Pick<DatabaseOptions, 'log' | 'slowMs'>,
): Promise<OpenDatabase> {
  const servers = serversOf(databaseUrl)
  await migratePostgres(servers, log)
  const { pool, source } = poolOfPrimary(servers, {
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser: (oid, format) => COLUMN_PARSERS[oid] ?? types.getTypeParser(oid, format as 'text') },
    onConnect: async (client) => {
      await client.query(SET_ROLE)
    },
  })
  const storage = createStorageWatch(log)
  const place = storage.place('database', (kind) => probe(kind))
  // A connection that is lost between two statements of a transaction, or while nobody uses it, belongs to nobody who would hear of it:
  // what is asked of it next fails, and without a listener the process would end.
  pool.on('connect', (client) => client.on('error', place.failed))
  pool.on('error', () => undefined)
  const slow = slowLog(log, slowMs)
  const db = new Kysely<Database>({
    dialect: watchDialect(new PostgresDialect({ pool: source }), place.failed, slow.hear),
  })
  const probe = probeOf(db)
  log.info({ role: 'client' }, 'database: PostgreSQL')
  const close = async () => {
    storage.stop()
    await db.destroy()
  }
  return { db, kind: 'postgres', storage, slowStatements: slow.count, close }
}

/** Logs statements that take long. Their values stay out of the log: they may be anybody's. */
function slowLog(log: DatabaseLog, slowMs = Number.POSITIVE_INFINITY) {
  let count = 0
  return {
    count: () => count,
    hear(statement: string, ms: number) {
      if (ms < slowMs) return
      count += 1
      log.warn({ ms: Math.round(ms), statement }, 'database: a slow statement')
    },
  }
}

/** Rows that take half a megabyte on the disk, of a table that ends with its transaction. */
const PROBE_TABLE = 'create temporary table livery_probe (filler text) on commit drop'
const PROBE_ROWS = "insert into livery_probe select repeat('x', 1500) from generate_series(1, 350)"

/** Reads from a database or, when its disk was full, writes to it as much as shows that there is room. */
function probeOf(db: Kysely<Database>): StorageProbe {
  return async (kind) => {
    if (kind === 'lost') {
      await sql`select 1`.execute(db)
      return
    }
    await db.transaction().execute(async (trx) => {
      for (const statement of ['set local role none', PROBE_TABLE, PROBE_ROWS]) await sql.raw(statement).execute(trx)
    })
  }
}

async function migratePostgres(servers: readonly string[], log: DatabaseLog): Promise<void> {
  const client = await connectToPrimary(servers)
  const session: MigrationSession = {
    query: (sql, params) => client.query<Record<string, unknown>>(sql, [...params]),
    exec: (sql) => client.query(sql),
  }
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    logApplied(log, await migrate(session, readMigrations(), new Date()))
    await client.query('commit')
  } finally {
    // Without a commit the transaction ends here, rolled back.
    await client.end()
  }
}

function logApplied(log: DatabaseLog, names: readonly string[]): void {
  if (names.length > 0) log.info({ migrations: names }, 'database: migrations applied')
}
