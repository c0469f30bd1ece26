import { expect, test } from 'vitest'
import { countdownText } from './countdown.selectors.ts'

test.each([
  [0, 'en', '0:00'],
  [42, 'en', '0:42'],
  [60, 'de', '1:00'],
  [599, 'ru', '9:59'],
  [3661, 'en', '1:01:01'],
  [86_400, 'en', '24:00:00'],
  [42, 'ar-EG', '٠:٤٢'],
])('%i seconds in %s are %s', (seconds, language, text) => {
  expect(countdownText(seconds, language)).toBe(text)
})
