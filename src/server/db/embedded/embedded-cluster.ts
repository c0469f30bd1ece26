import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { type Migration, migrate } from '../migrate.ts'
import { COLUMN_PARSERS } from '../tables/column-parsers.ts'

const PACKAGE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
/** Beside the packages: what is in it can be made again at any time. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/livery', import.meta.url))

/** Which cluster is opened, and what a new one begins with. */
export interface ClusterOptions {
  /** Its folder, or null for one in memory. */
  readonly dataDir: string | null
  /** Applied to a new cluster; an existing one is left to the code that opens it. */
  readonly migrations: readonly Migration[]
  /** Folder of the archives, one for each version of the database and of the migrations. */
  readonly cache?: string
}

/** Opens the cluster of a folder, or makes a new one: in the folder when it holds none, in memory for null. Making one and
 *  migrating it takes seconds, so the first is kept as an archive, and later ones are copies of it.
 *  @throws Error when a migration is refused */
export async function openCluster({ dataDir, migrations, cache = CACHE }: ClusterOptions): Promise<PGlite> {
  const options = { dataDir: dataDir ?? 'memory://', parsers: { ...COLUMN_PARSERS } }
  if (dataDir !== null && existsSync(join(dataDir, 'PG_VERSION'))) return PGlite.create(options)
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }
  const archive = join(cache, `cluster-${version}${fingerprintOf(migrations)}.tar`)
  if (existsSync(archive)) return PGlite.create({ ...options, loadDataDir: new Blob([await readFile(archive)]) })
  const engine = await PGlite.create(options)
  if (migrations.length > 0) await applyAll(engine, migrations)
  await keep(await engine.dumpDataDir('none'), archive, cache)
  return engine
}

async function applyAll(engine: PGlite, migrations: readonly Migration[]): Promise<void> {
  await engine.transaction(async (session) => {
    const query = (sql: string, params: readonly unknown[]) => session.query<Record<string, unknown>>(sql, [...params])
    await migrate({ query, exec: (sql) => session.exec(sql) }, migrations, new Date())
  })
}

/** Tells archives of other migrations apart. */
function fingerprintOf(migrations: readonly Migration[]): string {
  if (migrations.length === 0) return ''
  const checksums = migrations.map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
  return `-${createHash('sha256').update(checksums).digest('hex').slice(0, 12)}`
}

/** Writes the archive at once or not at all: others may be reading, or writing the same. Where the folder of the
 *  packages is not writable, every cluster is built from scratch. */
async function keep(content: Blob, archive: string, cache: string): Promise<void> {
  const draft = `${archive}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(cache, { recursive: true })
    await writeFile(draft, Buffer.from(await content.arrayBuffer()))
    await rename(draft, archive)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    if (!isRefused(error)) throw error
  }
}

/** How systems refuse a folder or a file; making folders below one that is read-only fails by ENOENT. */
const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ENOENT']

function isRefused(error: unknown): boolean {
  return REFUSALS.includes((error as NodeJS.ErrnoException).code ?? '')
}
