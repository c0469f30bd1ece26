import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeToken, defaultExpiryMs, tokenEndMs } from './token-claims.rules.ts'

const NOW = 1_795_000_000_000
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: unknown) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln`

test('TOK-17: the default expiry is 15 minutes after now', () => {
  expect(defaultExpiryMs(NOW)).toBe(NOW + 900_000)
})

test('TOK-14: a token ends at its exp claim, which counts seconds, and by default without one', () => {
  expect(tokenEndMs(tokenOf({ exp: 1_795_000_060 }), NOW)).toBe(1_795_000_060_000)
  expect(tokenEndMs(tokenOf({ sub: '1' }), NOW)).toBe(NOW + 900_000)
  expect(tokenEndMs(tokenOf({ exp: '1795000060' }), NOW)).toBe(NOW + 900_000)
})

test('TOK-18: the decoder gives the claims of any token, whatever letters they have', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (claims) => {
      expect(decodeToken(tokenOf(claims))).toEqual(JSON.parse(JSON.stringify(claims)))
    }),
  )
  expect(decodeToken(tokenOf({ name: 'Анна ÿ' }))).toEqual({ name: 'Анна ÿ' })
})

test.each([
  '',
  'a',
  'a.b',
  'a.b.c',
  'a..c',
  `a.${encoded([])}.c`,
  `a.${encoded('text')}.c`,
  `a.${encoded(null)}.c`,
  `a.${encoded({})}.c.d`,
  'a.%%%.c',
  'a.e30=.c',
  'a._w.c',
])('TOK-18: %j is an invalid token', (text) => {
  expect(() => decodeToken(text)).toThrow('invalid token')
})
