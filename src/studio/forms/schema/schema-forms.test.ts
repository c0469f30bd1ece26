import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleSchema } from '../../testing/bundle-schema.test-support.ts'
import { fieldKindOf } from './field-kind.ts'
import { exampleOf, helpOf, humanised, labelOf } from './field-words.ts'
import { isField, shapeOf } from './node-shape.ts'
import { childNode, entryNode, resolvedNode, type SchemaNode, subSchema } from './schema-node.ts'
import { starterValue } from './starter-value.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const sections = readdirSync(join(ROOT, 'schemas/site/config')).filter((file) => file.endsWith('.schema.json'))
const readSchema = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, 'schemas', file), 'utf8'))
const schemaOf = (name: string) => bundleSchema(readSchema, name)
const defaultsOf = (section: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, `brands/_base/config/${section}.json`), 'utf8'))

/** Every place of a document: its pointer, its key, its schema and its shape. */
function places(
  root: SchemaNode,
  node: SchemaNode,
  value: unknown,
  pointer = '',
  key = '',
): { pointer: string; key: string; node: SchemaNode }[] {
  const own = { pointer, key, node }
  if (isField(shapeOf(root, node)) || typeof value !== 'object' || value === null) return [own]
  return [
    own,
    ...Object.entries(value)
      .filter(([name]) => name !== '$schema')
      .flatMap(([name, inner]) => {
        const child = childNode(root, node, name)
        return child
          ? places(root, child, inner, `${pointer}/${name}`, name)
          : [{ pointer: `${pointer}/${name}`, key: name, node: {} }]
      }),
  ]
}

test.each(['registration/type-definition', 'registration/field-catalogue', 'site/theme-tokens', 'site/brand-manifest'])(
  'the schema %s is bundled whole',
  (name) => {
    const root = schemaOf(name)
    const references = JSON.stringify(root).match(/"\$ref":"[^"]+"/g) ?? []
    const lost = references.filter((it) => Object.keys(resolvedNode(root, JSON.parse(`{${it}}`))).length === 0)
    expect(lost).toEqual([])
  },
)

describe.each(sections.map((file) => file.replace('.schema.json', '')))('the section %s', (section) => {
  const root = schemaOf(`site/config/${section}`)

  test('CARD-1, OPS-15: has a generated form for every value of the engine’s defaults', () => {
    const all = places(root, resolvedNode(root, root), defaultsOf(section))
    const without = all.filter(({ node }) => shapeOf(root, node) === 'json')
    expect(without.map(({ pointer }) => pointer)).toEqual([])
    for (const { pointer, node } of all) expect(subSchema(root, pointer)).toEqual(node)
  })
})

test('fields are known by type, unit, pattern and key', () => {
  const kind = (section: string, pointer: string) => {
    const root = schemaOf(section)
    return fieldKindOf(root, pointer.split('/').at(-1) ?? '', subSchema(root, pointer) ?? {})
  }
  expect(kind('site/config/header', '/menu/x/labelKey')).toBe('text-key')
  expect(kind('site/config/header', '/menu/x/routeId')).toBe('route')
  expect(kind('site/config/header', '/menu/x/icon')).toBe('icon')
  expect(kind('site/config/header', '/menu/x/isHighlighted')).toBe('toggle')
  expect(kind('site/config/header', '/menu/x/visibleFor')).toBe('choice')
  expect(kind('site/config/header', '/indentPx')).toBe('number')
  expect(kind('site/config/customize', '/logo')).toBe('asset')
  expect(kind('site/config/customize', '/icon')).toBe('asset')
  expect(kind('site/config/coupon', '/maximumStakeMinor')).toBe('money')
  expect(kind('site/config/coupon', '/quickStakesMinor')).toBe('list')
  expect(kind('site/theme-tokens', '/palette/accent/500')).toBe('token-colour')
  expect(kind('site/theme-tokens', '/space/1')).toBe('token')
  expect(kind('site/brand-manifest', '/hosts')).toBe('list')
})

test('keys become words, and descriptions lose the ids of requirements', () => {
  expect(humanised('maxVisibleItems')).toBe('Max visible items')
  expect(humanised('labelKey')).toBe('Label')
  expect(humanised('isHighlighted')).toBe('Highlighted')
  expect(humanised('live_casino')).toBe('Live casino')
  expect(humanised('Id')).toBe('Id')
  expect(['timesE2', 'minimumOddsE3', 'percentE4', 'productsPpm'].map(humanised).join()).toBe(
    'Times,Minimum odds,Percent,Products',
  )
  expect(labelOf('menu', { title: 'MenuEntry' })).toBe('Menu')
  expect(labelOf('menu', { title: 'Main menu' })).toBe('Main menu')
  expect(helpOf({ description: 'What opens the menus (UI-9, UI-10). A press.' })).toBe('What opens the menus. A press.')
  expect(exampleOf({ examples: ['live'] })).toBe('live')
  expect(exampleOf({ examples: [{}] })).toBe('')
})

test('a new entry has what is required, and its place', () => {
  const root = schemaOf('site/config/header')
  const entry = entryNode(root, subSchema(root, '/menu') ?? {})
  expect(entry && starterValue(root, entry, 40)).toEqual({ order: 40, labelKey: 'site.menu_home' })
})

test('a reference that leads nowhere gives a node that says nothing', () => {
  expect(resolvedNode({}, { $ref: '#/$defs/none' })).toEqual({})
  const circle: SchemaNode = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
  expect(resolvedNode(circle, { $ref: '#/$defs/a' })).toEqual({})
  expect(subSchema(circle, '/a/b')).toBeNull()
})
