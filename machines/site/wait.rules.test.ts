import { expect, test } from 'vitest'
import { waitWriter } from './wait.rules.ts'

test.each([
  [1, 'in 1 second'],
  [119, 'in 119 seconds'],
  [120, 'in 2 minutes'],
  [781, 'in 14 minutes'],
  [7200, 'in 2 hours'],
  [86_399, 'in 24 hours'],
])('a wait of %i seconds is written "%s"', (seconds, text) => {
  expect(waitWriter('en')(seconds)).toBe(text)
})

test.each([
  ['ar', 180, 'خلال 3 دقائق'],
  ['ar', 840, 'خلال 14 دقيقة'],
  ['ru', 21, 'через 21 секунду'],
  ['ru', 840, 'через 14 минут'],
  ['de', 840, 'in 14 Minuten'],
  ['tr', 840, '14 dakika sonra'],
])('%s has its own plural forms for %i seconds', (language, seconds, text) => {
  expect(waitWriter(language)(seconds)).toBe(text)
})
