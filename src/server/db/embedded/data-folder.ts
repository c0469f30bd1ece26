import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkDataDir, checkLockFile } from './embedded-folder.ts'

/** Paths of Unix sockets end at 104 to 108 bytes, by system. */
const MAX_SOCKET_PATH_BYTES = 100

/** Where the embedded database of a data folder lives. */
export interface DataFolder {
  readonly engineDir: string
  readonly lockFile: string
  /** A Unix socket, or the name of a pipe on Windows. */
  readonly socketPath: string
}

/** Makes the folder when it is missing and names its contents.
 *  @throws DataFolderError when it cannot be used */
export function openDataFolder(dataDir: string): DataFolder {
  checkDataDir(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const root = realpathSync(dataDir)
  return {
    engineDir: join(root, 'db'),
    lockFile: join(root, 'db.lock'),
    socketPath: socketPath(root, process.platform),
  }
}

/** The address at which the owner of a folder listens; a path that is too long gets a hashed name in the temporary folder. */
export function socketPath(root: string, platform: NodeJS.Platform): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 24)
  if (platform === 'win32') return `\\\\.\\pipe\\livery-${hash}`
  const path = join(root, 'db.sock')
  return Buffer.byteLength(path) < MAX_SOCKET_PATH_BYTES ? path : join(tmpdir(), `livery-${hash}.sock`)
}

/** Takes the folder for this process, or gives undefined when another one has it. Node has no file locks of its own, so
 *  the lock is SQLite's: the operating system's own, taken in one step and freed when its owner dies, however that
 *  happens. Two processes that find the same stale socket can therefore not both become the owner.
 *  @returns the function that gives the folder back
 *  @throws DataFolderError when the lock is not a file */
export function tryLock(lockFile: string): (() => void) | undefined {
  checkLockFile(lockFile)
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Error && /database is locked/.test(error.message)
    if (isBusy) return undefined
    throw error
  }
  return () => lock.close()
}
