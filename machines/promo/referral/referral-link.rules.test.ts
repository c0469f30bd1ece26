import { expect, test } from 'vitest'
import { parseKeptLink, referralLink } from './referral-link.rules.ts'

test('a link names the code, and the banner where there is one', () => {
  expect(referralLink('https://play.example/en', 'K7PQ2MZ9A')).toBe('https://play.example/en?ref=K7PQ2MZ9A')
  expect(referralLink('https://play.example/en', 'K7PQ2MZ9A', 'wide')).toBe(
    'https://play.example/en?ref=K7PQ2MZ9A&banner=wide',
  )
})

test('REF-5: a kept link counts until its time is over', () => {
  const kept = { code: 'K7PQ2MZ9A', friendTag: 'v1.x', untilMs: 1000 }
  expect(parseKeptLink(kept, 999)).toEqual(kept)
  expect(parseKeptLink(kept, 1000)).toBeNull()
})

test.each([
  null,
  'v1.x',
  {},
  { code: 1, friendTag: 'v1.x', untilMs: 9 },
  { code: 'A', friendTag: 'v1.x', untilMs: '9' },
])('what is no kept link is none: %j', (stored) => {
  expect(parseKeptLink(stored, 0)).toBeNull()
})
