import { type JsonObject, type JsonValue, mergePatch } from '#machines/site/merge-patch.rules.ts'
import type { StudioDocumentAnswer, StudioDocumentCard } from '#schemas'
import { BASE_ID, roleOfPath } from '../../site/brands/brand-files.ts'
import { type BrandLayer, patchOf } from '../../site/brands/brand-layer.ts'
import { type BrandLevel, levelsOf, sectionPath } from '../../site/brands/brand-level.ts'
import { type BrandSchemas, DICTIONARY, MANIFEST } from '../../site/brands/brand-schemas.ts'
import { leavesOf } from '../../site/brands/provenance.ts'
import type { SchemaNode } from '../../site/brands/schema-walk.ts'
import { StudioFailure } from '../studio-failure.ts'
import { bundledSchema } from './bundled-schema.ts'
import type { DraftState } from './draft-sites.ts'

const DEFAULT = 'default'
const PAGE_SCHEMA: SchemaNode = { type: 'string', title: 'Page', description: 'The page in Markdown.' }

/** The files of a draft that the studio edits, in the order in which it lists them. */
export function documentCards({ level, schemas }: DraftState): StudioDocumentCard[] {
  const inherited = levelsOf(level).flatMap(({ layer }) => [...layer.files.keys()])
  const paths = new Set(['brand.json', ...schemas.sections.map(sectionPath), 'theme.tokens.json', ...inherited])
  const cards = [...paths].flatMap((path) => cardOf(level, schemas, path) ?? [])
  return cards.sort((left, right) => order(left) - order(right) || (left.path < right.path ? -1 : 1))
}

const GROUPS: readonly StudioDocumentCard['group'][] = ['manifest', 'config', 'theme', 'registration', 'texts', 'page']

function order({ group }: StudioDocumentCard): number {
  return GROUPS.indexOf(group)
}

function cardOf({ layer }: BrandLevel, schemas: BrandSchemas, path: string): StudioDocumentCard | null {
  const role = roleOfPath(path, schemas.sections)
  const isOwn = layer.files.has(path)
  const [folder = '', ...rest] = path.split('/')
  const name = (rest.at(-1) ?? folder).replace(/\.(?:json|md)$/, '')
  if (role.kind === 'page') {
    return { path, group: 'page', title: `${name} (${rest[0]})`, description: '', isOwn }
  }
  if (role.kind !== 'json') return null
  if (role.schema === DICTIONARY) return { path, group: 'texts', title: `${name} (${rest[0]})`, description: '', isOwn }
  const { description = '' } = bundledSchema(role.schema) as { description?: string }
  return { path, group: groupOf(folder), title: humanised(name.replace('.tokens', '')), description, isOwn }
}

function groupOf(folder: string): StudioDocumentCard['group'] {
  if (folder === 'config' || folder === 'registration') return folder
  return folder === 'brand.json' ? 'manifest' : 'theme'
}

function humanised(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A file of a draft: schema, own values, values as they are served, and where each of them comes from.
 *  @param readText reads a file of the folder of a brand
 *  @throws StudioFailure document.unknown */
export async function documentOf(
  state: DraftState,
  path: string,
  readText: (layer: BrandLayer, path: string) => Promise<string | undefined>,
): Promise<Omit<StudioDocumentAnswer, 'sequence'>> {
  const { level, schemas, findings } = state
  const role = roleOfPath(path, schemas.sections)
  const problems = findings.filter(({ file }) => file === `${level.layer.id}/${path}`)
  if (role.kind === 'page') return { path, problems, ...(await pageOf(level, path, readText)) }
  if (role.kind !== 'json') throw new StudioFailure('document.unknown', { path })
  const own = patchOf(level.layer, path)
  const schema = bundledSchema(role.schema)
  const resolved = resolvedOf(state, path, role.schema)
  return { path, schema, ...(own && { own }), resolved, origins: originsOf(level, path, resolved), problems }
}

/** The values of a document as they are served; of one that the check refuses, as they are merged. */
function resolvedOf({ level }: DraftState, path: string, schema: string): JsonValue {
  if (schema === MANIFEST) return patchOf(level.layer, path) ?? {}
  const document = level.documents.get(path)
  const merged = levelsOf(level).reduce<JsonValue | undefined>((value, { layer }) => {
    const patch = patchOf(layer, path)
    return patch ? mergePatch(value, patch) : value
  }, undefined)
  if (schema === DICTIONARY || !document) return merged ?? {}
  const isServed = document.merged === merged || JSON.stringify(document.merged) === JSON.stringify(merged)
  return isServed ? document.value : (merged ?? {})
}

/** Pointer → the brand that wrote the value; only leaves are listed. */
function originsOf(level: BrandLevel, path: string, resolved: JsonValue): Record<string, string> {
  const patches = levelsOf(level)
    .toReversed()
    .flatMap(({ layer }) => {
      const patch = patchOf(layer, path)
      return patch ? [{ id: layer.id, pointers: writtenIn(patch) }] : []
    })
  return Object.fromEntries(
    leavesOf(resolved).map(({ pointer }) => [
      pointer,
      patches.find(({ pointers }) => pointers.has(pointer))?.id ?? DEFAULT,
    ]),
  )
}

function writtenIn(patch: JsonObject): ReadonlySet<string> {
  return new Set(leavesOf(patch).map(({ pointer }) => pointer))
}

async function pageOf(
  level: BrandLevel,
  path: string,
  readText: (layer: BrandLayer, path: string) => Promise<string | undefined>,
): Promise<Pick<StudioDocumentAnswer, 'schema' | 'own' | 'resolved' | 'origins'>> {
  const owner = levelsOf(level).findLast(({ layer }) => layer.files.has(path))
  const text = owner && (await readText(owner.layer, path))
  const isOwn = owner === level
  return {
    schema: PAGE_SCHEMA,
    ...(isOwn && text !== undefined ? { own: text } : {}),
    resolved: text ?? '',
    origins: { '': owner?.layer.id ?? BASE_ID },
  }
}
