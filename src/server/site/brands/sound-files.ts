import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageOutline } from '../page-outline.ts'

/** What is kept of a file that had no fault. */
export interface SoundFile {
  readonly outline: PageOutline | null
  readonly symbols: readonly string[] | null
}

/** A file of a folder as it was read. */
interface ReadFile extends SoundFile {
  readonly entry: { readonly path: string }
  readonly hash: string
  readonly problems: readonly unknown[]
}

/** Files of the engine's own folder that were found without a fault when the server was built. They are known by path and bytes:
 *  an altered one is checked again. */
export type SoundFiles = Readonly<Record<string, SoundFile>>

/** Their file, beside the built server. */
export const SOUND_FILES = 'base.json'

/** The key of a file. @param hash SHA-256 of its bytes (hexadecimal) */
export function soundKey(path: string, hash: string): string {
  return `${path} ${hash}`
}

/** What may be kept of a folder that was read. */
export function soundFilesOf(layer: { readonly files: ReadonlyMap<string, ReadFile> }): SoundFiles {
  const sound = [...layer.files.values()].filter(({ problems }) => problems.length === 0)
  return Object.fromEntries(
    sound.map(({ entry, hash, outline, symbols }) => [soundKey(entry.path, hash), { outline, symbols }]),
  )
}

/** What was kept when this server was built; nothing where its sources are run. */
export function builtSoundFiles(): SoundFiles {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, SOUND_FILES), 'utf8')) as SoundFiles
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
