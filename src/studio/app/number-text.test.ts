import { expect, test } from 'vitest'
import { changeText, countText, dayText, shareText } from './number-text.ts'

test('counts have their thousands apart, and days are short', () => {
  expect([countText(0), countText(2039), countText(1234567)]).toEqual(['0', '2,039', '1,234,567'])
  expect(dayText('2026-11-30')).toBe('30 Nov')
})

test('shares and changes are in percent, and nothing is divided by nothing', () => {
  expect([shareText(1, 8), shareText(0, 0), shareText(3, 3)]).toEqual(['12.5 %', '0.0 %', '100.0 %'])
  expect([changeText(110, 100), changeText(95, 100), changeText(7, 7), changeText(7, 0)]).toEqual([
    '+10.0 %',
    '-5.0 %',
    '0.0 %',
    null,
  ])
})
