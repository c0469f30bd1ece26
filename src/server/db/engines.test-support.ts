import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { silentLog } from './silent-log.test-support.ts'

const SERVER_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** What is lost when the machine stops is of no use to anybody. */
const CARELESS = '-c synchronous_commit=off'
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

/** Runs a suite on the embedded database, and on a throw-away database of a PostgreSQL server when one answers. Without a
 *  server that half is skipped, or fails when LIVERY_REQUIRE_SERVICES is 1. */
export async function describeOnEachEngine(
  title: string,
  suite: (database: () => OpenDatabase) => void,
): Promise<void> {
  describe(`${title} (embedded)`, () => withDatabase(suite, { url: undefined, drop: async () => undefined }))
  const place = await throwAwayDatabase()
  if (place) describe(`${title} (PostgreSQL)`, () => withDatabase(suite, place))
  else {
    describe(`${title} (PostgreSQL)`, () => {
      test.skipIf(!isRequired)('a PostgreSQL server answers', () => {
        throw new Error(`no PostgreSQL server answers at ${SERVER_URL}`)
      })
    })
  }
}

interface Place {
  readonly url: string | undefined
  readonly create?: () => Promise<void>
  readonly drop: () => Promise<void>
}

/** A database of the PostgreSQL server that is there while it is needed; null when no server answers. */
export async function throwAwayDatabase(): Promise<Required<Place> | null> {
  if (!(await answers())) return null
  const name = `livery_test_${randomBytes(6).toString('hex')}`
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  url.searchParams.set('options', CARELESS)
  return {
    url: url.href,
    create: () => onServer(`create database ${name}`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

function withDatabase(suite: (database: () => OpenDatabase) => void, { url, create, drop }: Place): void {
  let open: OpenDatabase | undefined
  beforeAll(async () => {
    await create?.()
    open = await openDatabase({ dataDir: null, databaseUrl: url, log: silentLog })
  })
  afterAll(async () => {
    await open?.close()
    await drop()
  })
  suite(() => {
    if (!open) throw new Error('the database is not open yet')
    return open
  })
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
