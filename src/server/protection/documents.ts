import { createHash } from 'node:crypto'
import { nanoid } from 'nanoid'
import { AppError } from '#calls/app-error.ts'
import type { CallFile } from '#calls/call.ts'
import type { DocumentMediaType, DocumentType } from '#schemas'
import { readContent } from './document-content.ts'
import { newStorageName } from './document-store.ts'
import type { IdentificationPorts } from './identification-ports.ts'
import type { DocumentRow } from './identification-rows.ts'

/** Width times height of the largest picture that is taken: what the best cameras of phones make fits. */
export const MAX_PIXELS = 50_000_000
/** A file that no row names may be one whose row is about to be written. */
const ORPHAN_AFTER_MS = 3_600_000

/** A file of players in the store, without its content. */
export interface SealedFile {
  readonly mediaType: DocumentMediaType
  readonly sizeBytes: number
  /** Of the content, base64url. */
  readonly sha256: string
  readonly storageName: string
}

type SealingPorts = Pick<IdentificationPorts, 'store' | 'secretBox'>

/** What a sealed file opens for. */
export function documentUse(brandId: string, name: string): string {
  return `document:${brandId}:${name}`
}

/** Files of players in the store: checked by their content, sealed, under names that nobody can guess (SEC-7). */
export function createSealedFiles({ store, secretBox }: SealingPorts) {
  async function remove(brandId: string, files: readonly Pick<SealedFile, 'storageName'>[]): Promise<void> {
    for (const { storageName } of files) await store.remove(brandId, storageName)
  }

  return {
    remove,

    /** Puts all files into the store or, when one is refused, none.
     *  @throws AppError documents.wrong_type, .damaged, .too_many_pixels, with the number of the file from 0 as `file` */
    async keep(brandId: string, files: readonly CallFile[]): Promise<SealedFile[]> {
      const kept: SealedFile[] = []
      try {
        for (const [file, given] of files.entries()) {
          const bytes = new Uint8Array(await given.arrayBuffer())
          const storageName = newStorageName()
          const facts = judged(bytes, file)
          await store.put(brandId, storageName, secretBox.seal(documentUse(brandId, storageName), bytes))
          kept.push({
            mediaType: facts.mediaType,
            sizeBytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('base64url'),
            storageName,
          })
        }
        return kept
      } catch (error) {
        await remove(brandId, kept)
        throw error
      }
    },

    /** The content of a file.
     *  @throws Error when the file no longer exists or was sealed with another key */
    async read(brandId: string, { storageName }: Pick<SealedFile, 'storageName'>): Promise<Uint8Array> {
      return secretBox.open(documentUse(brandId, storageName), await store.get(brandId, storageName))
    },
  }
}

/** Documents of identity in the store. */
export function createDocuments({ store, secretBox }: SealingPorts) {
  const sealed = createSealedFiles({ store, secretBox })
  const { remove, read } = sealed
  return {
    remove,
    read,

    /** Puts all documents into the store or, when one is refused, none.
     *  @throws AppError documents.wrong_type, .damaged, .too_many_pixels, with the number of the file from 0 as `file` */
    async keep(
      brandId: string,
      files: readonly CallFile[],
      of: { readonly documentType: DocumentType; readonly now: Date; readonly sentAt: Date | null },
    ): Promise<DocumentRow[]> {
      const kept = await sealed.keep(brandId, files)
      return kept.map((file) => ({
        ...{ id: nanoid(), documentType: of.documentType, uploadedAt: of.now, sentAt: of.sentAt },
        ...file,
      }))
    },

    /** Removes files that no row names and that are older than an hour. @returns how many went */
    async removeOrphans(
      now: Date,
      known: (brandId: string, names: readonly string[]) => Promise<ReadonlySet<string>>,
    ): Promise<number> {
      let gone = 0
      for (const brandId of await store.brands()) {
        const old = (await store.list(brandId)).filter(
          ({ storedAt }) => now.getTime() - storedAt.getTime() > ORPHAN_AFTER_MS,
        )
        const named =
          old.length === 0
            ? new Set<string>()
            : await known(
                brandId,
                old.map(({ name }) => name),
              )
        for (const { name } of old.filter((file) => !named.has(file.name))) {
          await store.remove(brandId, name)
          gone += 1
        }
      }
      return gone
    },
  }
}

function judged(bytes: Uint8Array, file: number) {
  const content = readContent(bytes)
  if (typeof content === 'string') throw new AppError(content, { file })
  if ((content.pixels ?? 0) > MAX_PIXELS) throw new AppError('documents.too_many_pixels', { file })
  return content
}
