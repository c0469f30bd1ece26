import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { COLUMN_PARSERS } from './column-parsers.ts'

const PACKAGE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
/** Beside the packages: what is in it can be made again at any time. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/livery', import.meta.url))

/** Opens the cluster of a folder, or makes a new one: in the folder when it holds none, in memory for null. Making one takes
 *  seconds, so the first is kept as an archive, and later ones are copies of it.
 *  @param cache folder of the archives, one for each version of the database */
export async function openCluster(dataDir: string | null, cache = CACHE): Promise<PGlite> {
  const options = { dataDir: dataDir ?? 'memory://', parsers: { ...COLUMN_PARSERS } }
  if (dataDir !== null && existsSync(join(dataDir, 'PG_VERSION'))) return PGlite.create(options)
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }
  const archive = join(cache, `cluster-${version}.tar`)
  if (existsSync(archive)) return PGlite.create({ ...options, loadDataDir: new Blob([await readFile(archive)]) })
  const engine = await PGlite.create(options)
  await keep(await engine.dumpDataDir('none'), archive, cache)
  return engine
}

/** Writes the archive at once or not at all: others may be reading, or writing the same. Where nothing may be written beside
 *  the packages, every cluster is made anew. */
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

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR']

function isRefused(error: unknown): boolean {
  return REFUSALS.includes((error as NodeJS.ErrnoException).code ?? '')
}
