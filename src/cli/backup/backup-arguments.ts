import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { type CommandName, DatabaseCommandFailure } from '../database-command.ts'
import { environmentOf } from '../named-database.ts'
import { commandLine } from '../usages.ts'

/** The file and the switches of a command on backups. @throws DatabaseCommandFailure usage */
export function backupArguments<Name extends string>(
  args: readonly string[],
  command: CommandName,
  switches: Readonly<Record<Name, { readonly type: 'boolean' }>>,
): { readonly file: string } & Readonly<Partial<Record<Name, boolean>>> {
  const fail = (message: string, path: string | null): never => {
    throw new DatabaseCommandFailure('usage', say('cli.with_usage', { message, usage: commandLine(...command) }), path)
  }
  try {
    const options = { ...switches, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const [file, ...others] = positionals
    if (!file || others.length > 0) return fail(say('backup.one_file'), 'FILE')
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
  if (url) throw new DatabaseCommandFailure('not_embedded', say('backup.postgres'), 'DATABASE_URL')
  return resolve(cwd, folder)
}
