import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { isJsonObject, type JsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandManifest, BrandProblem } from '#schemas'
import { checkLayerFile } from '../check/check-layer.ts'
import { symbolIds } from '../check/svg-symbols.ts'
import { type PageOutline, pageOutline } from '../page-outline.ts'
import { BASE_ID, type FileRole, type FolderEntry, listFolder, readWhole, roleOfPath } from './brand-files.ts'
import type { BrandSchemas } from './brand-schemas.ts'
import { migrateSource, type SchemaVersion, versionOf } from './brand-versions.ts'
import { type JsonSource, readJsonSource, type TextPlace } from './json-source.ts'
import { builtSoundFiles, type SoundFiles, soundKey } from './sound-files.ts'

/** A file of a brand folder, read. */
export interface LayerFile {
  readonly entry: FolderEntry
  readonly role: FileRole
  /** SHA-256 of its bytes (hexadecimal, 64 characters). */
  readonly hash: string
  /** A JSON file's text, and its value in the current version. */
  readonly source: JsonSource | null
  /** What a Markdown page links to, and its headings. */
  readonly outline: PageOutline | null
  /** Ids of the symbols of an SVG: the icons that it holds. */
  readonly symbols: readonly string[] | null
  readonly problems: readonly BrandProblem[]
}

/** One brand folder by itself: every file, read and checked as far as that goes without its parents. */
export interface BrandLayer {
  readonly id: string
  readonly folder: string
  /** Changes whenever a file is added, removed, or has another size or time. */
  readonly fingerprint: string
  /** The version in which the folder is written; what is read from it is brought to the current one. */
  readonly version: SchemaVersion
  readonly files: ReadonlyMap<string, LayerFile>
  /** What `brand.json` says, when it is readable and right. */
  readonly manifest: BrandManifest | null
  readonly problems: readonly BrandProblem[]
}

const MANIFEST_FILE = 'brand.json'
/** Largest JSON or Markdown file, and largest asset, that is read. */
const LARGEST_TEXT_BYTES = 1024 * 1024
const LARGEST_ASSET_BYTES = 8 * 1024 * 1024

/** What the files of a folder are like now, without reading them; null when there is no folder. */
function lookAtFolder(
  folder: string,
): { readonly entries: readonly FolderEntry[]; readonly fingerprint: string } | null {
  const entries = listFolder(folder)
  if (!entries) return null
  const text = entries
    .map((entry) => `${entry.path}\0${entry.kind}\0${entry.sizeBytes}\0${entry.modifiedMs}`)
    .join('\n')
  return { entries, fingerprint: createHash('sha1').update(text).digest('base64') }
}

/** What changes whenever a file of a folder is added, removed, or has another size or time; null when there is no folder. */
export function fingerprintOf(folder: string): string | null {
  return lookAtFolder(folder)?.fingerprint ?? null
}

/** Reads a brand folder; files that are as `previous` read them are taken from it.
 *  @param sound what need not be checked again
 *  @returns null when there is no such folder */
export async function readLayer(
  folder: string,
  id: string,
  schemas: BrandSchemas,
  previous?: BrandLayer,
  sound: SoundFiles = {},
): Promise<BrandLayer | null> {
  const look = lookAtFolder(folder)
  if (!look) return null
  if (previous?.fingerprint === look.fingerprint) return previous
  const manifest = await manifestBytes(folder, look.entries)
  const version = versionOf(manifest ? readJsonSource(manifest).value : undefined)
  const kept = previous?.version === version ? previous : undefined
  const read = await Promise.all(
    look.entries.map((entry) => readLayerFile({ folder, id, entry, schemas, version, sound, manifest }, kept)),
  )
  const files = new Map(read.flatMap((file) => (file ? [[file.entry.path, file] as const] : [])))
  return {
    id,
    folder,
    fingerprint: look.fingerprint,
    version,
    files,
    manifest: manifestOf(files),
    problems: [...files.values()].flatMap((file) => file.problems),
  }
}

let lastBase: BrandLayer | null = null
let sound: SoundFiles | null = null

/** Reads the engine's own folder. All stores and checks of a process share it: of what one has read, the next reads only what has
 *  changed. @returns null when there is no such folder */
