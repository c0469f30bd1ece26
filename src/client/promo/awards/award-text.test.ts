import { expect, test } from 'vitest'
import { stateKey } from './award-text.ts'

const terms = { on: 'deposit', products: [] } as never

test('a bonus whose deposit was charged back says so, whatever it had become', () => {
  expect(stateKey({ state: 'cancelled', terms, money: 3000, chargedBack: 0 })).toBe('promo.state_charged_back')
  expect(stateKey({ state: 'cancelled', terms, money: 0 })).toBe('promo.state_cancelled')
})
