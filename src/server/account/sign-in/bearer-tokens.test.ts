import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newKeyRing } from '../secrets/key-ring.ts'
import { BEARER_LIFETIME_MS, createBearerTokens } from './bearer-tokens.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const LATER = new Date(NOW.getTime() + 86_400_000)
const subject = { brandId: 'red', accountId: 10_000_001, sessionId: 'session-1' }
const bearers = createBearerTokens(newKeyRing())
const later = (ms: number) => new Date(NOW.getTime() + ms)

describe('a bearer', () => {
  test('TOK-14: lives 15 minutes, and no longer than its session', () => {
    const { token, expiresAt } = bearers.issue(subject, NOW, LATER)
    expect(expiresAt).toEqual(later(BEARER_LIFETIME_MS))
    expect(bearers.read('red', token, later(BEARER_LIFETIME_MS - 1))).toEqual(subject)
    expect(bearers.read('red', token, later(BEARER_LIFETIME_MS))).toBeNull()
    expect(bearers.issue(subject, NOW, later(60_000)).expiresAt).toEqual(later(60_000))
  })

  test('TOK-14: lives as long as its brand says, at most 15 minutes', () => {
    expect(bearers.issue(subject, NOW, LATER, 120_000).expiresAt).toEqual(later(120_000))
    expect(bearers.issue(subject, NOW, LATER, 3_600_000).expiresAt).toEqual(later(BEARER_LIFETIME_MS))
  })

  test('carries its expiry, its audience and its owner for anyone to decode', () => {
    const [, body = ''] = bearers.issue(subject, NOW, LATER).token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const iat = NOW.getTime() / 1000
    expect(claims).toEqual({ aud: 'red', sub: '10000001', sid: 'session-1', iat, exp: iat + 900 })
  })

  test('is worth nothing in another brand, under another key, or altered in any place', () => {
    const { token } = bearers.issue(subject, NOW, LATER)
    expect(bearers.read('blue', token, NOW)).toBeNull()
    expect(createBearerTokens(newKeyRing()).read('red', token, NOW)).toBeNull()
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const altered = token.slice(0, at) + other + token.slice(at + 1)
      expect(bearers.read('red', altered, NOW)).toBeNull()
    }
  })

  test.each(['', '.', '..', 'a.b.c', 'a.b.c.d', 'x'.repeat(9000)])('is not %j', (text) => {
    expect(bearers.read('red', text, NOW)).toBeNull()
  })

  test('that names another way of signing, or none, is not read', () => {
    const [, body = '', signature] = bearers.issue(subject, NOW, LATER).token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect(bearers.read('red', `${none}.${body}.`, NOW)).toBeNull()
    expect(bearers.read('red', `${none}.${body}.${signature}`, NOW)).toBeNull()
    const own = createHmac('sha256', 'a guess').update(`${none}.${body}`).digest('base64url')
    expect(bearers.read('red', `${none}.${body}.${own}`, NOW)).toBeNull()
  })
})
