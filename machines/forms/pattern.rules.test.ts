import { describe, expect, test } from 'vitest'
import { isSafePattern, isUsablePattern, matchesPattern } from './pattern.rules.ts'

describe('isSafePattern', () => {
  test.each(['^\\d{4,6}$', '^[A-Za-z0-9_-]+$', '^(?:ab|cd)$', '^(?:\\d{2}-){3}\\d+$', '^\\p{L}+ \\p{L}+$', '[(+*]+'])(
    '%s may run',
    (pattern) => {
      expect(isSafePattern(pattern)).toBe(true)
    },
  )

  test.each([
    '(a+)+$',
    '(a|a)*b',
    '((a*)b)*',
    '(?:a{2,})+',
    '(a)\\1',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a*b*c*d*',
    `a{${'1'.repeat(300)}}`,
  ])('%s may not', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false)
  })
})

test('RULE-14: a pattern that may not run judges nothing', () => {
  expect(matchesPattern('aaaa', '(a+)+$')).toBeNull()
  expect(matchesPattern('aaaa', '[')).toBeNull()
  expect(isUsablePattern('(a+)+$')).toBe(false)
})

test('RULE-14: a text longer than is looked at does not match', () => {
  expect(matchesPattern('a'.repeat(2001), 'a')).toBe(false)
})

test.each([
  ['a*a*a*b', 128],
  ['a*a*b', 300],
  ['a*b', 2000],
])('the worst text for %s takes a moment', (pattern, length) => {
  const started = performance.now()
  expect(matchesPattern('a'.repeat(length), pattern)).toBe(false)
  expect(performance.now() - started).toBeLessThan(500)
})
