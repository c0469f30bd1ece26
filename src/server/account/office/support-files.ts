import type { Kysely } from 'kysely'
import { nanoid } from 'nanoid'
import { AppError } from '#calls/app-error.ts'
import type { CallFile } from '#calls/call.ts'
import { SUPPORT_FILE, supportFileName } from '#machines/account/support-file.rules.ts'
import type { DocumentMediaType } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { addLine } from './support.ts'

/** A file whose content lies sealed in a store. */
export interface KeptFile {
  /** What it is by its content. */
  readonly mediaType: DocumentMediaType
  readonly sizeBytes: number
  /** Of the content, base64url. */
  readonly sha256: string
  readonly storageName: string
}

/** What files of talks need of others. */
export interface SupportFilePorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  /** Judges files by their content, seals and keeps them. */
  readonly keeper: {
    /** @throws AppError documents.wrong_type, .damaged, .too_many_pixels */
    keep(brandId: string, files: readonly CallFile[]): Promise<readonly KeptFile[]>
    /** @throws Error when the file no longer exists or was sealed with another key */
    read(brandId: string, file: Pick<KeptFile, 'storageName'>): Promise<Uint8Array>
    remove(brandId: string, files: readonly Pick<KeptFile, 'storageName'>[]): Promise<void>
  }
}

/** A file with its content. */
export interface OpenedFile {
  readonly accountId: number
  readonly name: string
  readonly mediaType: DocumentMediaType
  readonly bytes: Uint8Array
}

/** Who sends a file, and to which queue. */
export interface FileSender {
  readonly brandId: string
  readonly accountId: number
  readonly queue: string
}

const HOUR_MS = 3_600_000

/** The files that players send to the support. */
export type SupportFiles = ReturnType<typeof createSupportFiles>

/** Files of talks with the support: each is a line of its talk. */
export function createSupportFiles({ db, clock, keeper }: SupportFilePorts) {
  async function openWhere(brandId: string, id: string, accountId?: number): Promise<OpenedFile> {
    const row = await forBrand(db, brandId).transaction((tx) =>
      tx
        .select('support_file')
        .select(['account_id as accountId', 'name', 'media_type as mediaType', 'storage_name as storageName'])
        .where('file_id', '=', storableText(id))
        .$if(accountId !== undefined, (rows) => rows.where('account_id', '=', accountId ?? 0))
        .executeTakeFirst(),
    )
    if (!row) throw new AppError('documents.unknown')
    const { storageName, ...file } = row
    return { ...file, bytes: await keeper.read(brandId, { storageName }) }
  }

  return {
    /** Adds a file to the talk of a player; when it is refused, nothing is left of it.
     *  @throws AppError documents.wrong_type, .damaged, .too_many_pixels, rate.limited after five within an hour */
    async send({ brandId, accountId, queue }: FileSender, file: CallFile): Promise<void> {
      const door = forBrand(db, brandId)
      await door.transaction((tx) => checkHour(tx, accountId, clock()))
      const [kept] = await keeper.keep(brandId, [file])
      if (!kept) throw new Error('a file was kept and is nowhere')
      try {
        await door.transaction(async (tx) => {
          const now = clock()
          await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
          await checkHour(tx, accountId, now)
          const name = supportFileName(storableText(file.name), kept.mediaType)
          const line = await addLine(tx, { accountId, consultant: null, queue, text: name, now })
          await tx
            .insert('support_file', {
              file_id: nanoid(),
              account_id: accountId,
              support_message_id: line,
              name,
              media_type: kept.mediaType,
              size_bytes: kept.sizeBytes,
              sha256: kept.sha256,
              storage_name: kept.storageName,
              sent_at: now,
            })
            .execute()
        })
      } catch (error) {
        await keeper.remove(brandId, [kept])
        throw error
      }
    },

    /** A file of a player, for that player. @throws AppError documents.unknown, also when it is another player's */
    openOwn: (brandId: string, accountId: number, id: string): Promise<OpenedFile> => openWhere(brandId, id, accountId),

    /** A file of any player, for the desk. @throws AppError documents.unknown */
    openAny: (brandId: string, id: string): Promise<OpenedFile> => openWhere(brandId, id),
  }
}

/** Which of these files in the store are of talks. */
export async function storedOfTalks(tx: BrandTransaction, names: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .select('support_file')
    .select('storage_name as name')
    .where('storage_name', 'in', [...names])
    .execute()
  return rows.map(({ name }) => name)
}

async function checkHour(tx: BrandTransaction, accountId: number, now: Date): Promise<void> {
  const sent = await tx
    .select('support_file')
    .select('sent_at as sentAt')
    .where('account_id', '=', accountId)
    .where('sent_at', '>', new Date(now.getTime() - HOUR_MS))
    .orderBy('sent_at', 'desc')
    .limit(SUPPORT_FILE.perHour)
    .execute()
  const oldest = sent.at(-1)
  if (sent.length < SUPPORT_FILE.perHour || !oldest) return
  const seconds = Math.ceil((oldest.sentAt.getTime() + HOUR_MS - now.getTime()) / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}
