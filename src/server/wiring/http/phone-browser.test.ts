import { expect, test } from 'vitest'
import { isPhone } from './request-brand.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

test.each([
  ['the hint of a phone', { 'sec-ch-ua-mobile': '?1', 'user-agent': DESKTOP }, true],
  ['the hint of a desktop, whatever its name says', { 'sec-ch-ua-mobile': '?0', 'user-agent': PHONE }, false],
  ['a hint that is none: the name counts', { 'sec-ch-ua-mobile': 'yes', 'user-agent': PHONE }, true],
  ['the name of a phone alone', { 'user-agent': PHONE }, true],
  ['the name of a desktop alone', { 'user-agent': DESKTOP }, false],
  ['neither', {}, false],
])('a browser is known as one of a phone by %s', (_, headers, expected) => {
  expect(isPhone({ headers })).toBe(expected)
})
