import { expect, test } from 'vitest'
import { eventCode } from './event-code.ts'
import type { SchemaNode } from './schema-source.ts'

const event = (type: string, properties: SchemaNode = {}, more: SchemaNode = {}): SchemaNode => ({
  type: 'object',
  required: ['type'],
  properties: { type: { const: type }, ...properties },
  ...more,
})

function secretsIn(...oneOf: readonly SchemaNode[]): Record<string, unknown> {
  const files = new Map<string, SchemaNode>([
    ['home/door-event.schema.json', { oneOf: [...oneOf] }],
    ['home/key.schema.json', { properties: { teeth: { writeOnly: true }, colour: {} } }],
    ['home/door.schema.json', { title: 'Door' }],
  ])
  const code = eventCode(files)
  const lines = [...code.matchAll(/^ {6}'([\w.]+)': (\{.*\}),$/gm)]
  return Object.fromEntries(
    lines.map(([, type = '', json = '{}']) => [type, (JSON.parse(json) as { secrets: unknown }).secrets]),
  )
}

test('the table has every schema of events and nothing else, with the names of what an event may hold', () => {
  const code = eventCode(
    new Map<string, SchemaNode>([
      ['home/door-event.schema.json', { title: 'DoorEvent', oneOf: [event('pushed', { by: {} }), event('shut')] }],
      ['home/door.schema.json', { title: 'Door' }],
    ]),
  )
  expect(code).toContain("import { isDoorEvent } from './validators/home.js'")
  expect(code).toContain(`'pushed': {"properties":["type","by"],"secrets":[]},`)
  expect(code).not.toContain('isDoor }')
})

test('secrets are found by themselves, inside of others, behind references and in lists', () => {
  expect(
    secretsIn(
      event('typed', { password: { writeOnly: true }, login: {} }),
      event('turned', { key: { $ref: 'key.schema.json' } }),
      event('entered', {
        codes: { type: 'array', items: { writeOnly: true } },
        'a/b~c': { properties: { pin: { writeOnly: true } } },
      }),
    ),
  ).toEqual({
    typed: [{ pointer: '/password' }],
    turned: [{ pointer: '/key/teeth' }],
    entered: [{ pointer: '/codes' }, { pointer: '/a~1b~0c/pin' }],
  })
})

test('a secret that depends on another value says on which', () => {
  const condition = (fieldId: SchemaNode) => ({
    if: { properties: { fieldId } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { properties: { value: { writeOnly: true } } },
  })
  expect(
    secretsIn(
      event('changed', { fieldId: {}, value: {} }, condition({ enum: ['password', 'repeat'] })),
      event('left', { fieldId: {}, value: {} }, condition({ const: 'password' })),
      event('both', { fieldId: {}, value: {} }, { allOf: [condition({ const: 'a' }), condition({ const: 'b' })] }),
    ),
  ).toEqual({
    changed: [{ pointer: '/value', when: { pointer: '/fieldId', isOneOf: ['password', 'repeat'] } }],
    left: [{ pointer: '/value', when: { pointer: '/fieldId', isOneOf: ['password'] } }],
    both: [
      { pointer: '/value', when: { pointer: '/fieldId', isOneOf: ['a'] } },
      { pointer: '/value', when: { pointer: '/fieldId', isOneOf: ['b'] } },
    ],
  })
})

test('an event without a constant type, and a secret that depends on two values, are refused', () => {
  expect(() => secretsIn({ properties: { type: { type: 'string' } } })).toThrow('each event needs a type with a const')
  const both = { if: { properties: { a: { const: 1 }, b: { const: 2 } } } }
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  expect(() => secretsIn(event('changed', {}, { ...both, then: {} }))).toThrow('may depend on one value only')
})

test('answers are listed with what they hold of the format secret, and no others', () => {
  const code = eventCode(
    new Map<string, SchemaNode>([
      ['home/key-answer.schema.json', { properties: { teeth: { type: 'string', format: 'secret' }, colour: {} } }],
      ['home/door-answer.schema.json', { properties: { keys: { items: { $ref: 'key-answer.schema.json' } } } }],
      ['home/bell-body.schema.json', { properties: { code: { writeOnly: true } } }],
    ]),
  )
  expect(code).toContain(`'home/key-answer': [{"pointer":"/teeth"}],`)
  expect(code).not.toContain('home/door-answer')
  expect(code).not.toContain('home/bell-body')
})
