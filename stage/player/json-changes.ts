import { toPointer } from './json-pointer.ts'
import { isSameJson } from './plain-json.ts'

/** One place at which two JSON values differ. */
export interface JsonChange {
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly pointer: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * What differs between two JSON values, at the innermost places that tell it: objects are compared key by key and lists place
 * by place. Equal parts that are the same object are passed over at once, so two moments of one replay compare quickly.
 */
export function jsonChanges(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): readonly JsonChange[] {
  if (before === after) return []
  if (!isStructure(before) || !isStructure(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (isSameJson(before, after)) return []
    return [{ pointer: toPointer(path), kind: 'changed', before, after }]
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => memberChanges(before, after, key, path))
}

type Members = Readonly<Record<string, unknown>>

function memberChanges(
  before: Members,
  after: Members,
  key: string,
  path: readonly (string | number)[],
): readonly JsonChange[] {
  const inner = [...path, key]
  const pointer = toPointer(inner)
  if (!isThere(before, key)) return isThere(after, key) ? [{ pointer, kind: 'added', after: after[key] }] : []
  if (!isThere(after, key)) return [{ pointer, kind: 'removed', before: before[key] }]
  return jsonChanges(before[key], after[key], inner)
}

function isThere(members: Members, key: string): boolean {
  return Object.hasOwn(members, key) && members[key] !== undefined
}

function isStructure(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
