import { createReadStream, existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { BRAND_ID, roleOfPath } from '#server/site/brands/brand-files.ts'
import { loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import type { BrandContents } from '#server/studio/brand-contents.ts'
import { isInnerPath } from '#server/studio/life/check-contents.ts'
import { MANIFEST_FILE, manifestIn } from '#server/studio/life/revision-mark.rules.ts'
import { readTar, type TarEntry, writeTar } from '../../backup/tar.ts'
import { say } from '../../command-text.ts'
import { BrandCommandFailure } from '../brand-arguments.ts'

/** Most that an archive of a brand may unpack to. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_FILES = 5000

/** Writes the files of a brand as an archive that every `tar` reads, the same bytes for the same files.
 *  @throws BrandCommandFailure file_taken, file_unreadable */
export async function writeArchive(file: string, contents: BrandContents): Promise<void> {
  if (existsSync(file)) throw new BrandCommandFailure('file_taken', say('brand.export_taken', { file }), file)
  const entries = [...contents]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, bytes]) => ({ path, kind: 'file' as const, bytes: bytes.length, content: Buffer.from(bytes) }))
  const part = `${file}.${process.pid}.part`
  try {
    await writeFile(part, writeTar(entries), { flag: 'wx' })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw unreadable(file, error)
  }
}

/** A brand that was read from an archive. */
export interface ReadArchive {
  readonly id: string
  readonly contents: BrandContents
}

/** Reads the files of a brand from an archive, and nothing that is none: no link, device or path that leads out of the folder, no unknown
 *  file, and no more than a brand can have. Nothing is written.
 *  @throws BrandCommandFailure archive_refused, file_unreadable */
export async function readArchive(file: string): Promise<ReadArchive> {
  const { sections } = await loadBrandSchemas()
  const contents = new Map<string, Uint8Array>()
  let bytes = 0
  const take = async (entry: TarEntry, content: AsyncIterable<Buffer>): Promise<void> => {
    const path = plainPath(entry)
    bytes += entry.bytes
    if (!(entry.bytes >= 0 && bytes <= MOST_BYTES))
      throw refused(file, say('brand.archive_large', { most: MOST_BYTES }))
    if (path === null || (path !== '' && !isInnerPath(path)))
      throw refused(file, say('brand.archive_path', { path: JSON.stringify(entry.path) }))
    if (entry.kind === 'folder') return
    const role = roleOfPath(path, sections)
    if (role.kind === 'unknown') throw refused(file, say('brand.archive_unknown', { path, expected: role.expected }))
    if (contents.has(path)) throw refused(file, say('brand.archive_twice', { path }))
    if (contents.size >= MOST_FILES) throw refused(file, say('brand.archive_many', { most: MOST_FILES }))
    contents.set(path, new Uint8Array(await joined(content)))
  }
  try {
    await readTar(createReadStream(file), take)
  } catch (error) {
    if (error instanceof BrandCommandFailure) throw error
    throw isSystemError(error) ? unreadable(file, error) : refused(file, (error as Error).message)
  }
  const id = manifestIn(contents)?.id
  if (typeof id !== 'string' || !BRAND_ID.test(id))
    throw refused(file, say('brand.archive_manifest', { path: MANIFEST_FILE }))
  return { id, contents }
}

/** A path as the folder has it: `tar` writes some with `./` in front, and folders with a slash behind; null for a file without a name. */
function plainPath({ path, kind }: TarEntry): string | null {
  const plain = path.replace(/^\.\//, '')
  if (kind === 'folder') return plain.replace(/\/$/, '').replace(/^\.$/, '')
  return plain === '' ? null : plain
}

async function joined(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

function refused(file: string, why: string): BrandCommandFailure {
  return new BrandCommandFailure('archive_refused', say('brand.archive_refused', { file, why }), file)
}

function unreadable(file: string, error: unknown): BrandCommandFailure {
  return new BrandCommandFailure('file_unreadable', say('brand.file', { file, why: (error as Error).message }), file)
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && typeof Reflect.get(error, 'syscall') === 'string'
}
