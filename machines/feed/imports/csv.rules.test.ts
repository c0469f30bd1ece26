import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv.rules.ts'

const fieldsOf = (text: string) => readCsv(text).map(({ fields }) => fields)

test('a byte order mark, blank lines and any line ending are no part of the fields', () => {
  expect(readCsv('\uFEFFa,b\r\n\r\n1,2\n3,\r4,5')).toEqual([
    { line: 1, fields: ['a', 'b'], isSound: true },
    { line: 3, fields: ['1', '2'], isSound: true },
    { line: 4, fields: ['3', ''], isSound: true },
    { line: 5, fields: ['4', '5'], isSound: true },
  ])
  expect(readCsv('')).toEqual([])
})

test('quoted fields hold commas, quotes and line ends, and the lines after them keep their numbers', () => {
  expect(readCsv('"Nott\'m, ""Forest""",2\n"two\nlines",x\nlast,')).toEqual([
    { line: 1, fields: ['Nott\'m, "Forest"', '2'], isSound: true },
    { line: 2, fields: ['two\nlines', 'x'], isSound: true },
    { line: 4, fields: ['last', ''], isSound: true },
  ])
})

test('a broken quote spoils its own line alone', () => {
  const records = readCsv('a,"b"c,d\n1,2\nx,"open\n3,4')
  expect(records.map(({ line, isSound }) => [line, isSound])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ])
  expect(fieldsOf('a"b,c')).toHaveLength(1)
  expect(readCsv('a"b,c')[0]?.isSound).toBe(false)
})

test('what is written with quotes is read back', () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      expect(fieldsOf(rows.map((row) => row.map(quoted).join(',')).join('\r\n'))).toEqual(rows)
    }),
  )
})
