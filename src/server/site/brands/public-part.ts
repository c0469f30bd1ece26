import { type JsonValue, mergePatch, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { ResolvedDocument } from './brand-level.ts'
import type { BrandSchemas } from './brand-schemas.ts'
import { visitDocument } from './schema-walk.ts'

const publicParts = new WeakMap<ResolvedDocument, JsonValue>()

/** A section without the keys that its schema hides from pages; made once for all brands that share it. */
export function publicPart(document: ResolvedDocument, schemas: BrandSchemas): JsonValue {
  const known = publicParts.get(document)
  if (known !== undefined) return known
  const hidden: string[] = []
  visitDocument(schemas.get(document.schema).node, document.value, ({ pointer, nodes }) => {
    if (nodes.some((node) => node['x-server-only'] === true || node.writeOnly === true)) hidden.push(pointer)
  })
  let part = document.value
  for (const pointer of hidden) part = mergePatch(part, deletion(pointerKeys(pointer)))
  publicParts.set(document, Object.freeze(part))
  return part
}

function deletion(keys: readonly string[]): JsonValue {
  const [key, ...rest] = keys
  return key === undefined ? null : { [key]: deletion(rest) }
}
