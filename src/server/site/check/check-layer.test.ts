import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BrandSchemas, loadBrandSchemas } from '../brands/brand-schemas.ts'
import { readJsonSource } from '../brands/json-source.ts'
import { knownKeys, schemaNodesAt } from '../brands/schema-walk.ts'
import { checkLayerFile } from './check-layer.ts'

const schemas: BrandSchemas = await loadBrandSchemas()

function problemsOf(section: string, text: string) {
  const bytes = new TextEncoder().encode(text)
  const entry = { path: `config/${section}.json`, kind: 'file', sizeBytes: bytes.length, modifiedMs: 0 } as const
  const role = { kind: 'json', schema: `site/config/${section}` } as const
  return checkLayerFile(
    { brand: 'x', entry, role, source: readJsonSource(bytes), bytes, page: null, largestBytes: 1e6 },
    schemas,
  )
}

/** Documents that begin like a section: its keys with any values, now and then a key of no section. */
function documents(section: string): fc.Arbitrary<unknown> {
  const { node } = schemas.get(`site/config/${section}`)
  const keys = knownKeys(schemaNodesAt(node, {}, '')).filter((key) => key !== '$schema')
  const inner = fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(
      fc.constantFrom('order', 'kind', 'labelKey', 'en', 'href', 'items', 'x'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    ),
  )
  return fc.dictionary(fc.constantFrom(...keys, 'unknown'), inner, { maxKeys: 5 })
}

test('OPS-2, OPS-4: whatever a validator refuses is reported, at a place inside the file', () => {
  for (const section of schemas.sections) {
    const { checkFile } = schemas.get(`site/config/${section}`)
    fc.assert(
      fc.property(documents(section), (document) => {
        const text = JSON.stringify(document, null, 2)
        const isRight = checkFile(JSON.parse(text))
        const problems = problemsOf(section, text)
        if (!isRight) expect(problems, text).not.toEqual([])
        const lines = text.split('\n')
        for (const { line, column, path, message } of problems) {
          expect(lines[line - 1]?.length).toBeGreaterThanOrEqual(column)
          expect(message).not.toMatch(/undefined|\[object/)
          const key = path.split('/').at(-1) ?? ''
          if (/^[a-z]+$/i.test(key) && message.includes('is not a key of'))
            expect(lines[line - 1]?.slice(column - 1)).toMatch(`"${key}"`)
        }
      }),
      { numRuns: 60 },
    )
  }
})

test('OPS-4: one unknown key is one problem, wherever it stands', () => {
  for (const section of schemas.sections) {
    const { node, checkFile } = schemas.get(`site/config/${section}`)
    for (const key of knownKeys(schemaNodesAt(node, {}, ''))) {
      const [example] = schemaNodesAt(node, {}, `/${key}`).flatMap(
        (one) => (one.examples as unknown[] | undefined) ?? [],
      )
      if (typeof example !== 'object' || example === null || Array.isArray(example)) continue
      const document = { [key]: { ...example, '$not a key': 1 } }
      if (checkFile(document)) throw new Error(`${section}/${key} takes any key`)
      expect(problemsOf(section, JSON.stringify(document)).map(({ path }) => path)).toEqual([`/${key}/$not a key`])
    }
  }
})
