import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Where migrations are run: statements of one session that nobody else changes the structure beside. */
export interface MigrationSession {
  query(sql: string, params: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<unknown>
}

export interface Migration {
  /** The file's name without its ending: `0001-identity`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string
}

const FOLDER = new URL('./migrations/', import.meta.url)
const NAME = /^\d{4}-[a-z0-9-]+$/

/** Reads the migrations in their order. @throws Error for a file name of another form or a number used twice */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
  const numbers = new Set(names.map((name) => name.slice(0, 4)))
  if (numbers.size !== names.length) throw new Error('two migrations have the same number')
  return names.map((name) => {
    if (!NAME.test(name)) throw new Error(`migration ${name}.sql: the name must look like 0001-what-it-does.sql`)
    const sql = readFileSync(new URL(`${name}.sql`, folder), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Applies what is missing, in the session's open transaction: all of it or nothing.
 *  @returns the names of the migrations applied now
 *  @throws Error when one that was applied before has been altered since */
export async function migrate(
  session: MigrationSession,
  migrations: readonly Migration[],
  now: Date,
): Promise<string[]> {
  await session.exec(
    'create table if not exists livery_migration (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  const { rows } = await session.query('select name, checksum from livery_migration', [])
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const { name, sql, checksum } of migrations) {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(
        `migration ${name} was altered after it had been applied; undo the change and write a new migration`,
      )
    }
    if (before !== undefined) continue
    await session.exec(sql)
    await session.query('insert into livery_migration (name, checksum, applied_at) values ($1, $2, $3)', [
      name,
      checksum,
      now,
    ])
    done.push(name)
  }
  return done
}
