import { expect, test } from 'vitest'
import { consentLevel } from './consent-level.selectors.ts'

test.each([
  [false, false, 0],
  [true, false, 1],
  [false, true, 2],
  [true, true, 3],
])('STORE-4: functionality %s and marketing %s is level %i', (functionality, marketing, level) => {
  expect(consentLevel({ functionality, marketing })).toBe(level)
})
