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
}

/** A database of the PostgreSQL server; null when no server answers. */
export async function throwAwayDatabase(): Promise<ThrowAwayDatabase | null> {
  if (!(await answers())) return null
  const name = `livery_test_${randomBytes(6).toString('hex')}`
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  url.searchParams.set('options', CARELESS)
  const template = process.env[TEMPLATE]
  return {
    name,
    url: url.href,
    create: () => onServer(`create database ${name}${template ? ` template ${template}` : ''}`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** The database of a test that does not care which it is, already created: one of the PostgreSQL server, which is several times as
 *  quick as the embedded one; null for the embedded one, where no server answers and in long runs. */
export async function quickestDatabase(): Promise<ThrowAwayDatabase | null> {
  const place = process.env.LIVERY_LONG ? null : await throwAwayDatabase()
  await place?.create()
  return place
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function answers(): Promise<boolean> {
  return onServer('select 1').then(
    () => true,
    () => false,
  )
}
