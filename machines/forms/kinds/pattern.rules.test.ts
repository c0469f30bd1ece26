import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPattern, patternProblem } from './pattern.rules.ts'

const HARMLESS = [
  '^800',
  '^\\d{4,6}$',
  '^[A-Za-z0-9_-]+$',
  '^[\\p{L}\\p{N} -]+$',
  '^(?:ab|cd)$',
  '^(?:foo|bar)+$',
  '^(?:7|8)?9\\d{9}$',
  '^(?:\\d{2}-){3}\\d+$',
  '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
  '^[a-z]+(?:-[a-z]+)*$',
  '^(?:[a-z0-9-]{1,63}\\.)+[a-z]{2,}$',
  '^(?=.*\\d)(?=.*[A-Z]).{8,}$',
  '^\\p{L}+ \\p{L}+$',
  '[(+*]+',
  '\\d+\\d+$',
  '((a*)b)*',
  '1+(?=\\d+a)x',
]

const EVIL = [
  '(a+)+$',
  '^(\\d*)*$',
  '(a|a)*b',
  '(?:\\w|\\d)+$',
  '(x+x+)+y',
  '(?:a?b?)*c',
  '(?:a{2,})+',
  '(?:a{1,3})+$',
  '(?:a+){1,50}$',
  '(?:a{1,50}){1,50}b',
  '(?:a{1,100}){1,100}',
  `${'a?'.repeat(30)}${'a'.repeat(30)}`,
  '(?:a|aa){1,40}b',
  '(?:[а-я]+[а-в]+)+!',
  '(?:[\\u0430-\\u044f]+[\\u0430-\\u0432]+)+!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?:a+)a+a+$',
  '(?:a|){30}a{30}',
  '(?:1(?=\\d+a))+',
  '1+(?=\\d+\\d+a)x',
  '\\w+\\B\\w+\\B\\w+!',
  '.*.*.*=',
]

describe('patternProblem', () => {
  test.each(HARMLESS)('RULE-14: %s may run', (pattern) => {
    expect(patternProblem(pattern)).toBeNull()
  })

  test.each(EVIL)('OPS-2: %s is refused with its reason', (pattern) => {
    expect(patternProblem(pattern)).toMatch(/^(?:a repetition stands inside|its repetitions can share)/)
    expect(matchesPattern('aaaa', pattern)).toBeNull()
  })

  test.each([
    ['(a)\\1', 'refers back'],
    ['(?<x>a)\\k<x>', 'refers back'],
    ['(?i:a)', 'flags'],
    ['[', 'not a valid'],
    [`a{${'1'.repeat(300)}}`, 'longer'],
  ])('RULE-14: %s is refused', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason)
    expect(matchesPattern('a', pattern)).toBeNull()
  })
})

test('RULE-14: a text longer than is looked at does not match', () => {
  expect(matchesPattern('a'.repeat(2000), 'a')).toBe(true)
  expect(matchesPattern('a'.repeat(2001), 'a')).toBe(false)
})

const hostile = ['a', 'b', 'ab', 'x', '1', 'a-', 'a.', '1.', 'foobar', 'ж', ' ']

function slowest(pattern: string): number {
  const times = hostile.flatMap((part) =>
    [40, 128, 300, 640, 1000, 2000].map((length) => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)
      const started = performance.now()
      matchesPattern(`${text}!`, pattern)
      matchesPattern(text, pattern)
      return performance.now() - started
    }),
  )
  return Math.max(...times)
}

test.each([...HARMLESS, 'a*a*b', 'a{0,60}a*b', 'a{0,60}a{0,60}b', 'x*y', '(?:\\d{1,3}\\.)+x'])(
  'RULE-14: the worst text for %s takes a moment',
  (pattern) => {
    expect(slowest(pattern)).toBeLessThan(500)
  },
)

const single = fc.constantFrom('a', 'b', '[ab]', '.', '\\w', '\\d', '-', '1', '[^a]', '\\b', '\\B')
const repetition = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '{0,40}', '{2,}', '+?')
const { pattern: anyPattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('piece'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((alternatives) => alternatives.map((pieces) => pieces.join('')).join('|')),
  piece: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(single, repetition).map(([atom, times]) => (/^\\[bB]$/.test(atom) ? atom : atom + times)),
    fc.tuple(tie('pattern'), repetition).map(([inner, times]) => `(?:${inner})${times}`),
    tie('pattern').map((inner) => `(?=${inner})`),
  ),
}))

test('RULE-14: whatever pattern is let through, no text holds it up', () => {
  const letThrough = anyPattern.filter((pattern) => patternProblem(pattern) === null)
  fc.assert(
    fc.property(letThrough, (pattern) => {
      expect(slowest(pattern)).toBeLessThan(1000)
    }),
    { numRuns: 40 },
  )
}, 60_000)
