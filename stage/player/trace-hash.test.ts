import { expect, test } from 'vitest'
import { fillSecrets } from '../recorder/secret-values.ts'
import { canonicalJson, canonicalWriter } from './canonical-json.ts'
import { readPointer, toPointer } from './json-pointer.ts'
import { traceHash } from './trace-hash.ts'

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('QA-3: the hash is FNV-1a of 64 bits (published vector of "%s")', (text, hash) => {
  expect(traceHash(text)).toBe(hash)
})

test('the hash takes a text by its UTF-8 bytes', () => {
  let expected = 0xcbf29ce484222325n
  const text = 'é€😀ж'
  for (const byte of new TextEncoder().encode(text))
    expected = ((expected ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  expect(traceHash(text)).toBe(expected.toString(16).padStart(16, '0'))
})

test('QA-3: the order of keys does not reach the text, the order of a list does', () => {
  expect(canonicalJson({ b: 1, a: { d: [2, 1], c: null } })).toBe('{"a":{"c":null,"d":[2,1]},"b":1}')
  expect(canonicalJson({ a: () => 1, b: undefined, c: [undefined] })).toBe('{"c":[null]}')
  const actor = { sessionId: 'x:7' }
  const write = canonicalWriter((object) => (object === actor ? 'root/a#1' : object))
  expect(write({ child: actor, again: [actor] })).toBe('{"again":["root/a#1"],"child":"root/a#1"}')
  expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  expect([canonicalJson(undefined), canonicalJson(Number.NaN)]).toEqual(['null', 'null'])
})

test('pointers follow RFC 6901 and never read what is inherited', () => {
  const document = { 'a/b': { '~': [10, 20] } }
  const pointer = toPointer(['a/b', '~', 1])
  expect(pointer).toBe('/a~1b/~0/1')
  expect(readPointer(document, pointer)).toBe(20)
  expect(readPointer(document, '')).toBe(document)
  expect(readPointer(document, '/constructor')).toBeUndefined()
  expect(readPointer(document, '/a~1b/~0/2')).toBeUndefined()
})

test('QA-2: a secret is the same for the same seed and name, and another for another', () => {
  const placeholder = { password: { $secret: 'password', len: 14 }, again: [{ $secret: 'password', len: 14 }] }
  const filled = fillSecrets(placeholder, 1) as { password: string; again: string[] }
  expect(filled.password).toMatch(/^[a-zA-Z2-9]{14}$/)
  expect(filled.again).toEqual([filled.password])
  expect(fillSecrets(placeholder, 2)).not.toEqual(filled)
  expect(fillSecrets({ $secret: 'pin' }, 1)).toHaveLength(12)
})
