import { expect, test } from 'vitest'
import type { SchemaNode } from './schema-source.ts'
import { validatorCode } from './validator-code.ts'

const BASE = 'https://livery.invalid/schemas/'
const schema = (file: string, title: string, node: SchemaNode): [string, SchemaNode] => [
  file,
  { $id: BASE + file, title, type: 'object', ...node },
]

const files = new Map([
  schema('home/door.schema.json', 'Door', { required: ['key'], properties: { key: { $ref: 'key.schema.json' } } }),
  schema('home/gate.schema.json', 'Gate', { properties: { key: { $ref: 'key.schema.json' } } }),
  schema('home/key.schema.json', 'Key', { properties: { teeth: { $ref: '../shop/tooth.schema.json' } } }),
  schema('shop/tooth.schema.json', 'Tooth', {
    properties: { kind: { enum: ['long', 'short'] }, spare: { $ref: '#' }, sizeUm: { type: 'integer', minimum: 1 } },
  }),
])
const code = validatorCode(files, new Map([schema('home/door.schema.json', 'DoorPatch', { $id: `${BASE}p.json` })]))

test('each noun has one module with the validators of its schemas, and the patches have one of their own', () => {
  expect([...code.keys()]).toEqual(['home.js', 'home.d.ts', 'patch.js', 'patch.d.ts', 'shop.js', 'shop.d.ts'])
  expect(code.get('home.d.ts')).toContain('export declare const isDoor: Validator<Door>')
  expect(code.get('patch.d.ts')).toContain('export declare const isDoorPatch: Validator<Record<string, unknown>>')
  expect(code.get('patch.js')).toContain('"patch/home/door": isDoorPatch,')
})

test('a schema that others refer to is one function, which other nouns import', () => {
  const home = code.get('home.js') ?? ''
  expect(home.match(/function isKey\(/g)).toHaveLength(1)
  expect(home.match(/findWith\(isKey, faults, data\.key, at\+"\/key"\)/g)).toHaveLength(2)
  expect(home).toContain("import { isTooth } from './shop.js'")
})

test('a module carries no schema, only the lists that its faults name', () => {
  expect(code.get('shop.js')).toContain('const list0 = ["long","short"];')
  expect([...code.values()].join('')).not.toMatch(/schema\d|livery\.invalid|\beval\b|new Function/)
})
