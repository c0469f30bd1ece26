import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReturnUrl, RETURN_URL_MAX_LENGTH } from './return-url.rules.ts'

const SITE = 'https://brand.example'

const REFUSED = [
  '',
  'ru/office',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/ru\n',
  '/ru/ office',
  ' /ru',
  'https://evil.example/ru',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%252fevil.example',
  '/%5cevil.example',
  '/ru/%0d%0aset-cookie:x',
  '/.//evil.example',
  '/ru/..//evil.example',
  '/ru/%2e%2e/x',
  '/ru/%2e',
  '/%25252525252fevil.example',
  '/ru/%E2%80%AEgpj',
  '/ru/%zz',
  '/ru/%E0%A4%A',
  '/ru/команда',
  '/ru#a#b',
  '/web-api/account/logout',
  '/%77eb-api/account/logout',
  `/${'a'.repeat(RETURN_URL_MAX_LENGTH)}`,
]

test.each(REFUSED)('SEC-8: %j is refused', (value) => {
  expect(parseReturnUrl(value)).toBeNull()
})

test.each([
  '/',
  '/ru',
  '/ru/office/history?page=2&sort=a%20b#list',
  '/ru/line/1-football?next=https%3A%2F%2Fx.example',
  '/ru/seo/%D0%BA%D0%BE%D0%BC%D0%B0%D0%BD%D0%B4%D0%B0',
  '/ru/block-appeal/',
  `/${'a'.repeat(RETURN_URL_MAX_LENGTH - 1)}`,
])('SEC-8: %j is a path of the site', (value) => {
  expect(parseReturnUrl(value)).toBe(value)
})

test.each([undefined, null, 7, ['/ru'], { toString: () => '/ru' }])('SEC-8: %j is no text', (value) => {
  expect(parseReturnUrl(value)).toBeNull()
})

test('SEC-8: what is accepted is a path of the same site to a browser, however often it is decoded (100,000 cases)', () => {
  const pieces = [
    '/',
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5C',
    '%2e',
    '%25',
    '%09',
    '%00',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
  ]
  const words = [
    'ru',
    'office',
    'evil.example',
    'javascript:',
    'https:',
    'web-api',
    '%D0%BA',
    'й',
    '\u202e',
    '\u3000',
    '\uff0f',
    ';',
    '&',
    '=',
  ]
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...pieces, ...words), weight: 6 },
    { arbitrary: fc.string({ maxLength: 3 }), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 2 }), weight: 1 },
  )
  const address = fc
    .array(piece, { maxLength: 7 })
    .chain((parts) => fc.constantFrom(parts.join(''), `/${parts.join('')}`))
  let accepted = 0
  fc.assert(
    fc.property(address, (value) => {
      if (parseReturnUrl(value) === null) return
      accepted += 1
      const url = new URL(value, SITE)
      expect(url.origin).toBe(SITE)
      expect(url.username + url.password).toBe('')
      expect(url.pathname).toBe(value.split(/[?#]/)[0])
      expect(new URL(url.pathname, SITE).origin).toBe(SITE)
      expect(new URL(decodeURIComponent(url.pathname), SITE).origin).toBe(SITE)
      expect(new URL(decodeURIComponent(decodeURIComponent(url.pathname)), SITE).origin).toBe(SITE)
    }),
    { numRuns: 100_000 },
  )
  expect(accepted).toBeGreaterThan(5_000)
})

test('SEC-8: every page address that a browser would write is accepted', () => {
  const segment = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/).map((text) => `p${text}`)
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.webQueryParameters(), (segments, query) => {
      const url = new URL(`${SITE}/ru/${segments.join('/')}?${query}`)
      const value = url.pathname + url.search
      fc.pre(value.length <= RETURN_URL_MAX_LENGTH)
      expect(parseReturnUrl(value)).toBe(value)
    }),
  )
})
