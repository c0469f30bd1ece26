import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolder } from '../site/brands/brand-files.ts'

/** The files of a brand folder: path with forward slashes → bytes. */
export type BrandContents = ReadonlyMap<string, Uint8Array>

/** Path → SHA-256 of the file (hexadecimal). */
export type ContentHashes = Readonly<Record<string, string>>

/** Reads every file of a brand folder, without what editors and systems leave there; null when there is no folder. */
export async function readContents(folder: string): Promise<BrandContents | null> {
  const entries = listFolder(folder)
  if (!entries) return null
  const files = entries.filter(({ kind }) => kind === 'file')
  const read = await Promise.all(
    files.map(async ({ path }) => [path, new Uint8Array(await readFile(join(folder, path)))] as const),
  )
  return new Map(read)
}

/** The hash of each file, its path in order. */
export function hashesOf(contents: BrandContents): ContentHashes {
  const sorted = [...contents].sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted.map(([path, bytes]) => [path, sha256(bytes)]))
}

/** One hash over paths and files: the same bytes in a folder, an archive or a database have the same. */
export function contentHash(hashes: ContentHashes): string {
  const lines = Object.entries(hashes).sort(([left], [right]) => (left < right ? -1 : 1))
  return sha256(new TextEncoder().encode(lines.map(([path, hash]) => `${hash}  ${path}\n`).join('')))
}

/** SHA-256 as hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
