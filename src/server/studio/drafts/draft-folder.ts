import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAbsent } from '../../site/brands/brand-files.ts'
import type { BrandContents } from '../brand-contents.ts'

/** The folder of a brand's draft. */
export function draftFolder(draftsDir: string, brand: string): string {
  return join(draftsDir, brand)
}

/** Puts files in place of a folder, which is never there in part: they are written beside it and moved there. */
export async function replaceFolder(folder: string, contents: BrandContents): Promise<void> {
  const making = `${folder}.making-${process.pid}`
  await rm(making, { recursive: true, force: true })
  for (const [path, bytes] of contents) {
    const file = join(making, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(making, folder)
}

/** Removes the folder of a draft. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** The text of a file of a draft; undefined when there is none. */
export async function readDraftText(folder: string, path: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, path), 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Writes a file of a draft as a whole or not at all; undefined removes it. */
export async function writeDraftText(
  folder: string,
  path: string,
  text: string | Uint8Array | undefined,
): Promise<void> {
  const file = join(folder, path)
  if (text === undefined) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true })
  const draft = join(dirname(file), `.${process.pid}.tmp`)
  await writeFile(draft, text)
  await rename(draft, file)
}
