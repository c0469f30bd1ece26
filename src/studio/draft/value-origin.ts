import { valueAt } from '#machines/site/merge-patch.rules.ts'
import { isWithin, parentPointer } from './own-documents.ts'

/** Where a value comes from. */
export type ValueOrigin =
  | { readonly kind: 'own' }
  | { readonly kind: 'parent'; readonly brand: string }
  | { readonly kind: 'default' }
  /** An object whose parts come from several places. */
  | { readonly kind: 'mixed' }

/** The engine's own folder, and what the schema gives. */
const ENGINE = ['default', '_base']

/** Where the value at a pointer comes from: what is said of it, of the nearest above it, or of all that is inside it.
 *  @param origins pointer → brand, of leaves */
export function originAt(origins: Readonly<Record<string, string>>, pointer: string, brand: string): ValueOrigin {
  const inside = Object.entries(origins).filter(([at]) => isWithin(at, pointer))
  const said = [...new Set(inside.map(([, from]) => originOf(from, brand)))]
  if (said.length === 0) return nearest(origins, pointer, brand)
  const kinds = new Set(said.map(({ kind }) => kind))
  return kinds.size > 1 || new Set(inside.map(([, from]) => from)).size > 1 ? mixedOr(said) : (said[0] as ValueOrigin)
}

function mixedOr(said: readonly ValueOrigin[]): ValueOrigin {
  return said.every(({ kind }) => kind === 'default') ? { kind: 'default' } : { kind: 'mixed' }
}

function nearest(origins: Readonly<Record<string, string>>, pointer: string, brand: string): ValueOrigin {
  for (let at = pointer; ; at = parentPointer(at)) {
    const from = origins[at]
    if (from !== undefined) return originOf(from, brand)
    if (at === '') return { kind: 'default' }
  }
}

function originOf(from: string, brand: string): ValueOrigin {
  if (from === brand) return { kind: 'own' }
  return ENGINE.includes(from) ? { kind: 'default' } : { kind: 'parent', brand: from }
}

/** Whether the brand's own file writes something at a pointer, so that it can be reset. */
export function isWritten(own: unknown, pointer: string): boolean {
  return own !== undefined && (pointer === '' || valueAt(own, pointer) !== undefined)
}
