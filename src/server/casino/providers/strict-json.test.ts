import { expect, test } from 'vitest'
import { fieldsOf, InexactNumber, readStrictJson } from './strict-json.ts'
import { minorOf } from './wallet-adapter.ts'

const read = (text: string) => readStrictJson(new TextEncoder().encode(text))

test('whole numbers are read as they are written, and all others are refused', () => {
  expect(read('{"a":[0,-7,9007199254740991],"b":"1e3"}')).toEqual({ a: [0, -7, 9007199254740991], b: '1e3' })
  for (const source of ['1e3', '-0', '1.0', '1.50', '9007199254740993', '99999999999999999999', '1E2'])
    expect(fieldsOf(read(`{"a":${source}}`))?.a).toEqual(new InexactNumber(source))
})

test('what is no JSON object has no fields', () => {
  for (const text of ['', '{', '[1]', 'null', '"a"', '1.5', '01']) expect(fieldsOf(read(text))).toBeNull()
  expect(readStrictJson(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined()
})

test('written amounts are minor units exactly, or none', () => {
  expect(minorOf({ units: 1005n, scale: 2 }, 2)).toBe(1005)
  expect(minorOf({ units: 1005n, scale: 3 }, 2)).toBeNull()
  expect(minorOf({ units: 1000n, scale: 3 }, 2)).toBe(100)
  expect(minorOf({ units: 5n, scale: 0 }, 8)).toBe(500_000_000)
  expect(minorOf({ units: 356_000n, scale: 5 }, 0)).toBeNull()
  expect(minorOf({ units: 300_000n, scale: 5 }, 0)).toBe(3)
  expect(minorOf({ units: 10n ** 30n, scale: 2 }, 2)).toBeNull()
  expect(minorOf({ units: 7n, scale: null }, 8)).toBe(7)
})
