import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from '#tools/house/import-graph.ts'

const GLOSSARY = readFileSync(join(ROOT, 'docs/guides/glossary.md'), 'utf8')
const words = [...GLOSSARY.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, word = '']) => word)

/** Words of other things than those that they would name, where they would: the glossary says what to write instead. */
const MISNOMERS = [
  { room: /^stage\//, name: /\b(?:\w+Stor(?:y|ies)|stor(?:y|ies)[A-Z]\w*|Stor(?:y|ies)[A-Z]\w*)\b/, say: 'scenario' },
  { room: /^stage\//, name: /\bconst stor(?:y|ies)\b/, say: 'scenario' },
  { room: /^src\/server\/betting\//, name: /\b(?:loan|slip|tickets?)[A-Z]\w*\b/, say: 'advance, coupon, bet' },
] as const

/** Names in a source text that the glossary gives to something else. */
function misnomers(file: string, text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return MISNOMERS.filter(({ room }) => room.test(file)).flatMap(({ name, say }) => {
    const found = name.exec(code)
    return found ? [`${file}: ${found[0]}: say ${say}`] : []
  })
}

test('each word is in the glossary once, in the order of the alphabet', () => {
  const things = words.slice(words.indexOf('Word') + 1, words.indexOf('Word', words.indexOf('Word') + 1))
  const names = things.filter((word) => !/^-+$/.test(word))
  expect(names.length).toBeGreaterThan(25)
  expect(new Set(words.filter((word) => word !== 'Word' && !/^-+$/.test(word))).size).toBe(
    words.filter((word) => word !== 'Word' && !/^-+$/.test(word)).length,
  )
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test.each(['README.md', 'CONTRIBUTING.md', 'docs/guides/tour.md'])('%s leads to the glossary', (page) => {
  expect(readFileSync(join(ROOT, page), 'utf8')).toContain('glossary.md)')
})

test('no name in the code is a word of something else', () => {
  const files = sourceFiles().filter((file) => !file.startsWith('tests/'))
  expect(files.flatMap((file) => misnomers(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

test.each([
  ['stage/drivers/x.ts', 'export interface StoryStep {}'],
  ['stage/drivers/x.ts', 'const story = scenarioOf(file)'],
  ['src/server/betting/x.ts', 'export function loanOf() {}'],
])('a planted misnomer in %s is found: %s', (file, text) => {
  expect(misnomers(file, text)).toHaveLength(1)
})
