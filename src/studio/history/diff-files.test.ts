import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedFiles, diffLines } from './diff-files.ts'

test('changes are grouped by file', () => {
  const changes = [
    { path: 'config/b.json', pointer: '/x', after: '1' },
    { path: 'config/a.json', pointer: '/y', before: '1' },
    { path: 'config/b.json', pointer: '/z', before: '1', after: '2' },
  ]
  expect(changedFiles({ changes }).map(({ path, changes: inFile }) => [path, inFile.length])).toEqual([
    ['config/a.json', 1],
    ['config/b.json', 2],
  ])
})

test('two texts are compared line by line', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'gone', text: 'b' },
    { kind: 'new', text: 'x' },
    { kind: 'same', text: 'c' },
  ])
})

test('both texts can be read out of the comparison', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const side = (kind: string) =>
        lines
          .filter((line) => line.kind === 'same' || line.kind === kind)
          .map((line) => line.text)
          .join('\n')
      return side('gone') === before && side('new') === after
    }),
  )
})
