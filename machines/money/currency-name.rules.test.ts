import { expect, test } from 'vitest'
import { currencyName } from './currency-name.rules.ts'

test('a currency has its name in the language of the page', () => {
  expect(currencyName('EUR', 'de')).toBe('Euro')
  expect(currencyName('RUB', 'ru')).toBe('российский рубль')
})

test('a currency that the locale data does not know has none', () => {
  expect(currencyName('USDT', 'en')).toBeUndefined()
  expect(currencyName('QQQ', 'en')).toBeUndefined()
})
