import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.rules.ts'

test('a zone is known by its name, and by nothing else', () => {
  const names = [
    'Europe/London',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Europe/Londn',
    'europe/london',
    '+01:00',
    '',
  ]
  expect(names.map(isTimeZone)).toEqual([true, true, true, false, false, false, false])
})
