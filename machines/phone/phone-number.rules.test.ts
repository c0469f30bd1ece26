import { isPossibleNumber } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/mobile/metadata'
import { describe, expect, test } from 'vitest'
import type { PhoneMetadataAnswer } from '#schemas'
import { exampleMask, plainNumber, possibleLength, readNumber } from './phone-number.rules.ts'

const country = (code: string, id: number, phoneCode: string) => ({ code, id, phoneCode, name: code })
const KZ = country('kz', 126, '+7')
const RU = country('ru', 192, '+7')
const DE = country('de', 56, '+49')
const US = country('us', 231, '+1')
const CA = country('ca', 38, '+1')
const AR = country('ar', 10, '+54')
const IT = country('it', 117, '+39')
const countries = [CA, KZ, RU, DE, US, AR, IT]
const numbering = { countries, metadata }
const library = { metadata, examples } as unknown as PhoneMetadataAnswer
const read = (text: string, current = KZ) => {
  const found = readNumber(text, current, numbering)
  return found && `${found.prefix.code ?? ''}${found.prefix.phoneCode} ${found.digits}`
}

describe('readNumber', () => {
  test.each([
    ['+7 (701) 234-56-78', DE, 'kz+7 7012345678'],
    ['+7\u00a0701\u00a0234\u00a056\u00a078', DE, 'kz+7 7012345678'],
    ['\u202a+7 701 234 56 78\u202c', DE, 'kz+7 7012345678'],
    ['tel:+77012345678', DE, 'kz+7 7012345678'],
    ['0077012345678', DE, 'kz+7 7012345678'],
    ['00 7 701 234 56 78', DE, 'kz+7 7012345678'],
    ['8 701 234 56 78', KZ, 'kz+7 7012345678'],
    ['77012345678', KZ, 'kz+7 7012345678'],
    ['٧٠١٢٣٤٥٦٧٨', KZ, 'kz+7 7012345678'],
    ['+۷۷۰۱۲۳۴۵۶۷۸', DE, 'kz+7 7012345678'],
    ['＋７７０１２３４５６７８', DE, 'kz+7 7012345678'],
    ['+79161234567', KZ, 'ru+7 9161234567'],
    ['+1 204 234 5678', US, 'ca+1 2042345678'],
    ['+12025550123', CA, 'us+1 2025550123'],
    ['0151 23456789', DE, 'de+49 15123456789'],
    ['(0151) 23 45 67 89', DE, 'de+49 15123456789'],
    ['011 7 701 234 5678', US, 'kz+7 7012345678'],
    ['011 15-2345-6789', AR, 'ar+54 91123456789'],
    ['+39 312 345 6789', KZ, 'it+39 3123456789'],
    ['+999 12345', KZ, '+999 12345'],
    ['7012', KZ, 'kz+7 7012'],
  ])('%s, typed for %o, is read', (text, current, expected) => {
    expect(read(text, current)).toBe(expected)
  })

  test('a plus without a whole dialling code says nothing yet', () => {
    expect(['+', '+4', '', 'abc'].map((text) => read(text))).toEqual([null, null, null, null])
    expect(read('+49', KZ)).toBe('de+49 ')
  })

  test('without metadata dialling codes are understood, and national numbers stay as they are', () => {
    const bare = { countries, metadata: null }
    expect(readNumber('+49 151 23', KZ, bare)).toEqual({ prefix: DE, digits: '15123' })
    expect(readNumber('0151 23', DE, bare)).toEqual({ prefix: DE, digits: '015123' })
    expect(readNumber('+1 204 234 5678', KZ, bare)?.prefix).toBe(CA)
  })

  test('of countries that share a code the main one is taken when the number does not tell', () => {
    expect(read('+1', KZ)).toBe('us+1 ')
    expect(read('+7', DE)).toBe('ru+7 ')
    expect(read('+7', KZ)).toBe('kz+7 ')
  })
})

describe('PHONE-21: extensions', () => {
  const digits = (count: number) => '1234567890'.repeat(3).slice(0, count)
  const extension = (text: string) => readNumber(`+7 701 234 5678${text}`, KZ, numbering)?.extension

  test.each([
    ['an RFC 3966 mark', ';ext=', '', 20],
    ['a word', ' ext. ', '', 20],
    ['a word of another language', ' доб. ', '', 20],
    ['a likely mark', ',,', '#', 15],
    ['an ambiguous sign', ' x', '', 9],
    ['a mark that may be none', ' - ', '#', 6],
  ])('after %s, up to its limit', (_name, before, behind, most) => {
    for (const count of [1, most]) {
      expect(extension(before + digits(count) + behind)).toBe(digits(count))
      expect(read(`+7 701 234 5678${before}${digits(count)}${behind}`)).toBe('kz+7 7012345678')
    }
    expect(extension(before + digits(most + 1) + behind)).toBeUndefined()
  })
})

describe('PHONE-13: possible lengths', () => {
  test.each([
    ['7012345678', 'IS_POSSIBLE'],
    ['701234567', 'TOO_SHORT'],
    ['70123456789', 'INVALID_LENGTH'],
    ['701234567890123', 'TOO_LONG'],
  ])('%s in Kazakhstan is %s', (number, expected) => {
    expect(possibleLength(number, 'kz', metadata)).toBe(expected)
  })

  test('ERR-14: a country that the library does not know', () => {
    expect(() => possibleLength('1', 'zz', metadata)).toThrow(/^Unknown country/)
  })
})

describe('PHONE-11, PHONE-12: limits of the library', () => {
  test.each([1, 18])('PHONE-11: a national number of %i digits is not read by it', (count) => {
    const text = `+49${'1'.repeat(count)}`
    expect(readNumber(text, KZ, numbering)).toEqual({ prefix: DE, digits: '1'.repeat(count) })
    expect(possibleLength('1'.repeat(count), 'de', metadata)).not.toBe('IS_POSSIBLE')
  })

  test('PHONE-12: a dialling code has at most 3 digits', () => {
    expect(read('+9991234567')).toBe('+999 1234567')
  })
})

describe('PHONE-17: masks of example numbers', () => {
  test.each([
    ['kz', '000 000 0000'],
    ['de', '0000 0000000'],
    ['ar', '0 00 0000 0000'],
    ['zz', ''],
  ])('%s: %s', (code, mask) => {
    expect(exampleMask(code, library)).toBe(mask)
  })
})

test('a text becomes a plain number', () => {
  expect(plainNumber('call 701+7 (701)')).toBe('+7 (701)')
  expect(plainNumber('000')).toBe('000')
})

test('ERR-15: the phone library refuses what is no phone number object', () => {
  expect(() => isPossibleNumber({ phone: '8005553535' } as never)).toThrow('Invalid phone number object passed')
})
