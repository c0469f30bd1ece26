import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Migration, migrate } from '../migrate.ts'
import { COLUMN_PARSERS } from '../tables/column-parsers.ts'
import { CACHE, type ClusterOptions, copyTemplate, templateIn } from './cluster-template.ts'

/** PostgreSQL takes 128 MB for its pages unless configured otherwise, and writes over all of it before the first statement. The
 *  system caches the files besides. */
const PAGES = '32MB'

/** Opens the cluster of a folder, or makes a new one where it holds none. Making one and migrating it takes seconds, so the first
 *  is kept as a template, and later ones are copies of it.
 *  @throws Error when a migration is refused */
export async function openCluster({ dataDir, migrations, cache = CACHE }: ClusterOptions): Promise<PGlite> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return engineOf(dataDir)
  if (!(await copyTemplate({ dataDir, migrations, cache }))) {
    await keepTemplate({ migrations, cache })
    if (!(await copyTemplate({ dataDir, migrations, cache }))) return makeCluster(dataDir, migrations)
  }
  return engineOf(dataDir)
}

/** Makes the template of some migrations unless it is there: whole or not at all, since others may be copying it, or making the
 *  same. Where the folder of the packages is not writable there is none. @throws Error when a migration is refused */
export async function keepTemplate({ migrations, cache = CACHE }: Omit<ClusterOptions, 'dataDir'>): Promise<void> {
  const template = templateIn(cache, migrations)
  if (existsSync(template)) return
  const draft = `${template}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(cache, { recursive: true })
    await (await makeCluster(draft, migrations)).close()
    await rename(draft, template)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    if (!isRefused(error) && !existsSync(template)) throw error
  }
}

function engineOf(dataDir: string): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${PAGES}`]
  return PGlite.create({ dataDir, startParams, parsers: { ...COLUMN_PARSERS } })
}

async function makeCluster(dataDir: string, migrations: readonly Migration[]): Promise<PGlite> {
  const engine = await engineOf(dataDir)
  if (migrations.length > 0) await applyAll(engine, migrations)
  return engine
}

async function applyAll(engine: PGlite, migrations: readonly Migration[]): Promise<void> {
  await engine.transaction(async (session) => {
    const query = (sql: string, params: readonly unknown[]) => session.query<Record<string, unknown>>(sql, [...params])
    await migrate({ query, exec: (sql) => session.exec(sql) }, migrations, new Date())
  })
}

/** How systems refuse a folder or a file; making folders below one that is read-only fails by ENOENT. */
const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ENOENT']

function isRefused(error: unknown): boolean {
  return REFUSALS.includes((error as NodeJS.ErrnoException).code ?? '')
}
