import { expect, test } from 'vitest'
import { isInParts } from './brand-parts.rules.ts'

const at = (path: string, pointer = '') => ({ path, pointer })

test('a part has all that is below it and nothing beside it', () => {
  const parts = ['locales/de', 'config/header.json#/menu', 'pages']
  expect(isInParts(parts, at('locales/de/site.json', '/site.title'))).toBe(true)
  expect(isInParts(parts, at('locales/dev/site.json'))).toBe(false)
  expect(isInParts(parts, at('locales/en/site.json'))).toBe(false)
  expect(isInParts(parts, at('pages/en/about.md'))).toBe(true)
  expect(isInParts(parts, at('config/header.json', '/menu/sports/order'))).toBe(true)
  expect(isInParts(parts, at('config/header.json', '/menu'))).toBe(true)
  expect(isInParts(parts, at('config/header.json', '/menuBar'))).toBe(false)
  expect(isInParts(parts, at('config/header.json'))).toBe(false)
  expect(isInParts(parts, at('locales/de/../../config/licence.json'))).toBe(false)
  expect(isInParts([], at('locales/de/site.json'))).toBe(false)
})
