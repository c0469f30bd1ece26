import { expect, test } from 'vitest'
import { checkConfirmationCode, checkMinimumSymbols, checkTypedCode } from './confirmation-code.rules.ts'

test('SMS-1: a code of only spaces is empty', () => {
  expect(checkConfirmationCode('   ', 4)?.code).toBe('required')
})

test.each(['123', '12345'])('SMS-2: %s is not of 4 symbols', (code) => {
  expect(checkConfirmationCode(code, 4)).toEqual({ code: 'phone_min_length', params: { value: 4 } })
})

test('SMS-3: a symbol that is neither letter nor digit', () => {
  expect(checkConfirmationCode('12-4', 4)?.code).toBe('auth_incorrect_code')
})

test('SMS-4: a mask of the sender', () => {
  expect(checkConfirmationCode('12ab', 4, /^\d+$/)?.code).toBe('auth_incorrect_code')
  expect(checkConfirmationCode('1234', 4, /^\d+$/)).toBeNull()
})

test('SMS-5: spaces do not count', () => {
  expect(checkMinimumSymbols('1 2 3', 4)).toEqual({ code: 'min_symbols_limit', params: { value: 4 } })
  expect(checkMinimumSymbols('1 2 3 4', 4)).toBeNull()
})

test('SMS-2 to SMS-5: a field of a code judges it by its length, its mask or its minimum', () => {
  expect(checkTypedCode('12345', {})).toEqual({ code: 'phone_min_length', params: { value: 6 } })
  expect(checkTypedCode('12345', {}, 5)).toBeNull()
  expect(checkTypedCode('12-45', {}, 5)?.code).toBe('auth_incorrect_code')
  const digits = { validation: { match: { value: '^[0-9]+$' } } }
  expect(checkTypedCode('12a45', digits, 5)?.code).toBe('auth_incorrect_code')
  expect(checkTypedCode(' 12345 ', digits, 5)).toBeNull()
  const least = { validation: { minLength: { value: 4 } } }
  expect(checkTypedCode('1 2 3', least)).toEqual({ code: 'min_symbols_limit', params: { value: 4 } })
  expect(checkTypedCode('1 2 3 4 5 6 7 8', least)).toBeNull()
})
