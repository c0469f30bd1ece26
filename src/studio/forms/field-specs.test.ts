import { expect, test } from 'vitest'
import { editsOfForm, plainSchema, planOf } from './field-specs.ts'
import type { SchemaNode } from './schema/schema-node.ts'

const token: SchemaNode = { type: 'object', properties: { $value: {}, $type: { enum: ['color'] } } }
const root: SchemaNode = {
  type: 'object',
  required: ['name'],
  properties: {
    $schema: { type: 'string' },
    order: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { x: { type: 'string' } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { order: { type: 'integer' } } } },
    colour: token,
  },
}

test('scalars, lists and tokens are fields, objects and maps open; the order comes last', () => {
  const { fields, rows, entry } = planOf(root, root, { name: 'x' })
  expect(fields.map(({ key, kind }) => [key, kind])).toEqual([
    ['name', 'text'],
    ['tags', 'list'],
    ['colour', 'token-colour'],
    ['order', 'number'],
  ])
  expect(rows.map(({ key }) => key)).toEqual(['inner', 'map'])
  expect(entry).toBeNull()
  expect(plainSchema(root, fields)).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      tags: { type: 'array' },
      colour: { type: 'object' },
      order: { type: 'integer' },
    },
  })
})

test('the entries of a map are those that it holds', () => {
  const map: SchemaNode = { type: 'object', additionalProperties: { type: 'integer' } }
  const { fields, entry } = planOf(map, map, { eur: 1, usd: 2 })
  expect(fields.map(({ key, isEntry, isRequired }) => [key, isEntry, isRequired])).toEqual([
    ['eur', true, true],
    ['usd', true, true],
  ])
  expect(entry).toEqual({ type: 'integer' })
  const list: SchemaNode = { type: 'array', items: { type: 'object', properties: {} } }
  expect(planOf(list, list, [{}, {}]).rows.map(({ key }) => key)).toEqual(['0', '1'])
})

test('what differs becomes edits, of a token its value alone', () => {
  const { fields } = planOf(root, root, {})
  const before = { name: 'a', tags: ['x'], colour: { $type: 'color', $value: '#000000' } }
  const after = { name: 'b', tags: ['x'], colour: { $type: 'color', $value: '#ffffff' } }
  const at = { path: 'p.json', pointer: '/m', own: undefined }
  expect(editsOfForm(at, fields, { before, after })).toEqual([
    { path: 'p.json', pointer: '/m/name', value: 'b' },
    { path: 'p.json', pointer: '/m/colour/$value', value: '#ffffff' },
  ])
  expect(editsOfForm(at, fields, { before, after: before })).toEqual([])
})

test('an emptied value is taken out of the own file, or deleted where it is inherited', () => {
  const { fields } = planOf(root, root, {})
  const edit = (own: unknown) =>
    editsOfForm({ path: 'p', pointer: '', own }, fields, { before: { name: 'a' }, after: {} })
  expect(edit({ name: 'a' })).toEqual([{ path: 'p', pointer: '/name' }])
  expect(edit({})).toEqual([{ path: 'p', pointer: '/name', value: null }])
})
