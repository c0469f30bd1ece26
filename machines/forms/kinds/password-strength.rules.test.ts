import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.rules.ts'

test.each([
  ['', 'none'],
  ['abcdefgh', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['Password1!', 'weak'],
  ['kite7moss', 'fair'],
  ['kite7Moss!', 'good'],
  ['heron table winter', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
