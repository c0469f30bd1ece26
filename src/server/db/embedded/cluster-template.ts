import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Migration } from '../migrate.ts'

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json')
/** Beside the packages: what is in it can be made again at any time. */
export const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/livery', import.meta.url))

/** Which cluster is opened, and what a new one begins with. */
export interface ClusterOptions {
  /** Its folder. */
  readonly dataDir: string
  /** Applied to a new cluster; an existing one is left to the code that opens it. */
  readonly migrations: readonly Migration[]
  /** Folder of the templates, one for each version of the database and of the migrations. */
  readonly cache?: string
}

/** Makes the folder of a new cluster from the template of its migrations. @returns whether there is one that this process may read:
 *  a package may have been installed by another user */
export async function copyTemplate({ dataDir, migrations, cache = CACHE }: ClusterOptions): Promise<boolean> {
  const template = templateIn(cache, migrations)
  if (!existsSync(template)) return false
  try {
    await cp(template, dataDir, { recursive: true })
    return true
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Where the template of some migrations is kept: those of other versions have other names. @param cache the folder of templates */
export function templateIn(cache: string, migrations: readonly Migration[]): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  if (migrations.length === 0) return join(cache, `cluster-${version}`)
  const checksums = migrations.map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
  const fingerprint = createHash('sha256').update(checksums).digest('hex').slice(0, 12)
  return join(cache, `cluster-${version}-${fingerprint}`)
}
