import { describe, expect, test } from 'vitest'
import { readJsonSource } from './json-source.ts'

const source = (text: string) => readJsonSource(new TextEncoder().encode(text))

describe('readJsonSource', () => {
  test('reads UTF-8 with and without byte order mark', () => {
    expect(source('\uFEFF{"a": "ж"}').value).toEqual({ a: 'ж' })
    expect(source('{"a": "ж"}').value).toEqual({ a: 'ж' })
  })

  test('OPS-2: a key stands where its opening quote stands, on any line ending', () => {
    const json = source('{\r\n  "a": {\n\t"b/c": [1,\r {"d": null}]\n  }\n}')
    expect(json.placeOfKey('/a')).toEqual({ line: 2, column: 3 })
    expect(json.placeOfKey('/a/b~1c')).toEqual({ line: 3, column: 2 })
    expect(json.placeOfValue('/a/b~1c')).toEqual({ line: 3, column: 9 })
    expect(json.placeOfKey('/a/b~1c/1')).toEqual({ line: 4, column: 2 })
    expect(json.placeOfKey('/a/b~1c/1/d')).toEqual({ line: 4, column: 3 })
  })

  test('OPS-2: a key that is absent is placed at its nearest ancestor', () => {
    const json = source('{\n  "a": {}\n}')
    expect(json.placeOfKey('/a/b/c')).toEqual({ line: 2, column: 3 })
    expect(json.placeOfKey('/z')).toEqual({ line: 1, column: 1 })
  })

  test.each([
    ['a comment', '{\n  // no\n  "a": 1\n}', { line: 2, column: 3 }],
    ['a trailing comma', '{\n  "a": 1,\n}', { line: 3, column: 1 }],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', { line: 3, column: 3 }],
    ['single quotes', "{ 'a': 1 }", { line: 1, column: 3 }],
    ['an early end', '{ "a": [1', { line: 1, column: 10 }],
    ['nothing', '', { line: 1, column: 1 }],
    ['two documents', '{} {}', { line: 1, column: 4 }],
  ])('OPS-2: %s is one located fault', (_name, text, place) => {
    const json = source(text)
    expect(json.value).toBeUndefined()
    expect(json.faults.map((fault) => fault.place)).toEqual([place])
  })

  test('names the key round a syntax error', () => {
    expect(source('{"a": {"b": tru}}').faults[0]?.pointer).toBe('/a/b')
  })

  test('OPS-2: a key written twice is a fault at the second', () => {
    const json = source('{\n  "a": {"x": 1,\n "x": 2},\n  "b": {"x": 1}\n}')
    expect(json.faults).toMatchObject([{ place: { line: 3, column: 2 }, pointer: '/a/x' }])
    expect(json.value).toBeDefined()
  })

  test('bytes that are not UTF-8 are located', () => {
    const json = readJsonSource(Uint8Array.from([0x7b, 0x0a, 0x20, 0xff, 0x7d]))
    expect(json.faults).toMatchObject([{ place: { line: 2, column: 2 }, found: 'bytes that are not UTF-8' }])
  })

  test('nesting without end is refused instead of overflowing the stack', () => {
    const json = source('['.repeat(100_000))
    expect(json.faults[0]?.place).toEqual({ line: 1, column: 65 })
  })
})
