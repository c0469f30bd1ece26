import { expect, test } from 'vitest'
import { csvText } from './csv-file.ts'

test('cells with commas, quotes and line ends are quoted, and nothing is left out', () => {
  expect(
    csvText([
      ['page', 'count'],
      ['a, "b"', 3],
      ['two\nlines', 0],
      [null, 1],
    ]),
  ).toBe('page,count\r\n"a, ""b""",3\r\n"two\nlines",0\r\n,1\r\n')
})

test('what a spreadsheet would run is text', () => {
  expect(csvText([['=1+1'], ['@x'], ['+3'], ['-3'], [-3]])).toBe("'=1+1\r\n'@x\r\n'+3\r\n'-3\r\n-3\r\n")
})
