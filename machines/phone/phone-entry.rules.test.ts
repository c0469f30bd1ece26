import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/mobile/metadata'
import { describe, expect, test } from 'vitest'
import type { PhoneCountry, PhoneMask, PhoneMetadataAnswer } from '#schemas'
import {
  answerOf,
  choosePrefix,
  enterText,
  entryOf,
  isComplete,
  maskOf,
  type PhoneDesk,
  type PhoneEntry,
  settleEntry,
  textOf,
} from './phone-entry.rules.ts'

const country = (code: string, id: number, phoneCode: string): PhoneCountry => ({ code, id, phoneCode, name: code })
const mask = (CountryId: number, Mask: string, Min: number, Max: number): PhoneMask => ({ CountryId, Mask, Max, Min })
const KZ = country('kz', 126, '+7')
const RU = country('ru', 192, '+7')
const DE = country('de', 56, '+49')
const AD = country('ad', 1, '+376')
const BR = country('br', 31, '+55')
const desk: PhoneDesk = {
  countries: [KZ, RU, DE, AD, BR],
  masks: [
    mask(126, '000-000-0000', 10, 10),
    mask(192, '000-000-00-00', 10, 10),
    mask(56, '0000-000000', 10, 11),
    mask(1, '000-000', 6, 6),
  ],
  metadata,
  examples: { metadata, examples } as unknown as PhoneMetadataAnswer,
  rules: { noMaskCountryIds: [], maskCutEndDigits: 0 },
}
const empty: PhoneEntry = { prefix: KZ, digits: '' }

/** Types key after key at the end of the line, as a browser reports it. */
function type(entry: PhoneEntry, keys: string): PhoneEntry {
  return [...keys].reduce((now, key) => {
    const text = textOf(now, desk) + key
    return enterText(now, { text, caret: text.length }, false, desk).entry
  }, entry)
}
const paste = (entry: PhoneEntry, text: string) => enterText(entry, { text, caret: text.length }, false, desk)

describe('masks of the field', () => {
  test('PHONE-16: padded to Max, less the digits that the brand cuts', () => {
    expect(maskOf(DE, desk)).toBe('0000 0000000')
    expect(maskOf(DE, { ...desk, rules: { ...desk.rules, maskCutEndDigits: 1 } })).toBe('0000 000000')
  })

  test('PHONE-17: of the example number where there is no validation data', () => {
    expect(maskOf(BR, desk)).toBe('00 00000 0000')
    expect(maskOf(BR, { ...desk, examples: null })).toBe('')
  })

  test('PHONE-18: none for a country of the list, nor for a bare code', () => {
    expect(maskOf(KZ, { ...desk, rules: { ...desk.rules, noMaskCountryIds: [126] } })).toBe('')
    expect(maskOf({ phoneCode: '+999' }, desk)).toBe('')
  })
})

describe('typing', () => {
  test('digits fall into the groups of the mask', () => {
    expect(textOf(type(empty, '7012345678'), desk)).toBe('701 234 5678')
  })

  test('a number with a plus brings its country along, digit by digit', () => {
    const typed = type(empty, '+4915123456789')
    expect(typed).toEqual({ prefix: DE, digits: '15123456789' })
    expect(type(empty, '+4')).toEqual({ prefix: KZ, digits: '', draft: '+4' })
    expect(answerOf(type(empty, '+4')).phoneNum).toBe('')
  })

  test('so does one with two zeros, and digits of another script', () => {
    expect(type({ prefix: AD, digits: '' }, '0049151').prefix).toBe(DE)
    expect(type(empty, '٧٠١')).toEqual({ prefix: KZ, digits: '701' })
  })

  test('PHONE-3: more digits than the mask has room for can be typed, so that the rule can speak', () => {
    expect(textOf(type(empty, '701234567899'), desk)).toBe('701 234 567899')
    expect(type(empty, `7${'1'.repeat(30)}`).digits).toHaveLength(20)
  })

  test('a plus at the end is no dialling code', () => {
    expect(type({ prefix: KZ, digits: '701' }, '+').digits).toBe('701')
  })

  test('PHONE-19: in Kazakhstan the line is cleared when the first digit is neither 6 nor 7', () => {
    expect(['6', '7', '8', '9', '1'].map((key) => type(empty, key).digits)).toEqual(['6', '7', '', '', ''])
    expect(enterText(empty, { text: '9', caret: 1 }, false, desk).isCleared).toBe(true)
  })

  test('PHONE-20: in Russia the line is cleared when the first digit is not 9', () => {
    const russian: PhoneEntry = { prefix: RU, digits: '' }
    expect(['9', '8', '7', '6'].map((key) => type(russian, key).digits)).toEqual(['9', '', '', ''])
  })

  test('the caret stays where a digit was put in', () => {
    const entry = { prefix: KZ, digits: '7012345' }
    expect(enterText(entry, { text: '7019 234 5', caret: 4 }, false, desk)).toMatchObject({
      text: '701 923 45',
      caret: 5,
    })
  })
})

