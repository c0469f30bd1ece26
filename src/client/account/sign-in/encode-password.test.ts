import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePassword } from './encode-password.ts'

test('ACC-3: a password does not travel as it was typed, and keeps its bytes', () => {
  expect(encodePassword('a b')).toBe('YSBi')
  expect(encodePassword('пароль 🔑')).toBe('0L_QsNGA0L7Qu9GMIPCflJE')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (password) => {
      expect(encodePassword(password)).toBe(Buffer.from(password, 'utf8').toString('base64url'))
    }),
  )
})
