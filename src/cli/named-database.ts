import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pino from 'pino'
import type { Environment } from '#schemas'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import { say } from './command-text.ts'
import type { CommandIo } from './commands.ts'

/** Why the database that the environment names was not opened. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase'
  readonly reason: 'environment' | 'absent'
  /** The folder that does not exist. */
  readonly path: string | null

  constructor(reason: NoDatabase['reason'], message: string, path: string | null = null) {
    super(message)
    this.reason = reason
    this.path = path
  }
}

/** The data folder and database that the environment names. */
export interface CommandData {
  readonly database: OpenDatabase
  readonly environment: Environment
  /** Full path; with a PostgreSQL server it need not be there. */
  readonly dataDir: string
  readonly cwd: string
}

/** Opens the database that the environment names, beside a running server too; none is made.
 *  @throws NoDatabase when the environment is wrong or the folder does not exist */
export async function openNamedDatabase({ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): Promise<CommandData> {
  const environment = environmentOf(env)
  const { DATABASE_URL: databaseUrl, LIVERY_DATA } = environment
  const dataDir = resolve(cwd, LIVERY_DATA)
  if (!databaseUrl) requireFolder(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl, log: pino({ level: 'silent' }) })
  return { database, environment, dataDir, cwd }
}

/** @throws NoDatabase when the folder does not exist */
export function requireFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  const message = say('cli.no_database', { folder: dataDir })
  throw new NoDatabase('absent', message, dataDir)
}

/** The environment of a command. @throws NoDatabase when it is wrong */
export function environmentOf(env: CommandIo['env']): Environment {
  try {
    return readEnvironment(env)
  } catch (error) {
    throw new NoDatabase('environment', (error as Error).message)
  }
}
