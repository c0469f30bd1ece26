import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToMask, maskDigits, maskedText, maskRest, paddedMask, phoneMask } from './phone-mask.rules.ts'

const source = { cutMaskEnd: 0, isMaskless: false }

test('PHONE-16: the mask is the country’s, padded with zeros to Max less cutMaskEnd digits', () => {
  const data = { Mask: '000-000', Max: 9 }
  expect(phoneMask({ ...source, data })).toBe('000 000000')
  expect(phoneMask({ ...source, data, cutMaskEnd: 2 })).toBe('000 0000')
  expect(phoneMask({ ...source, data: { Mask: '', Max: 6 } })).toBe('000000')
  expect(phoneMask({ ...source, data: { Mask: '000-00-00', Max: 5 } })).toBe('000 00')
})

test('PHC-2: dashes of a mask are shown as spaces', () => {
  expect(paddedMask('000-000-00-00', 10)).toBe('000 000 00 00')
})

test('PHONE-17: without validation data the mask is that of the example number', () => {
  expect(phoneMask({ ...source, example: '00 000 0000' })).toBe('00 000 0000')
  expect(phoneMask({ ...source, example: '00 000 0000', data: { Mask: '000', Max: 3 } })).toBe('000')
})

test('PHONE-18: a country on the list has no mask', () => {
  expect(phoneMask({ ...source, isMaskless: true, data: { Mask: '000', Max: 9 }, example: '000' })).toBe('')
})

test('PHONE-15: the number is cut to the digits of a mask of another length', () => {
  expect(cutToMask('7012345678', '00 000 000', '000 000 0000')).toBe('70123456')
  expect(cutToMask('70123', '000 000 000000', '000 000')).toBe('70123')
  expect(cutToMask('70123456789', '000 000 0000', '0000 000000')).toBe('70123456789')
  expect(cutToMask('7012345678', '', '000 000')).toBe('7012345678')
})

test('the rest of the mask follows what is typed', () => {
  expect(maskRest(maskedText('7012', '000 000 0000'), '000 000 0000')).toBe('00 0000')
  expect(maskRest(maskedText('701', '000 000'), '000 000')).toBe(' 000')
  expect(maskRest('7012345678', '')).toBe('')
})

const masks = fc.stringMatching(/^0{1,4}( 0{1,4}){0,4}$/)
const numbers = fc.stringMatching(/^\d{0,20}$/)

test('PHC-2: no digit is lost, added or moved by a mask, and groups never end in a space', () => {
  fc.assert(
    fc.property(numbers, masks, (digits, mask) => {
      const text = maskedText(digits, mask)
      expect(text.replaceAll(' ', '')).toBe(digits)
      expect(text).toBe(text.trim())
    }),
  )
})

test('PHONE-16: a padded mask has exactly the digits that were asked for', () => {
  fc.assert(
    fc.property(masks, fc.integer({ min: 0, max: 20 }), (mask, digits) => {
      expect(maskDigits(paddedMask(mask, digits))).toBe(digits)
    }),
  )
})
