import { expect, test } from 'vitest'
import { consentLevel, offeredLevel } from './consent-level.selectors.ts'

test.each([
  [false, false, 0],
  [true, false, 1],
  [false, true, 2],
  [true, true, 3],
])('STORE-4: functionality %s and marketing %s is level %i', (functionality, marketing, level) => {
  expect(consentLevel({ functionality, marketing })).toBe(level)
})

test('STORE-4: a choice that the brand does not offer allows nothing, any other stands', () => {
  expect(([0, 1, 2, 3] as const).map((level) => offeredLevel(level, [0, 1, 3]))).toEqual([0, 1, 0, 3])
})
