import { expect, test } from 'vitest'
import { loadBrandSchemas } from '../../site/brands/brand-schemas.ts'
import { bundledSchema } from './bundled-schema.ts'

/** What a reference inside a document leads to. */
function followed(root: unknown, ref: string): unknown {
  const keys = ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root)
}

function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : referencesIn(value)))
}

test('every reference of every brand file’s schema leads to a place inside the bundle', async () => {
  const { sections } = await loadBrandSchemas()
  const names = [
    ...sections.map((section) => `site/config/${section}`),
    'site/theme-tokens',
    'registration/type-definition',
    'registration/field-catalogue',
  ]
  for (const name of names) {
    const schema = bundledSchema(name)
    const references = referencesIn(schema)
    for (const ref of references) {
      expect(ref, name).toMatch(/^#\//)
      expect(followed(schema, ref), `${name} ${ref}`).toBeTypeOf('object')
    }
  }
  expect(referencesIn(bundledSchema('site/config/header')).length).toBeGreaterThan(0)
})
