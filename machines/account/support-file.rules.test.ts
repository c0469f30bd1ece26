import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SUPPORT_FILE, SUPPORT_FILE_TYPES, supportFileName } from './support-file.rules.ts'

test.each([
  ['receipt.pdf', 'application/pdf', 'receipt.pdf'],
  ['Holiday.JPEG', 'image/jpeg', 'Holiday.jpg'],
  ['photo.jpg', 'image/png', 'photo.png'],
  ['C:\\scans\\receipt.exe', 'application/pdf', 'receipt.exe.pdf'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  ['فاتورة.pdf', 'application/pdf', 'فاتورة.pdf'],
  ['gpj.\u202Eexe', 'image/webp', 'gpj.exe.webp'],
  ['a\r\nSet-Cookie: x', 'image/png', 'aSet-Cookie x.png'],
  ['', 'image/png', 'file.png'],
  ['..', 'image/png', 'file.png'],
  ['.png', 'image/png', 'file.png'],
] as const)('%j of %s is called %j', (given, mediaType, name) => {
  expect(supportFileName(given, mediaType)).toBe(name)
})

test('a name of any length and kind becomes one of at most 80 characters that ends as its type does', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(...SUPPORT_FILE_TYPES),
      (given, mediaType) => {
        const name = supportFileName(given, mediaType)
        expect([...name].length).toBeLessThanOrEqual(SUPPORT_FILE.nameLength)
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}\\/]+\.(?:jpg|png|webp|pdf)$/u)
        expect(supportFileName(name, mediaType)).toBe(name)
      },
    ),
  )
})
