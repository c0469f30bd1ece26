import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = 'dist/commands/main.js'
/** Written when the commands were built, after all else. */
export const BUILT_STAMP = 'dist/commands/sources.sha256'
/** Whether these are the files of the package, which are JavaScript. */
const IS_PACKED = import.meta.filename.endsWith('.js')
/** What the commands are built from. */
const SOURCES = ['schemas', 'machines', 'src/calls', 'src/server', 'src/cli', 'brands/_base', 'vite.server.config.ts']
/** These run from their sources: `scenario` works on them, and `start` has a build of its own. */
const UNBUILT_NOUNS = ['scenario', 'start']

/** The module to run instead of the sources of the commands: where a build is there that nothing has changed since, which loads
 *  sooner. What is packed comes from one build and does not change.
 *  @param noun the first word of the command   @returns its address, or null where the sources are to run */
export function builtProgram(noun: string | undefined, root = ROOT, isPacked = IS_PACKED): string | null {
  if (noun === undefined || UNBUILT_NOUNS.includes(noun)) return null
  if (isPacked) return pathToFileURL(join(root, BUILT)).href
  try {
    const builtMs = statSync(join(root, BUILT_STAMP)).mtimeMs
    const isOld = SOURCES.some((path) => isNewer(join(root, path), builtMs))
    return isOld ? null : pathToFileURL(join(root, BUILT)).href
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether a file, or anything in a folder, has changed after a time; also what was put there or taken away.
 *  @param builtMs ms since the epoch */
function isNewer(path: string, builtMs: number): boolean {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return false
  if (entry.mtimeMs > builtMs) return true
  return entry.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), builtMs))
}
