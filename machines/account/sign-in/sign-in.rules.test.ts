import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLogin, returnPath } from './sign-in.rules.ts'

test.each([
  ['ann@example.org', 'email', 'ann@example.org'],
  [' Ann@Example.org ', 'email', 'Ann@Example.org'],
  ['+7 (916) 123-45-67', 'phone', '+79161234567'],
  ['+123456', 'phone', '+123456'],
  ['1002003', 'account', '1002003'],
  ['100 200 3', 'account', '1002003'],
  ['0001002003', 'account', '1002003'],
  ['000', 'account', '0'],
  ['１００２００３', 'account', '1002003'],
  ['ａｎｎ＠example.org', 'email', 'ann@example.org'],
  ['＋7 916 123 45 67', 'phone', '+79161234567'],
])('AUTH-2: "%s" is an %s', (text, kind, login) => {
  expect(readLogin(text)).toEqual({ kind, login })
})

test.each(['', ' ', 'ann', '@', 'ann@', 'a b@c', '+12345', `+${'1'.repeat(21)}`, '1'.repeat(19), '++7916'])(
  'AUTH-2: "%s" is no login',
  (text) => {
    expect(readLogin(text)).toBeNull()
  },
)

test.each(['/', '/en/office', '/en/line?page=2#top', '/en/a:b', '/en/%D0%B8%D0%BC%D1%8F'])(
  'AUTH-19: %s is returned to',
  (path) => {
    expect(returnPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'en',
  '//evil.example',
  '/\\evil.example',
  '/en\\..',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
])('AUTH-19: %j leads home instead', (path) => {
  expect(returnPath(path)).toBe('/')
})

test('AUTH-19: no text leads to another host', () => {
  const awkward = fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', 'a', '?', '#', '%2f') })
  fc.assert(
    fc.property(awkward, (text) => {
      expect(new URL(returnPath(text), 'https://site.example').host).toBe('site.example')
    }),
    { numRuns: 3000, seed: 19 },
  )
})
