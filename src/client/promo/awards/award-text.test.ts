import { expect, test } from 'vitest'
import type { App } from '../../page/app-context.ts'
import { stateKey, termsOf } from './award-text.ts'

const terms = { on: 'deposit', products: [] } as never

test('a bonus whose deposit was charged back says so, whatever it had become', () => {
  expect(stateKey({ state: 'cancelled', terms, money: 3000, chargedBack: 0 })).toBe('promo.state_charged_back')
  expect(stateKey({ state: 'cancelled', terms, money: 0 })).toBe('promo.state_cancelled')
})

test('PROMO-23: the terms say which payment methods bring nothing, and that winnings alone are released; of other bonuses neither', () => {
  const app = { visitor: { locale: 'en' }, site: { config: { global: { currencies: {} } } } } as unknown as App
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
