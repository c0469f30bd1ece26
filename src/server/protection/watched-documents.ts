import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageWatch } from '#server/db/storage-watch.ts'
import { createFolderStore, type DocumentStore } from './document-store.ts'

/** As much as a picture takes. */
const PROBE_BYTES = 512 * 1024

/** The store of a folder, whose full disk makes the server unready as that of the database does. */
export function watchedDocuments(folder: string, storage: StorageWatch): DocumentStore {
  const store = createFolderStore(folder)
  const place = storage.place('documents', (kind) => (kind === 'full' ? writeProbe(folder) : Promise.resolve()))
  return {
    ...store,
    async put(brandId, name, sealed) {
      try {
        await store.put(brandId, name, sealed)
      } catch (error) {
        throw place.failed(error)
      }
    },
  }
}

async function writeProbe(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, '.probe')
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(randomBytes(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
