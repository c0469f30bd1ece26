import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the store. */
export interface StoredFile {
  readonly name: string
  readonly storedAt: Date
}

/** Keeps sealed documents under names that it is given; nothing of it is ever served. */
export interface DocumentStore {
  put(brandId: string, name: string, sealed: string): Promise<void>
  /** @throws Error when there is no such file */
  get(brandId: string, name: string): Promise<string>
  /** Nothing happens when there is no such file. */
  remove(brandId: string, name: string): Promise<void>
  /** The brands that may have files. */
  brands(): Promise<readonly string[]>
  list(brandId: string): Promise<readonly StoredFile[]>
}

/** The folder of documents below LIVERY_DATA. */
export const DOCUMENTS_FOLDER = 'documents'
const NAME_BYTES = 32
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** What a file is called until it is whole. */
export const PART = '.part'

/** A name that nobody can guess. */
export function newStorageName(): string {
  return randomBytes(NAME_BYTES).toString('base64url')
}

/** A store in a folder of the data folder, one folder a brand: `documents/<brand>/<name>`. A file is written under another
 *  name first, so that one with its own name is whole. */
export function createFolderStore(folder: string): DocumentStore {
  const pathOf = (brandId: string, name: string) => join(folder, checked(brandId), checked(name))
  return {
    async put(brandId, name, sealed) {
      await mkdir(join(folder, checked(brandId)), { recursive: true, mode: FOLDER_MODE })
      const path = pathOf(brandId, name)
      try {
        const file = await open(path + PART, 'wx', FILE_MODE)
        try {
          await file.writeFile(sealed, 'latin1')
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(path + PART, path)
      } catch (error) {
        await rm(path + PART, { force: true })
        throw error
      }
    },
    get: (brandId, name) => readFile(pathOf(brandId, name), 'latin1'),
    remove: (brandId, name) => rm(pathOf(brandId, name), { force: true }),
    brands: async () => (await entriesOf(folder)).filter((entry) => PLAIN.test(entry)),
    async list(brandId) {
      const names = await entriesOf(join(folder, checked(brandId)))
      const found = await Promise.all(
        names.map(async (name) => {
          const facts = await stat(join(folder, brandId, name)).catch(() => null)
          return facts ? [{ name, storedAt: facts.mtime }] : []
        }),
      )
      return found.flat()
    },
  }
}

/** A store in memory: what tests and scenarios keep. */
export function createMemoryStore(clock: () => Date): DocumentStore {
  const files = new Map<string, { readonly brandId: string; readonly sealed: string } & StoredFile>()
  const keyOf = (brandId: string, name: string) => `${brandId}/${name}`
  return {
    put: async (brandId, name, sealed) =>
      void files.set(keyOf(brandId, name), { brandId, name, sealed, storedAt: clock() }),
    get: async (brandId, name) => {
      const file = files.get(keyOf(brandId, name))
      if (!file) throw new Error(`no document ${name} of ${brandId}`)
      return file.sealed
    },
    remove: async (brandId, name) => void files.delete(keyOf(brandId, name)),
    brands: async () => [...new Set([...files.values()].map(({ brandId }) => brandId))],
    list: async (brandId) => [...files.values()].filter((file) => file.brandId === brandId),
  }
}

const PLAIN = /^[\w-]+(?:\.part)?$/

/** @throws Error when a part of a path could lead elsewhere */
function checked(part: string): string {
  if (!PLAIN.test(part)) throw new Error(`"${part}" names no document`)
  return part
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
