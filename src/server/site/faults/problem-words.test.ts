import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isJsonObject, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem } from '#schemas'
import { roleOfPath } from '../brands/brand-files.ts'
import { type DocumentSchema, loadBrandSchemas, MANIFEST } from '../brands/brand-schemas.ts'
import { ENGINE_BASE } from '../brands/brand-store.ts'
import { readJsonSource } from '../brands/json-source.ts'
import { type SchemaNode, visitDocument } from '../brands/schema-walk.ts'
import { checkLayerFile } from '../check/check-layer.ts'
import { formatWords, formWords, plainDescription } from '../check/form-words.ts'

const schemas = await loadBrandSchemas()

interface Document {
  readonly path: string
  readonly schema: DocumentSchema
  readonly value: unknown
}

async function baseDocuments(): Promise<readonly Document[]> {
  const files = (await readdir(ENGINE_BASE, { recursive: true })).filter((file) => file.endsWith('.json'))
  const own = await Promise.all(
    files
      .filter((file) => !file.startsWith('locales') || file.endsWith('en/site.json'))
      .map(async (path) => {
        const role = roleOfPath(path, schemas.sections)
        if (role.kind !== 'json') throw new Error(`${path} is no document`)
        const { $schema: _schema, ...value } = JSON.parse(await readFile(join(ENGINE_BASE, path), 'utf8'))
        return { path, schema: schemas.get(role.schema), value }
      }),
  )
  const manifest = {
    id: 'faulty',
    name: 'Faulty',
    extends: '_base',
    hosts: ['faulty.example'],
    schemaVersion: 3,
    revision: 0,
  }
  return [...own, { path: 'brand.json', schema: schemas.get(MANIFEST), value: manifest }]
}

/** What people put where something else belongs. */
const WRONG: readonly unknown[] = [
  ...['', ' ', 'No such thing!', '{x}', 'x'.repeat(2000), '[', 'javascript:alert(1)', '2026-02-30'],
  ...[-1e9, 0.123456789, 1e18, true, null, [], {}, [1, 1], Array(31).fill('x'), { 'No key!': 1, nope: 2 }],
]

function put(document: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value
  const copy = structuredClone(document) as Record<string, unknown>
  const keys = pointerKeys(pointer)
  const holder = keys.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, copy)
  holder[keys.at(-1) ?? ''] = value
  return copy
}

/** One place for each thing that the schemas speak of: those that the document has, and keys that it leaves out. */
function placesOf({ schema, value }: Document, seen: Set<string>): readonly string[] {
  const places: string[] = []
  visitDocument(schema.node, value, ({ value: part, pointer, nodes }) => {
    const identity = JSON.stringify(
      nodes.map(({ description, type, pattern, title }) => [description, type, pattern, title]),
    )
    if (seen.has(identity)) return
    seen.add(identity)
    places.push(pointer)
    if (!isJsonObject(part)) return
    for (const node of nodes)
      for (const key of Object.keys((node.properties ?? {}) as object)) {
        if (!Object.hasOwn(part, key) && !key.startsWith('$')) places.push(`${pointer}/${key}`)
      }
  })
  return places
}

interface Broken {
  readonly problems: readonly BrandProblem[]
  readonly keywords: readonly string[]
}

function broken({ path, schema }: Document, value: unknown): Broken {
  const bytes = Buffer.from(JSON.stringify(value))
  const entry = { path, kind: 'file', sizeBytes: bytes.length, modifiedMs: 0 } as const
  const role = { kind: 'json', schema: schema.name } as const
  const file = { brand: 'faulty', entry, role, source: readJsonSource(bytes), bytes, page: null, largestBytes: 1e9 }
  schema.checkFile(structuredClone(value))
  const keywords = (schema.checkFile.errors ?? []).map(({ keyword }) => keyword)
  return { problems: checkLayerFile(file, schemas), keywords }
}

