import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearerHeader, clockSkewMs, isTokenFresh, type TokenAnswer, tokenOf } from './service-token.rules.ts'

const NOW = 1_795_000_000_000
const answer: TokenAnswer = {
  userToken: 'a.b.c',
  expiresAtMs: NOW + 900_000,
  serverDateMs: NOW,
  sentAtMs: NOW - 200,
  receivedAtMs: NOW + 200,
}

test('TOK-2: a token travels as a bearer', () => {
  expect(bearerHeader('a.b.c')).toEqual({ authorization: 'Bearer a.b.c' })
})

test('TOK-5: the skew is the date of the server against the middle of the call', () => {
  expect(clockSkewMs(answer, NOW)).toBe(0)
  expect(clockSkewMs(answer, NOW + 600_000)).toBe(600_000)
  expect(clockSkewMs({ sentAtMs: NOW, receivedAtMs: NOW + 1000 }, NOW)).toBe(-500)
})

test('a token is kept with its end, its skew and its receipt', () => {
  expect(tokenOf(answer)).toEqual({
    token: 'a.b.c',
    expiresAtMs: NOW + 900_000,
    skewMs: 0,
    receivedAtMs: NOW + 200,
  })
})

test('TOK-6, TOK-12: an answer without a date or without a token gives none', () => {
  expect(() => tokenOf({ ...answer, serverDateMs: null })).toThrow('headers.date is undefined')
  expect(() => tokenOf({ ...answer, userToken: null })).toThrow('lost token')
  expect(() => tokenOf({ ...answer, userToken: '' })).toThrow('lost token')
})

test('TOK-5: whatever the clock of this computer shows, a token is given up 5 s before its end by that of the server', () => {
  const skews = fc.integer({ min: -86_400_000, max: 86_400_000 })
  const ages = fc.integer({ min: 0, max: 2_000_000 })
  fc.assert(
    fc.property(skews, ages, (skewMs, ageMs) => {
      const token = { token: 't', expiresAtMs: NOW + skewMs + 900_000, skewMs, receivedAtMs: NOW }
      expect(isTokenFresh(token, NOW + ageMs)).toBe(ageMs < 895_000)
    }),
    {
      examples: [
        [600_000, 894_999],
        [600_000, 895_000],
        [-600_000, 894_999],
        [-600_000, 895_000],
      ],
    },
  )
})

test('TOK-7: a clock that was set back behind the receipt ends the token', () => {
  const token = { token: 't', expiresAtMs: NOW + 900_000, skewMs: 0, receivedAtMs: NOW }
  expect(isTokenFresh(token, NOW)).toBe(true)
  expect(isTokenFresh(token, NOW - 1)).toBe(false)
})
