import { expect, test } from 'vitest'
import { instantOf, localText } from './local-moment.ts'

test('a moment goes into the field and comes back', () => {
  const moment = new Date('2026-12-01T09:00:00.000Z')
  expect(instantOf(localText(moment))).toBe(moment.toISOString())
  expect(instantOf('')).toBeNull()
  expect(instantOf('soon')).toBeNull()
})
