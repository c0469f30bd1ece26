import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './data-folder-error.ts'

/** What helps with a folder of which the content is broken. */
export const RESTORE =
  'Restore a backup into a new folder by `livery restore FILE`, or name another folder in LIVERY_DATA'
const NAME_ANOTHER = 'Name a folder that the user of this process may read and write in LIVERY_DATA'

/** Refuses a data folder that this process cannot use. @throws DataFolderError */
export function checkDataDir(dataDir: string): void {
  const facts = statSync(dataDir, { throwIfNoEntry: false })
  if (facts && !facts.isDirectory()) throw new DataFolderError(dataDir, 'is no folder', NAME_ANOTHER)
  if (facts && !mayUse(dataDir)) throw new DataFolderError(dataDir, 'may not be read and written', NAME_ANOTHER)
  if (facts && isFile(join(dataDir, 'PG_VERSION'))) {
    const remedy =
      'Name the folder around it in LIVERY_DATA; a PostgreSQL server is named by its address in DATABASE_URL'
    throw new DataFolderError(dataDir, 'is the folder of a database itself, not of Livery', remedy)
  }
}

/** Refuses what has the database's name but cannot be one, before an engine touches it.
 *  @throws DataFolderError */
export function checkEngineDir(dir: string): void {
  if (!statSync(dir).isDirectory()) throw new DataFolderError(dir, 'is no folder', RESTORE)
  if (!mayUse(dir)) throw new DataFolderError(dir, 'may not be read and written', NAME_ANOTHER)
  const versionFile = join(dir, 'PG_VERSION')
  if (!isFile(versionFile)) throw new DataFolderError(dir, 'is no database: PG_VERSION is missing', RESTORE)
  const version = readFileSync(versionFile, 'latin1').trim().slice(0, 20)
  if (!/^\d+$/.test(version))
    throw new DataFolderError(versionFile, `holds ${JSON.stringify(version)}, not a version`, RESTORE)
}

/** What is wrong with a folder of which the engine does not start.
 *  @param reason in the engine's own words */
export function brokenEngineDir(dir: string, reason: string, cause: unknown): DataFolderError {
  return new DataFolderError(dir, `cannot be opened as a database: ${reason}`, RESTORE, cause)
}

/** What keeps the lock from being taken. @throws DataFolderError */
export function checkLockFile(lockFile: string): void {
  const facts = statSync(lockFile, { throwIfNoEntry: false })
  if (facts && !facts.isFile())
    throw new DataFolderError(lockFile, 'is no file, and the lock of the folder cannot be taken', 'Remove it')
  if (facts && !mayUse(lockFile)) throw new DataFolderError(lockFile, 'may not be read and written', NAME_ANOTHER)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
