import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandIo } from '../commands.ts'
import { DatabaseCommandFailure } from '../database-command.ts'
import { environmentOf } from '../named-database.ts'

const POSTGRES =
  'DATABASE_URL names a PostgreSQL server, which has tools of its own: `pg_dump --format=custom --file FILE "$DATABASE_URL"` makes a backup, and `pg_restore --no-owner --dbname "$DATABASE_URL" FILE` restores it into a database that is new and empty, after the roles livery_tenant, livery_system and livery_feed are made there.'

/** The file and the switches of a command on backups. @throws DatabaseCommandFailure usage */
export function backupArguments<Name extends string>(
  args: readonly string[],
  usage: string,
  switches: Readonly<Record<Name, { readonly type: 'boolean' }>>,
): { readonly file: string } & Readonly<Partial<Record<Name, boolean>>> {
  const fail = (message: string, path: string | null): never => {
    throw new DatabaseCommandFailure('usage', `${message} Usage: ${usage}`, path)
  }
  try {
    const options = { ...switches, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const [file, ...others] = positionals
    if (!file || others.length > 0) return fail('Name one FILE.', 'FILE')
    return { ...(values as Partial<Record<Name, boolean>>), file }
  } catch (error) {
    if (error instanceof DatabaseCommandFailure) throw error
    return fail((error as Error).message, null)
  }
}

/** The data folder of the embedded database that the environment names.
 *  @throws DatabaseCommandFailure not_embedded when it names a PostgreSQL server */
export function embeddedFolder({ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): string {
  const { DATABASE_URL: url, LIVERY_DATA: folder } = environmentOf(env)
  if (url) throw new DatabaseCommandFailure('not_embedded', POSTGRES, 'DATABASE_URL')
  return resolve(cwd, folder)
}
