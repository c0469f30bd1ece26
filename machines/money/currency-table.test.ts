import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CURRENCY_CODES } from './currency-table.ts'

test('TABLE-7: about 200 ids of currencies, each with a code of its own', () => {
  const codes = [...CURRENCY_CODES.values()]
  expect(codes.length).toBeGreaterThan(190)
  expect(codes.length).toBeLessThan(210)
  expect(new Set(codes).size).toBe(codes.length)
  expect([...CURRENCY_CODES.keys()]).toEqual(codes.map((_, place) => place + 1))
})

test('TABLE-7: an id keeps its currency, and whatever the engine configures has one', () => {
  expect([1, 2, 22, 45, 61, 64].map((id) => CURRENCY_CODES.get(id))).toEqual(['EUR', 'USD', 'GBP', 'JPY', 'BTC', 'AFN'])
  const file = new URL('../../brands/_base/config/global.json', import.meta.url)
  const { currencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly currencies: Readonly<Record<string, object>>
  }
  const known = new Set(CURRENCY_CODES.values())
  expect(Object.keys(currencies).filter((code) => !known.has(code))).toEqual([])
})

test('TABLE-7: codes are those of ISO 4217, or signs of three to five letters', () => {
  const codes = new Set(CURRENCY_CODES.values())
  const used = ['AED', 'CAD', 'CHF', 'EUR', 'GBP', 'INR', 'JPY', 'KZT', 'MAD', 'QAR', 'SGD', 'TRY', 'USD', 'XOF', 'ZAR']
  const known = Intl.supportedValuesOf('currency').filter((code) => used.includes(code))
  expect(known.filter((code) => !codes.has(code))).toEqual([])
  for (const code of codes) expect(code).toMatch(/^[A-Z]{3,5}$/)
})
