import { expect, test } from 'vitest'
import { codeFault, completesCode, freshContext, secondLater, withSentCode } from './sms-code.rules.ts'

const context = { ...freshContext('+77012345678', 6), codeLabel: 'Code' }

test('REG-12: at first nothing is sent, accepted or confirmed', () => {
  expect(context.flags).toEqual({ phoneConfirmed: false, confirmationCodeSent: false, confirmationCodeSuccess: false })
})

test('REG-13: a code that was sent takes back what an earlier one confirmed', () => {
  const sent = withSentCode({ codeLength: 4, retryAfterSeconds: 60, lifetimeSeconds: 600, left: 2 })
  expect(sent).toMatchObject({ code: '', codeLength: 4, waitSeconds: 60, lifeSeconds: 600, left: 2 })
  expect(sent.flags).toEqual({ phoneConfirmed: false, confirmationCodeSent: true, confirmationCodeSuccess: false })
})

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['12345', 'phone_min_length'],
  ['1234567', 'phone_min_length'],
  ['12-456', 'auth_incorrect_code'],
  ['123456', undefined],
  [' 123456 ', undefined],
  ['aB3456', undefined],
])('SMS-1, SMS-2, SMS-3, SMS-6: of the code "%s" it is said: %s', (code, fault) => {
  expect(codeFault({ ...context, code }, 'Code')?.code).toBe(fault)
})

test('a code is complete when it grows to its length, not when it shrinks to it', () => {
  expect(completesCode({ ...context, code: '12345' }, '123456')).toBe(true)
  expect(completesCode({ ...context, code: '' }, ' 123456 ')).toBe(true)
  expect(completesCode({ ...context, code: '1234567' }, '123456')).toBe(false)
  expect(completesCode({ ...context, code: '123456' }, '123457')).toBe(false)
  expect(completesCode({ ...context, code: '' }, '12345')).toBe(false)
})

test('seconds end at zero', () => {
  expect(secondLater({ ...context, waitSeconds: 1, lifeSeconds: 0 })).toEqual({ waitSeconds: 0, lifeSeconds: 0 })
})
