import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAbsent } from '#server/site/brands/brand-files.ts'

/** A file as it shall be. */
export interface NewContent {
  /** Full path; of a link, that of the file to which it leads. */
  readonly path: string
  readonly text: string
}

/** Writes files beside their places and then moves each there: nobody sees half a file. When one cannot be moved, those before it
 *  are put back as they were.
 *  @param drafts a folder that does not exist, on the same disk @throws what the file system throws */
export async function writeFiles(drafts: string, files: readonly NewContent[]): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  try {
    await mkdir(drafts)
    for (const [index, { text }] of files.entries()) await writeFile(join(drafts, String(index)), text)
    for (const [index, { path }] of files.entries()) {
      undo.push(await wayBack(path, join(drafts, `${index}.old`)))
      await rename(join(drafts, String(index)), path)
    }
  } catch (error) {
    for (const back of undo.toReversed()) await back()
    throw error
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

/** Keeps a file as it is, or makes the folder of a new one. @returns what puts it back */
async function wayBack(path: string, kept: string): Promise<() => Promise<void>> {
  const madeFolder = await mkdir(dirname(path), { recursive: true })
  try {
    await copyFile(path, kept)
    return () => rename(kept, path)
  } catch (error) {
    if (!isAbsent(error)) return async () => undefined
    return () => rm(madeFolder ?? path, { recursive: madeFolder !== undefined, force: true })
  }
}