export async function readBase(baseDir: string, schemas: BrandSchemas): Promise<BrandLayer | null> {
  const previous = lastBase?.folder === baseDir ? lastBase : undefined
  sound ??= builtSoundFiles()
  lastBase = await readLayer(baseDir, BASE_ID, schemas, previous, sound)
  return lastBase
}

function manifestOf(files: ReadonlyMap<string, LayerFile>): BrandManifest | null {
  const file = files.get(MANIFEST_FILE)
  return file?.source?.value !== undefined && file.problems.length === 0
    ? (file.source.value as unknown as BrandManifest)
    : null
}

interface Reading {
  readonly folder: string
  readonly id: string
  readonly entry: FolderEntry
  readonly schemas: BrandSchemas
  readonly version: SchemaVersion
  readonly sound: SoundFiles
  /** What `brand.json` has: it was read for the version that the other files are brought to the current one from. */
  readonly manifest: Uint8Array | null
}

/** The bytes of the file that names a folder's version; the engine's own folder has none, and is of the current one. */
async function manifestBytes(folder: string, entries: readonly FolderEntry[]): Promise<Uint8Array | null> {
  const entry = entries.find(({ path }) => path === MANIFEST_FILE)
  const isRead = entry?.kind === 'file' && entry.sizeBytes <= LARGEST_TEXT_BYTES
  return isRead ? readBytes(join(folder, entry.path)) : null
}

async function readLayerFile(reading: Reading, previous: BrandLayer | undefined): Promise<LayerFile | null> {
  const { entry, id, schemas, version } = reading
  const before = previous?.files.get(entry.path)
  if (before && isSameEntry(before.entry, entry)) return before
  const role = roleOfPath(entry.path, schemas.sections)
  const isRead = entry.kind === 'file' && role.kind !== 'unknown' && entry.sizeBytes <= largestBytes(role)
  const bytes = isRead ? await bytesOf(reading) : new Uint8Array()
  if (!bytes) return null
  const source = role.kind === 'json' && isRead ? migrateSource(readJsonSource(bytes), entry.path, version) : null
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = reading.sound[soundKey(entry.path, hash)]
  if (known) return { entry, role, hash, source, ...known, problems: [] }
  const page = role.kind === 'page' && isRead ? fromMarkdown(new TextDecoder().decode(bytes)) : null
  const problems = checkLayerFile(
    { brand: id, entry, role, source, bytes, page, largestBytes: largestBytes(role) },
    schemas,
  )
  const outline = page && pageOutline(page)
  const symbols =
    role.kind === 'asset' && entry.path.endsWith('.svg') ? symbolIds(new TextDecoder().decode(bytes)) : null
  return { entry, role, hash, source, outline, symbols, problems }
}

async function bytesOf({ entry, folder, manifest }: Reading): Promise<Uint8Array | null> {
  return entry.path === MANIFEST_FILE && manifest ? manifest : readBytes(join(folder, entry.path))
}

function isSameEntry(left: FolderEntry, right: FolderEntry): boolean {
  return left.kind === right.kind && left.sizeBytes === right.sizeBytes && left.modifiedMs === right.modifiedMs
}

function largestBytes(role: FileRole): number {
  return role.kind === 'asset' ? LARGEST_ASSET_BYTES : LARGEST_TEXT_BYTES
}

async function readBytes(path: string): Promise<Uint8Array | null> {
  try {
    return await readWhole(path)
  } catch (error) {
    // Removed since the listing: the next look will see that.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The patch that a layer's file writes, without the `$schema` that serves editors; undefined when it is absent or broken. */
export function patchOf(layer: BrandLayer, path: string): JsonObject | undefined {
  const value = layer.files.get(path)?.source?.value
  if (!isJsonObject(value)) return undefined
  const { $schema: _schema, ...patch } = value
  return patch
}

/** Where a layer's file has the key of a pointer, or its value. */
export function placeIn(layer: BrandLayer, path: string, pointer: string): TextPlace {
  return layer.files.get(path)?.source?.placeOfKey(pointer) ?? { line: 1, column: 1 }
}
