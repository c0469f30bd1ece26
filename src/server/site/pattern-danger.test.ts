import { describe, expect, test } from 'vitest'
import { patternDanger } from './pattern-danger.ts'

describe('patternDanger', () => {
  test.each([
    '^800',
    '^[0-9]{6,12}$',
    '^(?:7|8)?9\\d{9}$',
    '^[A-Z]{2}\\d+$',
    '^(?:foo|bar)+$',
    '^[a-z]+(?:-[a-z]+)?$',
    '^\\p{L}+\\s\\p{Lu}+$',
    '(?=.*\\d)[a-z]+',
    '[',
  ])('OPS-2: %s is harmless', (pattern) => {
    expect(patternDanger(pattern)).toBeNull()
  })

  test.each([
    '(a+)+$',
    '^(\\d*)*$',
    '(?:a|a)*b',
    '(?:\\w|\\d)+$',
    '(x+x+)+y',
    '\\d+\\d+$',
    '.*.*=',
    '(a)\\1',
    '(?:a?b?)*c',
    '(?:a{1,100}){1,100}',
    `${'a'.repeat(501)}`,
  ])('OPS-2: %s is refused', (pattern) => {
    expect(patternDanger(pattern)).toEqual(expect.any(String))
  })

  test('what passes takes 10 kB of hostile text in 10 ms', () => {
    for (const pattern of ['^[A-Z]{2}\\d+$', '^(?:foo|bar)+$', '^[a-z]+-[a-z]+$']) {
      expect(patternDanger(pattern)).toBeNull()
      const started = performance.now()
      for (const text of ['foobar'.repeat(1700), `AB${'1'.repeat(10_000)}x`, 'a'.repeat(10_000)])
        new RegExp(pattern, 'u').test(`${text}!`)
      expect(performance.now() - started).toBeLessThan(30)
    }
  })
})