describe('pasting and autofill', () => {
  test.each([
    '+7 701 234 56 78',
    '8 (701) 234-56-78',
    '7012345678',
    '77012345678',
    '٧٠١٢٣٤٥٦٧٨',
    '0077012345678 ext. 12',
  ])('%s is taken for Kazakhstan', (text) => {
    expect(paste(empty, text)).toMatchObject({ entry: { prefix: KZ, digits: '7012345678' }, isCleared: false })
  })

  test('a number of a country with the same code chooses that country', () => {
    expect(paste(empty, '+7 916 123-45-67').entry).toEqual({ prefix: RU, digits: '9161234567' })
  })

  test('PHONE-19: a national number of another country is cleared, and that is said', () => {
    expect(paste(empty, '9161234567')).toMatchObject({ entry: { digits: '' }, isCleared: true, text: '' })
  })

  test('digits in the middle keep the caret behind them', () => {
    const entry = { prefix: KZ, digits: '70178' }
    const pasted = enterText(entry, { text: '701 23456 78', caret: 9 }, false, desk)
    expect(pasted).toMatchObject({ text: '701 234 5678', caret: 10 })
  })

  test('a dialling code of no country of the list stays with its number', () => {
    expect(answerOf(paste(empty, '+999 1234567').entry)).toEqual({
      fullPhone: '+9991234567',
      phoneCode: '+999',
      phoneNum: '1234567',
    })
  })
})

describe('another country', () => {
  test('PHONE-15: the number is cut to the digits of the new mask', () => {
    expect(choosePrefix({ prefix: DE, digits: '15123456789' }, AD, desk).entry).toEqual({
      prefix: AD,
      digits: '151234',
    })
  })

  test('PHONE-19, PHONE-20: the number is cleared when it cannot be one of that country, decided by its id', () => {
    expect(choosePrefix({ prefix: KZ, digits: '7012345678' }, RU, desk)).toMatchObject({
      entry: { prefix: RU, digits: '' },
      isCleared: true,
    })
    expect(choosePrefix({ prefix: DE, digits: '7151234567' }, KZ, desk)).toMatchObject({
      entry: { prefix: KZ, digits: '7151234567' },
      isCleared: false,
    })
  })
})

describe('leaving', () => {
  test('a national prefix is no part of the number, half a dialling code is nothing', () => {
    expect(settleEntry({ prefix: DE, digits: '015123456789' }, desk).digits).toBe('15123456789')
    expect(settleEntry({ prefix: DE, digits: '', draft: '+4' }, desk)).toEqual({ prefix: DE, digits: '' })
    expect(settleEntry({ prefix: KZ, digits: '701' }, desk).digits).toBe('701')
  })

  test('a number that is as long as it should be is marked', () => {
    expect(isComplete('7012345678', KZ, desk)).toBe(true)
    expect(isComplete('701234567', KZ, desk)).toBe(false)
    expect(isComplete('11961234567', BR, desk)).toBe(true)
    expect(isComplete('1', BR, desk)).toBe(false)
    expect(isComplete('1234567', { phoneCode: '+999' }, desk)).toBe(false)
  })
})

describe('answers', () => {
  test('an answer comes back as the entry that it was', () => {
    const entry = { prefix: DE, digits: '1512345' }
    expect(entryOf(answerOf(entry), KZ, desk)).toEqual(entry)
    expect(entryOf(answerOf({ prefix: { phoneCode: '+999' }, digits: '1' }), KZ, desk).prefix).toEqual({
      phoneCode: '+999',
    })
  })

  test('a text that was typed before the countries were known is read', () => {
    expect(entryOf('+4915123456789', KZ, desk)).toEqual({ prefix: DE, digits: '15123456789' })
    expect(entryOf('', KZ, desk)).toEqual({ prefix: KZ, digits: '' })
    expect(entryOf(undefined, KZ, desk)).toEqual({ prefix: KZ, digits: '' })
  })
})
