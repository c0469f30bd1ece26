import type { StudioSearchAnswer } from '#schemas'
import { type BrandLayer, patchOf } from '../../site/brands/brand-layer.ts'
import { levelsOf } from '../../site/brands/brand-level.ts'
import { DICTIONARY } from '../../site/brands/brand-schemas.ts'
import { leavesOf } from '../../site/brands/provenance.ts'
import { schemaNodesAt } from '../../site/brands/schema-walk.ts'
import { bundledSchema } from './bundled-schema.ts'
import type { DraftState } from './draft-sites.ts'

type Hit = StudioSearchAnswer['hits'][number]

const MOST_HITS = 50
const SHOWN = 200

/** The keys, values and texts of a draft in which all words of a text occur, whole keys and texts first, at most 50. */
export function searchDraft(state: DraftState, text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const sought = text.trim().toLowerCase()
  const isHit = (...texts: readonly string[]) => {
    const all = texts.join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const hits = [...configHits(state, isHit), ...textHits(state, isHit)]
  const rank = ({ title, value }: Hit) =>
    title.toLowerCase() === sought || value.toLowerCase() === sought ? 0 : title.toLowerCase().includes(sought) ? 1 : 2
  return hits.sort((left, right) => rank(left) - rank(right)).slice(0, MOST_HITS)
}

type IsHit = (...texts: readonly string[]) => boolean

function configHits({ level, schemas }: DraftState, isHit: IsHit): Hit[] {
  return [...level.documents].flatMap(([path, { schema, value }]) => {
    const root = bundledSchema(schemas.get(schema).name)
    return leavesOf(value).flatMap(({ pointer, leaf }): Hit[] => {
      const shown = typeof leaf === 'string' ? leaf : JSON.stringify(leaf)
      const description = isHit(pointer, shown) ? '' : descriptionAt(root, value, pointer)
      if (!isHit(pointer, shown, description)) return []
      return [{ path, pointer, title: titleOf(pointer), value: shown.slice(0, SHOWN) }]
    })
  })
}

function descriptionAt(root: Parameters<typeof schemaNodesAt>[0], document: unknown, pointer: string): string {
  return schemaNodesAt(root, document, pointer)
    .map(({ title, description }) => `${title ?? ''} ${description ?? ''}`)
    .join(' ')
}

/** The texts of every language that the brand writes or inherits, each at the file of its key in the youngest folder. */
function textHits({ level }: DraftState, isHit: IsHit): Hit[] {
  const found = new Map<string, Hit>()
  for (const { layer } of levelsOf(level)) {
    for (const [path, { role }] of layer.files) {
      if (role.kind !== 'json' || role.schema !== DICTIONARY) continue
      for (const [key, text] of textsOf(layer, path)) {
        const place = `${path.split('/')[1]} ${key}`
        if (isHit(key, text)) found.set(place, { path, pointer: `/${key}`, title: key, value: text.slice(0, SHOWN) })
        else found.delete(place)
      }
    }
  }
  return [...found.values()]
}

function textsOf(layer: BrandLayer, path: string): (readonly [string, string])[] {
  return Object.entries(patchOf(layer, path) ?? {}).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, text] as const] : [],
  )
}

function titleOf(pointer: string): string {
  return (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~').slice(0, SHOWN)
}
