import { expect, test } from 'vitest'
import type { App } from '../../page/app-context.ts'
import { stateKey, termsOf } from './award-text.ts'

const terms = { on: 'deposit', products: [] } as never

test('a bonus whose deposit was charged back says so, whatever it had become', () => {
  expect(stateKey({ state: 'cancelled', terms, money: 3000, chargedBack: 0 })).toBe('promo.state_charged_back')
  expect(stateKey({ state: 'cancelled', terms, money: 0 })).toBe('promo.state_cancelled')
})

test('PROMO-23: the terms say which payment methods bring nothing, and that winnings alone are released; of other bonuses neither', () => {
  const app = {
    visitor: { locale: 'en' },
    site: { config: { global: { currencies: {}, amountTemplatesByCurrency: {}, amountTemplate: '' } } },
  } as unknown as App
  const write = (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ')
  const plain = {
    ...{ on: 'registration', depositNumber: 0, minimumDepositMinor: 0, percentE4: 0, amountMinor: 0, points: 5 },
    ...{ timesE2: 100, base: 'bonus', counts: 'whole_bet', products: [], maximumStakeMinor: 0, capTimesE2: 0 },
    ...{ minimumOddsE3: 0, fundOrder: 'real_first', lifeMs: 86_400_000, endsByWithdrawal: true },
  } as const
  const termsIn = (more: object) =>
    new Map(
      termsOf(app, write, { ...plain, ...more } as never, { currency: 'EUR', exponent: 2 }).map((one) => [
        one.id,
        one.value,
      ]),
    )
  const methods = [
    { id: 'wallet', name: 'Wallet' },
    { id: 'bank', name: 'Bank' },
  ]
  const found = termsIn({ excludedMethods: methods, release: 'winnings' })
  expect(found.get('methods')).toBe('promo.methods_excluded Wallet and Bank')
  expect(found.get('release')).toBe('promo.release_winnings')
  const none = termsIn({})
  expect([none.has('methods'), none.has('release')]).toEqual([false, false])
})

test('PROMO-23: a free bet whose winnings have to be played through says so with all that holds for them, and of any other one nothing', () => {
  const app = {
    visitor: { locale: 'en' },
    site: { config: { global: { currencies: {}, amountTemplatesByCurrency: {}, amountTemplate: '' } } },
  } as unknown as App
  const write = (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ')
  const freebet = {
    ...{ on: 'code', depositNumber: 0, minimumDepositMinor: 0, percentE4: 0, amountMinor: 500, kind: 'freebet' },
    ...{ base: 'bonus', counts: 'whole_bet', products: [{ product: 'sport', ppm: 1_000_000 }], maximumStakeMinor: 0 },
    ...{ minimumOddsE3: 1500, fundOrder: 'real_first', lifeMs: 86_400_000, endsByWithdrawal: true },
  } as const
  const termsIn = (more: object) =>
    termsOf(app, write, { ...freebet, ...more } as never, { currency: 'EUR', exponent: 2 }).flatMap(({ id, value }) =>
      ['pays', 'stake', 'odds', 'cap', 'life', 'life_winnings'].includes(id) ? [[id, value]] : [],
    )
  const days = expect.stringContaining('1 day')
  expect(termsIn({ timesE2: 500, capTimesE2: 200, winnings: 'bonus' })).toEqual([
    ['pays', 'promo.freebet_winnings_bonus'],
    ['stake', 'promo.freebet_bonus ×5'],
    ['odds', '1.50'],
    ['cap', 'promo.cap_times ×2'],
    ['life', days],
    ['life_winnings', days],
  ])
  expect(termsIn({ timesE2: 0, capTimesE2: 0 })).toEqual([
    ['pays', 'promo.freebet_winnings'],
    ['life', days],
  ])
})

test('a free bet that has won says so, and a bonus that it has won no more says that it was taken back', () => {
  const winnings = [{ id: 90014, money: 2500 }]
  expect(stateKey({ state: 'spent', terms, money: 1000, winnings })).toBe('promo.state_won')
  expect(stateKey({ state: 'spent', terms, money: 1000, winnings: [{ id: 90014, money: 0 }] })).toBe(
    'promo.state_spent',
  )
  const won = { on: 'freebet', products: [] } as never
  expect(stateKey({ state: 'cancelled', terms: won, money: 0 })).toBe('promo.state_undone')
  expect(stateKey({ state: 'cancelled', terms: won, money: 2500 })).toBe('promo.state_cancelled')
})
