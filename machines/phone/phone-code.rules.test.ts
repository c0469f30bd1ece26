import { describe, expect, test } from 'vitest'
import { cleanPhoneCode, phoneCodeEntries, prefixAfterClosing } from './phone-code.rules.ts'

const DE = { id: 56, code: 'de', phoneCode: '+49', name: 'Germany' }
const KZ = { id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' }
const EG = { id: 64, code: 'eg', phoneCode: '+20', name: 'Égypte' }
const MA = { id: 167, code: 'ma', phoneCode: '+212', name: 'Maroc' }
const KE = { id: 1, code: 'ke', phoneCode: '+254', name: 'Kenya' }
const countries = [DE, KZ, EG, MA, KE]
const search = (typedCode: string, typedName = '', isManual = false) =>
  phoneCodeEntries(countries, { typedCode, typedName }, isManual)

test.each([
  ['+49', '49'],
  ['-1', '1'],
  ['12345', '123'],
  ['1a2', '12'],
  ['٤٩', '49'],
])('PHC-12: of %s the code %s is kept', (typed, kept) => {
  expect(cleanPhoneCode(typed)).toBe(kept)
})

describe('the list', () => {
  test('PHC-13: countries whose code begins as it was typed, a whole code first', () => {
    expect(search('')).toEqual(countries)
    expect(search('2')).toEqual([EG, MA, KE])
    expect(search('21')).toEqual([MA])
    expect(
      phoneCodeEntries([MA, { ...KE, phoneCode: '+21' }], { typedCode: '21', typedName: '' }, false)[0]?.code,
    ).toBe('ke')
  })

  test('a name is found in any case and without accents, and by its two letters', () => {
    expect(search('', 'egy')).toEqual([EG])
    expect(search('', 'Morocco')).toEqual([MA])
    expect(search('', 'KZ')).toEqual([KZ])
    expect(search('2', 'ke')).toEqual([KE])
  })

  test('PHC-14: without a match the typed code itself is offered, where codes may be typed', () => {
    expect(search('999', '', true)).toEqual([{ phoneCode: '+999' }])
    expect(search('', 'nowhere', true)).toEqual([])
  })

  test('PHC-15: without a match and manual codes there is nothing, and the field shows the brand’s text', () => {
    expect(search('999')).toEqual([])
  })
})

describe('closing', () => {
  const close = (typedCode: string, isManualCodeAllowed: boolean) =>
    prefixAfterClosing(countries, { current: KZ, typedCode, isManualCodeAllowed })

  test('PHC-7: the country with the typed code is chosen', () => {
    expect(close('49', true)).toBe(DE)
    expect(close('7', true)).toBeNull()
    expect(close('', true)).toBeNull()
  })

  test('PHC-8: a code of no country is kept bare', () => {
    expect(close('999', true)).toEqual({ phoneCode: '+999' })
  })

  test('PHC-9: nothing changes where codes may not be typed', () => {
    expect(close('49', false)).toBeNull()
    expect(close('999', false)).toBeNull()
  })
})
