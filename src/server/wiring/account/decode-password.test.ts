import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePassword } from './decode-password.ts'

const encoded = (password: string) => Buffer.from(password, 'utf8').toString('base64url')

test('ACC-3: every password comes out as it was typed, to the byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (password) => {
      expect(decodePassword(encoded(password), 'body')).toBe(password)
    }),
  )
  expect(decodePassword(encoded('\ufeffx'), 'body')).toBe('\ufeffx')
})

test.each(['A', '_w', '7aCA', 'a=b', 'YSBi='])(
  'what is no base64url of UTF-8 is refused with its place: %s',
  (text) => {
    expect(() => decodePassword(text, 'body/data/attributes/password')).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        params: { where: 'body/data/attributes/password', fault: 'must be base64url of UTF-8' },
      }),
    )
  },
)
