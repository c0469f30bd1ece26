import { expect, test } from 'vitest'
import { promoCodeOf } from './promo-code.rules.ts'

test.each([
  ['WELCOME100', 'WELCOME100'],
  [' welcome-100 ', 'WELCOME100'],
  ['Ｗｅｌｃｏｍｅ１００', 'WELCOME100'],
  ['WEL\u200bCOME\u00a0100', 'WELCOME100'],
  ['СОРЕ', 'COPE'],
  ['ΤΟΡ', 'TOP'],
])('%j is the code %s', (typed, code) => {
  expect(promoCodeOf(typed)).toBe(code)
})

test.each(['', '  - ', 'ЖЖ', 'A'.repeat(41), "A'; drop", '🎁'])('%j is no code', (typed) => {
  expect(promoCodeOf(typed)).toBeNull()
})
