import { sql } from 'kysely'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { type BrandContents, type ContentHashes, contentHash, hashesOf, sha256 } from '../brand-contents.ts'

/** A published state of a brand, without its files. */
export interface KeptRevision {
  readonly number: number
  readonly at: Date
  readonly author: string
  readonly message: string
  /** SHA-256 over all its files. */
  readonly hash: string
  /** How many files it has. */
  readonly files: number
}

/** A state that becomes a revision. */
export interface NewRevision {
  readonly brand: string
  readonly number: number
  readonly at: Date
  readonly author: string
  readonly message: string
  readonly contents: BrandContents
}

/** Any number will do, so long as no other pair of numbers locks by it. */
const BRAND_LOCK = 754_121
/** Bytes of files that one statement carries. */
const BATCH_BYTES = 4 * 1024 * 1024

/** Keeps everybody else from publishing a brand until the transaction ends. */
export async function lockBrand(tx: StudioTransaction, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BRAND_LOCK}::int, hashtext(${brand}))`.execute(tx)
}

/** Keeps the bytes of files that no revision has yet, each once. */
export async function keepBlobs(tx: StudioTransaction, contents: BrandContents): Promise<void> {
  const byHash = new Map([...contents.values()].map((bytes) => [sha256(bytes), bytes]))
  const hashes = [...byHash.keys()].sort()
  const known = await tx
    .selectFrom('studio.blob')
    .select('hash')
    .where('hash', 'in', [...hashes, ''])
    .execute()
  for (const { hash } of known) byHash.delete(hash)
  const missing = hashes.flatMap((hash) => {
    const bytes = byHash.get(hash)
    return bytes ? [{ hash, bytes }] : []
  })
  for (const batch of batchesOf(missing))
    await tx
      .insertInto('studio.blob')
      .values([...batch])
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
}

type Blob = { readonly hash: string; readonly bytes: Uint8Array }

function batchesOf(blobs: readonly Blob[]): readonly (readonly Blob[])[] {
  const batches: Blob[][] = []
  let room = 0
  for (const blob of blobs) {
    if (room < blob.bytes.length) {
      batches.push([])
      room = BATCH_BYTES
    }
    batches.at(-1)?.push(blob)
    room -= blob.bytes.length
  }
  return batches
}

/** The bytes of files by their hashes, as far as they are kept. */
export async function keptFiles(tx: StudioTransaction, files: ContentHashes): Promise<BrandContents> {
  const hashes = [...new Set(Object.values(files))]
  if (hashes.length === 0) return new Map()
  const rows = await tx.selectFrom('studio.blob').select(['hash', 'bytes']).where('hash', 'in', hashes).execute()
  const byHash = new Map(rows.map(({ hash, bytes }) => [hash, new Uint8Array(bytes)]))
  const found = Object.entries(files).flatMap(([path, hash]) => {
    const bytes = byHash.get(hash)
    return bytes ? [[path, bytes] as const] : []
  })
  return new Map(found)
}

/** The bytes of files by their hashes. @throws Error when one is missing, which the database's own rules prevent */
export async function allKeptFiles(tx: StudioTransaction, files: ContentHashes): Promise<BrandContents> {
  const contents = await keptFiles(tx, files)
  const missing = Object.keys(files).find((path) => !contents.has(path))
  if (missing !== undefined) throw new Error(`the bytes of ${missing} (${files[missing]}) are not kept`)
  return contents
}

/** Adds a revision with its files. @returns it as the history tells it */
export async function insertRevision(tx: StudioTransaction, revision: NewRevision): Promise<KeptRevision> {
  const { brand, number, at, author, message, contents } = revision
  const files = hashesOf(contents)
  const hash = contentHash(files)
  await keepBlobs(tx, contents)
  await tx
    .insertInto('studio.revision')
    .values({ brand_id: brand, number, at, author, message, hash, files: JSON.stringify(files) })
    .execute()
  return { number, at, author, message, hash, files: contents.size }
}

/** All revisions of a brand, the latest first. */
export function revisionsOf(tx: StudioTransaction, brand: string): Promise<readonly KeptRevision[]> {
  return selectRevisions(tx, brand).execute()
}

/** The latest revision of a brand, if it has any. */
export function latestRevision(tx: StudioTransaction, brand: string): Promise<KeptRevision | undefined> {
  return selectRevisions(tx, brand).limit(1).executeTakeFirst()
}

function selectRevisions(tx: StudioTransaction, brand: string) {
  const files = sql<number>`(select count(*)::int from jsonb_object_keys(files))`.as('files')
  return tx
    .selectFrom('studio.revision')
    .select(['number', 'at', 'author', 'message', 'hash', files])
    .where('brand_id', '=', brand)
    .orderBy('number', 'desc')
}

/** The files of a revision; undefined when there is no such revision. */
export async function filesOfRevision(
  tx: StudioTransaction,
  brand: string,
  number: number,
): Promise<BrandContents | undefined> {
  const row = await tx
    .selectFrom('studio.revision')
    .select('files')
    .where('brand_id', '=', brand)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && (await allKeptFiles(tx, row.files))
}

/** Whether a brand has a revision of this number and these files. */
export async function hasRevision(
  tx: StudioTransaction,
  brand: string,
  { number, hash }: Pick<KeptRevision, 'number' | 'hash'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('studio.revision')
    .select('number')
    .where('brand_id', '=', brand)
    .where('number', '=', number)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
