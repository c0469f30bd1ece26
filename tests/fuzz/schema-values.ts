import fc from 'fast-check'
import { allSchemas } from '#server/wiring/http/schema-files.ts'

type Schema = Readonly<Record<string, unknown>> & { readonly $id?: string }

/** Stands for something that the run has learnt: an id of a player, a session, an account. */
export interface Learnt {
  readonly learnt: number
}

const BY_ID = new Map((allSchemas() as Schema[]).map((schema) => [schema.$id ?? '', schema]))
const DEPTH = 4
const MOST_ITEMS = 3

/** Values that parsers, databases and pages have stumbled over. */
const HOSTILE: readonly unknown[] = [
  ...['', ' ', '\u0000', '\ud800', '\u202e', 'a'.repeat(5000), '%00', '../../etc/passwd', '__proto__', 'constructor'],
  ...["' or 1=1 --", '{{7*7}}', '<script>alert(1)</script>', '$ne', '\r\nSet-Cookie: a=b', 'null', '0x10', '१२३'],
  ...[-1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE],
  ...[null, true, false, [], {}, [[]], { $gt: '' }, ['a', ['b']], { toString: 1 }],
]

/** A learnt thing, by its number in the order of learning, counted round. */
export const learnt: fc.Arbitrary<Learnt> = fc.nat({ max: 29 }).map((number) => ({ learnt: number }))

/** Whether a value is a placeholder. */
export function isLearnt(value: unknown): value is Learnt {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'learnt'
}

/** Any of the hostile values. */
export const hostile: fc.Arbitrary<unknown> = fc.constantFrom(...HOSTILE)

/** Values that a schema takes, in the main: what a random pattern cannot give comes from the examples. */
export function valuesOf(name: string): fc.Arbitrary<unknown> {
  const id = `https://livery.invalid/schemas/${name}.schema.json`
  const schema = BY_ID.get(id)
  if (!schema) throw new Error(`no schema ${name}`)
  return valid(schema, { id, depth: 0 })
}

interface Place {
  /** Of the file, by which references are followed. */
  readonly id: string
  readonly depth: number
}

function valid(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const examples = (schema.examples ?? []) as readonly unknown[]
  const made = shaped(schema, place)
  if (examples.length === 0) return made
  return fc.oneof({ arbitrary: made, weight: 2 }, { arbitrary: fc.constantFrom(...examples), weight: 1 })
}

function shaped(schema: Schema, { id, depth }: Place): fc.Arbitrary<unknown> {
  const below = { id, depth: depth + 1 }
  if (typeof schema.$ref === 'string') {
    const found = followed(schema.$ref, id)
    return valid(found.schema, { id: found.id, depth: depth + 1 })
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const choices = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, below)))
  if (depth > DEPTH) return fc.constant(null)
  const [type] = [schema.type ?? 'object'].flat()
  switch (type) {
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer({ min: bound(schema.minimum, -1e6), max: bound(schema.maximum, 1e6) })
    case 'number':
      return fc.double({ min: bound(schema.minimum, -1e6), max: bound(schema.maximum, 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valid((schema.items ?? {}) as Schema, below), { maxLength: MOST_ITEMS })
    case 'null':
      return fc.constant(null)
    default:
      return objects(schema, below)
  }
}

function objects(schema: Schema, below: Place): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const known = fc.record(Object.fromEntries(properties.map(([key, child]) => [key, valid(child, below)])), {
    requiredKeys: ((schema.required ?? []) as string[]).filter((key) => properties.some(([name]) => name === key)),
  })
  const more = schema.additionalProperties
  if (typeof more !== 'object' || more === null) return known
  const keys = fc.constantFrom('email', 'phone', 'password', 'country_id', 'name', 'unknown')
  const rest = fc.dictionary(keys, valid(more as Schema, below), { maxKeys: MOST_ITEMS })
  return fc.tuple(rest, known).map(([extra, own]) => ({ ...extra, ...own }))
}

function strings(schema: Schema): fc.Arbitrary<string> {
  const [minLength, maxLength] = [bound(schema.minLength, 0), Math.min(bound(schema.maxLength, 40), 300)]
  if (schema.format === 'email') return fc.nat(99).map((n) => `fuzz-${n}@mail.example`)
  if (schema.format === 'date') return fc.constantFrom('1990-05-17', '2010-02-29', '0000-00-00', '2999-12-31')
  if (typeof schema.pattern !== 'string') return fc.string({ unit: 'grapheme', minLength, maxLength })
  try {
    return fc.stringMatching(new RegExp(schema.pattern, 'u'), { size: 'small' })
  } catch {
    // The generator cannot do patterns that look ahead: the examples replace them.
    return fc.constantFrom(...((schema.examples ?? ['x']) as string[]))
  }
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

function followed(reference: string, from: string): { readonly schema: Schema; readonly id: string } {
  const url = new URL(reference, from)
  const id = url.origin + url.pathname
  let schema = BY_ID.get(id) as Schema
  for (const key of url.hash.split('/').slice(1)) schema = schema[decodeURIComponent(key)] as Schema
  return { schema, id }
}
