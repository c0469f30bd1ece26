import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const SERVER_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A database for one bench. */
export interface BenchDatabase {
  /** Undefined for the embedded one. */
  readonly url: string | undefined
  /** Folder of the embedded one. */
  readonly dataDir: string
  readonly drop: () => Promise<void>
}

/** An embedded database in a folder of its own. */
export function embeddedDatabase(): BenchDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-bench-'))
  return { url: undefined, dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A throw-away database of the PostgreSQL server at DATABASE_URL; undefined when none answers. */
export async function postgresDatabase(): Promise<BenchDatabase | undefined> {
  const name = `livery_bench_${randomBytes(6).toString('hex')}`
  const isThere = await onServer(`create database ${name}`).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  const drop = () => onServer(`drop database if exists ${name} with (force)`)
  return { url: url.href, dataDir: '', drop }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 2000 })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
