import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server of the tests: the one that is named, else the one of this machine. */
export const SERVER_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** What is lost when the machine stops is of no use to anybody. */
const CARELESS = '-c synchronous_commit=off'

/** Names the database, migrated already, of which others are copies; without it each is migrated by itself. */
export const TEMPLATE = 'LIVERY_TEST_TEMPLATE'

/** A database that is there from `create` to `drop`. */
export interface ThrowAwayDatabase {
  readonly name: string
  readonly url: string
  readonly create: () => Promise<void>
  readonly drop: () => Promise<void>
  /** Drops it with some others later, within a run of tests; at once outside of one. */
  readonly leave: () => Promise<void>
}

/** Each drop makes the server write down all that has changed anywhere, and wait for the disk. Drops that ask for it together have it
 *  done once. */
const DROPPED_TOGETHER = 8
let left: string[] = []

/** A database of the PostgreSQL server; null when no server answers. */
export async function throwAwayDatabase(): Promise<ThrowAwayDatabase | null> {
  if (!(await answers())) return null
  const template = process.env[TEMPLATE]
  const name = `${template ?? 'livery_test'}_${randomBytes(6).toString('hex')}`
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  url.searchParams.set('options', CARELESS)
  const drop = () => dropDatabases([name])
  return {
    name,
    url: url.href,
    create: async () => void (await onServer(`create database ${name}${template ? ` template ${template}` : ''}`)),
    drop,
    leave: template ? () => leaveDatabase(name) : drop,
  }
}

/** Drops the copies of a database that a run of tests has left. */
export async function dropCopies(template: string): Promise<void> {
  const { rows } = await onServer(`select datname from pg_database where starts_with(datname, '${template}_')`)
  const names = rows.map(({ datname }) => String(datname))
  while (names.length > 0) await dropDatabases(names.splice(0, DROPPED_TOGETHER))
}

async function leaveDatabase(name: string): Promise<void> {
  left.push(name)
  if (left.length < DROPPED_TOGETHER) return
  const names = left
  left = []
  await dropDatabases(names)
}

async function dropDatabases(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => onServer(`drop database if exists ${name} with (force)`)))
}

/** The database of a test that does not care which it is, already created: one of the PostgreSQL server, which is several times as
 *  quick as the embedded one; null for the embedded one, where no server answers and in long runs. */
export async function quickestDatabase(): Promise<ThrowAwayDatabase | null> {
  const place = process.env.LIVERY_LONG ? null : await throwAwayDatabase()
  await place?.create()
  return place
}

async function onServer(statement: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 2000 })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

async function answers(): Promise<boolean> {
  return onServer('select 1').then(
    () => true,
    () => false,
  )
}
