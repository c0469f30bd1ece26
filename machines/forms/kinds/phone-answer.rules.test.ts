import { expect, test } from 'vitest'
import { isPhoneAnswer as validate } from '#schemas/generated/validators/forms.js'
import { isEmptyAnswer } from '../required.rules.ts'
import { fitsCountry, fullPhone, isConsistent, isPhoneAnswer, phoneAnswer } from './phone-answer.rules.ts'

const KZ = { id: 126, code: 'kz', phoneCode: '+7' }

test('PHC-3: a phone value has countryCode, countryId, fullPhone, phoneCode and phoneNum', () => {
  expect(phoneAnswer(KZ, '701 234-56-78')).toEqual({
    countryCode: 'kz',
    countryId: 126,
    fullPhone: '+77012345678',
    phoneCode: '+7',
    phoneNum: '7012345678',
  })
})

test.each([phoneAnswer(KZ, ''), phoneAnswer({ phoneCode: '+999' }, '1'.repeat(30)), phoneAnswer(KZ, '7')])(
  'PHC-3: every answer is valid',
  (answer) => {
    expect(validate(answer)).toBe(true)
    expect(isPhoneAnswer(answer)).toBe(true)
    expect(isConsistent(answer)).toBe(true)
  },
)

test('PHONE-1: a country without a number is no answer', () => {
  expect(isEmptyAnswer(phoneAnswer(KZ, ''))).toBe(true)
  expect(isEmptyAnswer(phoneAnswer(KZ, '7'))).toBe(false)
})

test('the number is read from either shape of answer', () => {
  expect(fullPhone(phoneAnswer(KZ, '7012345678'))).toBe('+77012345678')
  expect(fullPhone('+77012345678')).toBe('+77012345678')
  expect(fullPhone(undefined)).toBe('')
  expect(fullPhone(['a'])).toBe('')
})

test.each([
  ['PHONE-19', 126, '6', true],
  ['PHONE-19', 126, '7', true],
  ['PHONE-19', 126, '9', false],
  ['PHONE-19', 126, '8', false],
  ['PHONE-20', 192, '9', true],
  ['PHONE-20', 192, '7', false],
  ['PHONE-20', 192, '', true],
  ['PHONE-20', undefined, '1', true],
])('%s: in country %s a number that begins with %s fits: %s', (_id, country, digits, fits) => {
  expect(fitsCountry(country, digits)).toBe(fits)
})
