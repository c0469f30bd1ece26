import { expect, test } from 'vitest'
import { CURRENCY_TABLE } from '#machines/money/currency-table.ts'
import type { App } from '../../page/app-context.ts'
import { currencyGroups } from './wallet.selectors.ts'

const choice = (code: string) => ({ id: CURRENCY_TABLE.get(code)?.id ?? 0, name: code })
const groups = (isCrypto: boolean, ...codes: string[]) =>
  currencyGroups({ visitor: { geoCurrency: { isCrypto } } } as unknown as App, codes.map(choice)).map(
    ({ kind, choices }) => [kind, ...choices.map(({ name }) => name)],
  )

test('CFG-5: cryptocurrencies stand apart from money, first where they are what is paid with', () => {
  expect(groups(false, 'EUR', 'BTC', 'USD')).toEqual([
    ['money', 'EUR', 'USD'],
    ['crypto', 'BTC'],
  ])
  expect(groups(true, 'EUR', 'BTC')).toEqual([
    ['crypto', 'BTC'],
    ['money', 'EUR'],
  ])
})

test('a brand without cryptocurrencies has one kind', () => {
  expect(groups(true, 'EUR', 'USD')).toEqual([['money', 'EUR', 'USD']])
})
