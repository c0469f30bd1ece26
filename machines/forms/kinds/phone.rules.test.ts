import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PhoneContext, PhoneFormat } from '#schemas'
import { checkPhone } from './phone.rules.ts'
import { phoneAnswer } from './phone-answer.rules.ts'

const KZ: PhoneFormat = { id: 126, code: 'kz', phoneCode: '+7', minDigits: 10, maxDigits: 10 }
const DE: PhoneFormat = { id: 56, code: 'de', phoneCode: '+49', minDigits: 10, maxDigits: 11 }
const AD: PhoneFormat = { id: 1, code: 'ad', phoneCode: '+376' }
const context: PhoneContext = { countries: [KZ, DE, AD] }
const check = (country: PhoneFormat, digits: string, more: PhoneContext = {}) =>
  checkPhone(phoneAnswer(country, digits), { ...context, ...more })

describe('checkPhone', () => {
  test('PHONE-2: fewer than 6 digits', () => {
    expect(checkPhone('12-34-5')).toEqual({ code: 'phone_min_length', params: { value: 6 } })
    expect(check(AD, '12345')).toEqual({ code: 'phone_min_length', params: { value: 6 } })
    expect(checkPhone('123456')).toBeNull()
  })

  test('PHONE-4: more than 20 digits without a country', () => {
    expect(checkPhone('1'.repeat(21))).toEqual({ code: 'equal_length', params: { value: 20 } })
    expect(checkPhone('1'.repeat(20))).toBeNull()
  })

  test('PHONE-3: more digits than the country has', () => {
    expect(check(DE, '1'.repeat(12))).toEqual({ code: 'equal_length', params: { value: 11 } })
  })

  test('PHONE-5: a country with one length', () => {
    expect(check(KZ, '701234567')).toEqual({ code: 'equal_length', params: { value: 10 } })
    expect(check(KZ, '701 234 56 789')).toEqual({ code: 'equal_length', params: { value: 10 } })
    expect(check(KZ, '701 234 56 78')).toBeNull()
  })

  test('PHONE-9: the digits are those of Min and Max', () => {
    const judged = [9, 10, 11, 12].map((count) => check(DE, '1'.repeat(count))?.code ?? null)
    expect(judged).toEqual(['phone_min_length', null, null, 'equal_length'])
  })

  test.each([6, 20])('PHONE-10: %i digits are accepted where the country says nothing', (count) => {
    expect(check(AD, '1'.repeat(count))).toBeNull()
  })

  test('PHONE-10: 5 digits are not', () => {
    expect(check(AD, '11111')?.code).toBe('phone_min_length')
  })

  test('PHONE-6, PHONE-7: a refused number shows its own message before anything else, in its own country only', () => {
    const blockedNumbers = [{ countryId: 126, regex: '^800', message: 'No toll-free numbers' }]
    const refused = { code: 'phone.country_rule', params: {}, message: 'No toll-free numbers' }
    expect(check(KZ, '800', { blockedNumbers })).toEqual(refused)
    expect(check(DE, '8001234567', { blockedNumbers })).toBeNull()
  })

  test('a number of an unlisted country is distinguished from one of a listed country', () => {
    const other = phoneAnswer({ id: 9, code: 'aq', phoneCode: '+672' }, '1234567')
    expect(checkPhone(other, context)).toEqual({ code: 'phone.country_unknown', params: { code: '+672' } })
    expect(checkPhone(other)).toBeNull()
    const bare = phoneAnswer({ phoneCode: '+999' }, '1234567')
    expect(checkPhone(bare, context)?.code).toBe('phone.country_unknown')
    expect(checkPhone(bare, { ...context, isManualCodeAllowed: true })).toBeNull()
  })

  test('a number that cannot be one of its country is refused on the server as it is cleared in the page', () => {
    expect(check(KZ, '9161234567')?.code).toBe('phone.country_unknown')
  })

  test.each([
    { ...phoneAnswer(KZ, '7012345678'), fullPhone: '+77012345679' },
    { ...phoneAnswer(KZ, '7012345678'), phoneCode: '+49', fullPhone: '+497012345678' },
    { ...phoneAnswer(KZ, '7012345678'), countryCode: 'de' },
  ])('an answer whose parts disagree is refused', (answer) => {
    expect(checkPhone(answer, context)).toEqual({ code: 'value.refused', params: {} })
  })

  test('PHONE-9, PHONE-10: any count of digits is judged by the limits of its country', () => {
    const limits = fc.tuple(fc.integer({ min: 1, max: 17 }), fc.integer({ min: 1, max: 17 }))
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 20 }), ([one, other], count) => {
        const format = { ...AD, minDigits: Math.min(one, other), maxDigits: Math.max(one, other) }
        const fault = checkPhone(phoneAnswer(format, '1'.repeat(count)), { countries: [format] })
        expect(fault === null).toBe(count >= format.minDigits && count <= format.maxDigits)
      }),
    )
  })
})
