import { describe, expect, test } from 'vitest'
import { checkPhone } from './phone.rules.ts'

describe('checkPhone', () => {
  test('PHONE-2: fewer than 6 digits', () => {
    expect(checkPhone('12-34-5')).toEqual({ code: 'phone_min_length', params: { value: 6 } })
  })

  test('PHONE-4: more than 20 digits without a country', () => {
    expect(checkPhone('1'.repeat(21))).toEqual({ code: 'equal_length', params: { value: 20 } })
  })

  test('PHONE-3: more digits than the country has', () => {
    expect(checkPhone('1234567890', { country: { id: 1, minDigits: 7, maxDigits: 9 } })?.params).toEqual({ value: 9 })
  })

  test('PHONE-5: a country with one length', () => {
    const country = { id: 1, minDigits: 9, maxDigits: 9 }
    expect(checkPhone('12345678', { country })).toEqual({ code: 'equal_length', params: { value: 9 } })
    expect(checkPhone('123 456 789', { country })).toBeNull()
  })

  test('PHONE-6, PHONE-7: a refused number shows its own message, in its own country only', () => {
    const blockedNumbers = [{ countryId: 1, regex: '^800', message: 'No toll-free numbers' }]
    expect(checkPhone('800', { country: { id: 1 }, blockedNumbers })).toEqual({
      code: 'phone.country_rule',
      params: {},
      message: 'No toll-free numbers',
    })
    expect(checkPhone('8001234', { country: { id: 2 }, blockedNumbers })).toBeNull()
  })

  test.each([6, 20])('PHONE-10: %i digits are accepted where the country says nothing', (count) => {
    expect(checkPhone('1'.repeat(count), { country: { id: 1 } })).toBeNull()
  })
})
