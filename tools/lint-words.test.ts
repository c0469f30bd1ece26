import { describe, expect, test } from 'vitest'
import { PLAIN_WORDS } from './lint/plain-words.ts'
import { proseFiles, wordFaults } from './lint-words.ts'

const found = (file: string, source: string) =>
  wordFaults(file, source).map(({ line, message }) => `${line}: ${message}`)
const words = (text: string) => wordFaults('x.md', text).map(({ message }) => /^"(.*)":/.exec(message)?.[1])

test('every file of prose is checked: code, documentation, descriptions, scenarios and the texts of players', () => {
  const files = proseFiles()
  for (const file of [
    'README.md',
    'docs/guides/operator.md',
    'brands/_base/locales/en/errors.json',
    'brands/_base/pages/en/main_rules.md',
    'schemas/betting/frozen-bet.schema.json',
    'machines/money/amount.rules.ts',
    'tools/lint-words.ts',
  ]) {
    expect(files).toContain(file)
  }
  expect(files.filter((file) => file.startsWith('schemas/generated'))).toEqual([])
})

describe('is found', () => {
  test.each([
    ['// Asked anew.', '1: "anew": say again, from scratch'],
    ['/** What\n *  becomes\n *  of it. */', '2: "becomes of": say happens to'],
    ["throw new Error('the request is gone')", '1: "is gone": say no longer exists, was removed'],
    ["test('a fault is told with its line', run)", expect.stringContaining('1: "told"')],
  ])('in code: %j', (source, fault) => {
    expect(found('x.ts', source)).toEqual([fault])
  })

  test('in a dictionary, a description and a title', () => {
    expect(found('brands/x/locales/en/a.json', '{\n  "a.b": "Begin anew"\n}')).toHaveLength(1)
    expect(found('a.schema.json', '{ "description": "An amount that stands in it." }')).toHaveLength(1)
    expect(found('a.scn.json', '{ "title": "Whoever asks" }')).toHaveLength(1)
  })

  test.each([
    ['The session goes on.', ['goes on']],
    ['The player sees what he asked for.', ['he']],
    ['Keys that the map has not.', ['has not']],
    ['News are shown in vain.', ['in vain', 'News are']],
    ['What is told of it stood at the top.', ['told', 'stood']],
    ['A secret is told to every page.', ['told', 'told to every']],
  ])('in documentation: %s', (text, expected) => {
    expect(words(text).sort()).toEqual([...expected].sort())
  })
})

describe('is not found where it is good English or no prose', () => {
  test.each([
    'The player is told why the bet was refused.',
    'The clock moves only when it is told to.',
    'The bet stands. The clock stands still.',
    'There is no such file, and that is no longer a problem.',
    'The server has not answered.',
    'The page where the news of the game are read',
    'The expression `is told anew` is code.',
    '```\nanew\n```',
  ])('%s', (text) => {
    expect(words(text)).toEqual([])
  })

  test.each(["const id = 'anew'", 'const anew = 1', "import x from './told/anew.ts'", '// The key `anew` is read.'])(
    'in code: %s',
    (source) => {
      expect(found('x.ts', source)).toEqual([])
    },
  )

  test('in other values of JSON', () => {
    expect(found('a.schema.json', '{ "enum": "told anew" }')).toEqual([])
  })
})

test('every entry of the list is an expression that matches something and says what to write', () => {
  for (const { pattern, say } of PLAIN_WORDS) {
    expect(() => new RegExp(pattern, 'i')).not.toThrow()
    expect(say).not.toBe('')
  }
})