/** Words of those who write schemas, raw expressions, and numbers of requirements. */
const NOT_SAID =
  /\b(?:oneOf|anyOf|allOf|additional propert\w*|additionalProperties|propertyNames|patternProperties|minItems|maxItems|uniqueItems|exclusiveM\w+|multipleOf|minProperties|maxProperties|enum|const|subschema|schema|keyword|instance|undefined|a regex|a hostname|must match|must be (?:string|integer|object|array|equal))\b|\[object|\^\(|\^\[|\\d|\[a-z|\(\?|(?<!UTF)\b[A-Z]{2,}-\d+\)/

const corpus = await (async () => {
  const seen = new Set<string>()
  const found: Broken[] = []
  for (const document of await baseDocuments())
    for (const place of placesOf(document, seen))
      for (const wrong of WRONG) found.push(broken(document, put(document.value, place, wrong)))
  const validation = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`rule${index}`, { value: 1 }]))
  const form = { path: 'registration/own.json', schema: schemas.get('registration/type-definition'), value: {} }
  found.push(broken(form, { fields: { email: { order: 1, validation } } }))
  return found
})()

function nodesOf(node: unknown): readonly SchemaNode[] {
  if (typeof node !== 'object' || node === null) return []
  // What examples and defaults hold are values, which may have keys such as `pattern`.
  const inside = Object.entries(node).flatMap(([key, value]) =>
    (key === 'examples' || key === 'default') && !('type' in Object(value)) ? [] : nodesOf(value),
  )
  return [...(Array.isArray(node) ? [] : [node as SchemaNode]), ...inside]
}

const patched = [
  MANIFEST,
  ...schemas.sections.map((section) => `site/config/${section}`),
  'site/theme-tokens',
  'site/dictionary',
]
const registration = ['field-catalogue', 'type-definition', 'registration-data-file', 'welcome-bonuses-file']
const allNodes = [...patched, ...registration.map((name) => `registration/${name}`)].flatMap((name) =>
  nodesOf(schemas.get(name).node),
)

describe('what the check says of broken files', () => {
  test('OPS-2: no message has words of those who write schemas', () => {
    const problems = corpus.flatMap((one) => one.problems)
    expect(problems.length).toBeGreaterThan(3000)
    const words = new Set<string>()
    for (const { message, expected } of problems)
      for (const text of [message, expected]) {
        // The operator's own words are quoted; pointers and `$schema` are names.
        const own = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/(?:^|\s)\/[\w/.$-]+|\$\w+/g, ' ')
        const word = NOT_SAID.exec(own)
        if (word) words.add(`${word[0]}: ${text}`)
      }
    expect([...words].slice(0, 5)).toEqual([])
  })

  test('OPS-2: every message says what to do', () => {
    const silent = corpus
      .flatMap((one) => one.problems)
      .filter(
        ({ message }) => !/\b(?:Write|Use|Did you mean|Add|Give|Remove|Leave|Take|Expected|Delete)\b/.test(message),
      )
    expect(silent.slice(0, 3).map(({ message }) => message)).toEqual([])
  })

  test('OPS-2: every rule by which the files of a brand are judged was broken', () => {
    const broke = new Set(corpus.flatMap(({ keywords }) => keywords))
    const rules = ['type', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']
    const more = [
      'uniqueItems',
      'anyOf',
      'oneOf',
      'required',
      'propertyNames',
      'maxProperties',
      'minProperties',
      'multipleOf',
    ]
    const used = [
      ...rules,
      ...more,
      'exclusiveMinimum',
      'exclusiveMaximum',
      'const',
      'not',
      'if',
      'dependentRequired',
    ].filter(
      (rule) =>
        allNodes.some((node) => rule in node && typeof node[rule] !== 'string') ||
        ['pattern', 'format', 'type'].includes(rule),
    )
    expect(used.filter((rule) => !broke.has(rule))).toEqual([])
  })

  test('OPS-2: every form of texts has words', () => {
    const patterns = new Set(allNodes.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])))
    const formats = new Set(allNodes.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])))
    expect(patterns.size).toBeGreaterThan(40)
    expect([...patterns].filter((pattern) => formWords(pattern) === null)).toEqual([])
    expect([...formats].filter((format) => formatWords(format) === null)).toEqual([])
  })

  test('numbers of requirements are for the authors of descriptions', () => {
    expect(plainDescription('Bets at most (BET-2).')).toBe('Bets at most.')
    expect(plainDescription('Taxes (CFG-25, MATH-10). In (some) words.')).toBe('Taxes. In (some) words.')
    expect(plainDescription('Base (decision 12): none.')).toBe('Base: none.')
  })
})
