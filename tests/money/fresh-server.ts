import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { BRANDS } from '#tools/bench/loads/bench-brand.ts'
import type { ServerData } from '#tools/bench/loads/bettors.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'

/** A real server in a process of its own, and the data that nobody else has. */
export interface FreshServer {
  readonly engine: EngineProcess
  readonly data: ServerData
  /** By which a command finds the same data. */
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** Starts a server on fresh data. @param server of PostgreSQL; null for the embedded database
 *  @param prepare puts something into the book before it starts
 *  @param brands folder of the brands that it serves */
export async function startOnFreshData(
  server: Awaited<ReturnType<typeof throwAwayDatabase>>,
  prepare: (data: ServerData) => Promise<void> = async () => undefined,
  brands: string = BRANDS,
): Promise<FreshServer> {
  const made = server ? await throwAwayDatabase() : null
  await made?.create()
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-storm-'))
  const data: ServerData = { dataDir, databaseUrl: made?.url }
  const env = {
    LIVERY_DATA: dataDir,
    DATABASE_URL: made?.url ?? '',
    LIVERY_SECRET_KEY: 'A'.repeat(43),
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
  }
  await prepare(data)
  const engine = await startEngine({ brands, env })
  const remove = async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await made?.leave()
  }
  return { engine, data, env, remove }
}
