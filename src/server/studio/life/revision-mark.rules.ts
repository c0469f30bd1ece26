import { isJsonObject, type JsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandManifest } from '#schemas'
import { readJsonSource } from '../../site/brands/json-source.ts'
import { rewriteJson } from '../../site/brands/rewrite-json.ts'
import type { BrandContents } from '../brand-contents.ts'

/** The file that says what brand a folder is. */
export const MANIFEST_FILE = 'brand.json'
/** Where the manifest has the number of the revision. */
export const REVISION_POINTER = '/revision'

/** What the manifest of a brand's files says, as far as it can be read. */
export function manifestIn(contents: BrandContents): JsonObject | null {
  const bytes = contents.get(MANIFEST_FILE)
  const value = bytes && readJsonSource(bytes).value
  return isJsonObject(value) ? value : null
}

/** The number of the revision that the files of a brand name; 0 when they name none. */
export function revisionIn(contents: BrandContents | null): number {
  const revision = contents && manifestIn(contents)?.revision
  return typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0 ? revision : 0
}

/** The files with other values in the manifest, whose form stays. Nothing changes when it says so already, or cannot be read. */
export function withManifest(contents: BrandContents, changes: Partial<BrandManifest>): BrandContents {
  const before = manifestIn(contents)
  const bytes = contents.get(MANIFEST_FILE)
  if (!before || !bytes) return contents
  const text = new TextDecoder().decode(bytes)
  const rewritten = rewriteJson(text, before, { ...before, ...(changes as JsonObject) })
  return rewritten === text ? contents : new Map(contents).set(MANIFEST_FILE, new TextEncoder().encode(rewritten))
}
