import { type Dirent, lstatSync, readdirSync, readFile, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { nearest } from '#machines/site/nearest.rules.ts'
import { listed } from '../faults/problem-words.ts'
import {
  DICTIONARY,
  FIELD_CATALOGUE,
  MANIFEST,
  REGISTRATION_DATA,
  REGISTRATION_TYPE,
  sectionSchema,
  THEME,
  WELCOME_BONUSES,
} from './brand-schemas.ts'

/** A file found in a brand folder. */
export interface FolderEntry {
  /** Path inside the folder, with forward slashes. */
  readonly path: string
  readonly kind: 'file' | 'outside-link' | 'folder-link' | 'other'
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** What a path of a brand folder holds. */
export type FileRole =
  | { readonly kind: 'json'; readonly schema: string }
  | { readonly kind: 'page' }
  | { readonly kind: 'asset' }
  | UnknownRole

/** A path that the engine does not know; `at` is the folder that is unknown as a whole. */
export interface UnknownRole {
  readonly kind: 'unknown'
  readonly found: string
  readonly expected: string
  readonly suggestion: string | null
  readonly at?: string
}

/** Name of a brand's folder, and of the engine's own (implicit root of all). */
export const BASE_ID = '_base'
/** Id of a brand; those that the studio has for itself are none. */
export const BRAND_ID = /^(?!(?:studio|draft)$)[a-z][a-z0-9-]{1,31}$/

/** Reads a file at half the cost of `node:fs/promises`, which opens a handle first: a check of a thousand brands reads thousands of files. */
export const readWhole = promisify(readFile)

/** All files of a folder, sorted by path; links are followed when they lead to a file of the same folder. It asks without giving
 *  way to others: promises would cost the thread half as much again, which requests pay for.
 *  @returns null when there is no such folder */
export function listFolder(folder: string): readonly FolderEntry[] | null {
  let found: Dirent[]
  try {
    found = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
  const paths = found.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const entries = paths.filter((path) => !isLeftover(relative(folder, path))).map((path) => describeEntry(folder, path))
  return entries.filter((entry) => entry !== null).sort((left, right) => (left.path < right.path ? -1 : 1))
}

/** Files that editors and systems leave beside those that people write. */
const LEFTOVER = /^\.|~$|^#.*#$|\.sw[a-p]$|^(?:thumbs\.db|ehthumbs\.db|desktop\.ini|__macosx)$/i

/** Whether a path is nothing that an operator wrote: a dot file, `coupon.json~`, `.licence.json.swp`, `#x#`, `Thumbs.db`, or
 *  something in a folder of that kind. */
export function isLeftover(path: string): boolean {
  return path.split(/[\\/]/).some((name) => LEFTOVER.test(name))
}

/** Whether a failed file operation failed because nothing is there. */
export function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function describeEntry(folder: string, full: string): FolderEntry | null {
  const path = relative(folder, full).split(sep).join('/')
  try {
    const own = lstatSync(full)
    if (!own.isSymbolicLink()) return entryOf(path, own.isFile() ? 'file' : 'other', own)
    const aim = statSync(full)
    const isInside = realpathSync(full).startsWith(realpathSync(folder) + sep)
    return entryOf(path, isInside ? (aim.isFile() ? 'file' : 'folder-link') : 'outside-link', aim)
  } catch (error) {
    // Removed between the listing and the look: as good as never there. A link that leads nowhere is not a file.
    if (isAbsent(error)) return null
    throw error
  }
}

function entryOf(
  path: string,
  kind: FolderEntry['kind'],
  { size, mtimeMs }: { size: number; mtimeMs: number },
): FolderEntry {
  return { path, kind, sizeBytes: size, modifiedMs: mtimeMs }
}

const FOLDERS = ['config', 'registration', 'locales', 'pages', 'assets']
const ROOT_FILES = ['brand.json', 'theme.tokens.json']
const REGISTRATION_FILES: Readonly<Record<string, string>> = {
  fields: FIELD_CATALOGUE,
  data: REGISTRATION_DATA,
  'welcome-bonuses': WELCOME_BONUSES,
}
const LANGUAGE = /^[a-z]{2,3}(?:-[a-zA-Z]{2,4})?$/
const ASSET_ENDINGS = ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'ico', 'woff2', 'woff', 'ttf', 'otf']

/** What a path inside a brand folder is for (OPS-8).
 *  @param sections names of the sections of the site configuration */
export function roleOfPath(path: string, sections: readonly string[]): FileRole {
  const [folder = '', ...rest] = path.split('/')
  if (rest.length === 0) return rootRole(folder)
  if (folder === 'config') return configRole(rest, sections)
  if (folder === 'registration') return registrationRole(rest)
  if (folder === 'locales')
    return languageRole(rest, /^[a-z][a-z0-9-]*\.json$/, 'locales/<language>/<noun>.json', {
      kind: 'json',
      schema: DICTIONARY,
    })
  if (folder === 'pages')
    return languageRole(rest, /^[a-z][a-z0-9_-]{0,63}\.md$/, 'pages/<language>/<page>.md', { kind: 'page' })
  if (folder === 'assets') return assetRole(rest.join('/'))
  const near = nearest(folder, FOLDERS)
  return { ...unknown(`unknown folder ${folder}/`, `one of ${FOLDERS.join('/, ')}/`, near && `${near}/`), at: folder }
}

function rootRole(name: string): FileRole {
  if (name === 'brand.json') return { kind: 'json', schema: MANIFEST }
  if (name === 'theme.tokens.json') return { kind: 'json', schema: THEME }
  return unknown(`unknown file ${name}`, `one of ${ROOT_FILES.join(', ')}`, nearest(name, ROOT_FILES))
}

function configRole(rest: readonly string[], sections: readonly string[]): FileRole {
  const name = rest.join('/')
  const section = name.endsWith('.json') ? name.slice(0, -'.json'.length) : ''
  if (sections.includes(section)) return { kind: 'json', schema: sectionSchema(section) }
  const near = nearest(section || name, sections)
  return unknown(
    `unknown section file ${name}`,
    `one of ${listed(
      sections.map((known) => `${known}.json`),
      30,
    )}`,
    near && `${near}.json`,
  )
}

function registrationRole(rest: readonly string[]): FileRole {
  const name = /^([a-z][a-z0-9_-]*)\.json$/.exec(rest.join('/'))?.[1]
  if (name) return { kind: 'json', schema: REGISTRATION_FILES[name] ?? REGISTRATION_TYPE }
  return unknown(`unknown file ${rest.join('/')}`, 'fields.json, data.json, welcome-bonuses.json or <type>.json', null)
}

function languageRole(rest: readonly string[], file: RegExp, form: string, role: FileRole): FileRole {
  const [language = '', name = '', ...more] = rest
  if (LANGUAGE.test(language) && file.test(name) && more.length === 0) return role
  return unknown(`unknown file ${rest.join('/')}`, `a file ${form}`, null)
}

const ASSET_NAME = /^[a-z0-9][a-z0-9/_.-]{0,199}$/

function assetRole(path: string): FileRole {
  if (isAsset(path)) return { kind: 'asset' }
  const expected = `an image or a font (${ASSET_ENDINGS.join(', ')}) with a lower-case name`
  return unknown(`the file ${path}`, expected, assetName(path))
}

function isAsset(path: string): boolean {
  return ASSET_ENDINGS.includes(path.split('.').at(-1) ?? '') && ASSET_NAME.test(path)
}

/** The path under which an asset would be read: `My Logo.SVG` → `assets/my-logo.svg`; null where its ending is none that is meant. */
function assetName(path: string): string | null {
  const name = path.toLowerCase().replaceAll(/[^a-z0-9/_.-]+/g, '-')
  const ending = name.split('.').at(-1) ?? ''
  const meant = ASSET_ENDINGS.includes(ending) ? ending : nearest(ending, ASSET_ENDINGS)
  const fitted = meant === null ? '' : `${name.slice(0, name.length - ending.length)}${meant}`
  return isAsset(fitted) ? `assets/${fitted}` : null
}

function unknown(found: string, expected: string, suggestion: string | null): UnknownRole {
  return { kind: 'unknown', found, expected, suggestion }
}
