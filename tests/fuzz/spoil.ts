import fc from 'fast-check'
import { hostile, isLearnt, learnt } from './schema-values.ts'

/** What is done to a value on its way: nothing, another value at one of its places, a name more, or another value in its stead. */
export type Spoil =
  | { readonly kind: 'none' }
  | { readonly kind: 'other'; readonly at: number; readonly put: unknown }
  | { readonly kind: 'more'; readonly name: string; readonly put: unknown }
  | { readonly kind: 'instead'; readonly put: unknown }

const other = fc.oneof(learnt, hostile)

/** Half of the values stay as they are. */
export const spoils: fc.Arbitrary<Spoil> = fc.oneof(
  { arbitrary: fc.constant<Spoil>({ kind: 'none' }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('other' as const), at: fc.nat(), put: other }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('more' as const), name: fc.string(), put: other }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('instead' as const), put: hostile }), weight: 1 },
)

/** Does it to a copy. */
export function spoilt(value: unknown, spoil: Spoil): unknown {
  switch (spoil.kind) {
    case 'none':
      return value
    case 'other':
      return withOther(value, spoil.at, spoil.put)
    case 'more':
      return isNested(value) ? Object.fromEntries([...Object.entries(value), [spoil.name, spoil.put]]) : spoil.put
    case 'instead':
      return spoil.put
  }
}

/** A copy of bytes with one of them changed, one more, or none but those of a text. */
export function spoiltBytes(bytes: Buffer, spoil: Spoil): Buffer {
  const copy = Buffer.from(bytes)
  switch (spoil.kind) {
    case 'none':
      return copy
    case 'other':
      copy.writeUInt8(spoil.at & 255, spoil.at % copy.length)
      return copy
    case 'more':
      return Buffer.concat([copy, Buffer.from(spoil.name)])
    case 'instead':
      return copy.subarray(0, JSON.stringify(spoil.put)?.length ?? 0)
  }
}

function withOther(value: unknown, at: number, put: unknown): unknown {
  if (!isNested(value) || isLearnt(value)) return put
  const keys = Object.keys(value)
  if (keys.length === 0) return put
  const key = keys[at % keys.length] as string
  const child = withOther((value as Record<string, unknown>)[key], Math.floor(at / keys.length), put)
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? child : item))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? child : item]))
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
