import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterSpread,
  approvalOf,
  boundsOf,
  feeOf,
  holdsCardNumber,
  quickAmount,
  splitWithdrawal,
  type WithdrawalFacts,
} from './payment-terms.rules.ts'

const CURRENCIES = {
  EUR: { exponent: 2, baseRate: '1' },
  AED: { exponent: 2, baseRate: '3.6364' },
  JPY: { exponent: 0, baseRate: '160' },
}
const NO_FEE = { minimumMinor: 100, maximumMinor: 100_000, feeMinor: 0, feePpm: 0 }

describe('fees and margins', () => {
  test('a fee is a fixed part and a share of the amount, rounded half up', () => {
    expect(feeOf(5000, { ...NO_FEE, feeMinor: 100, feePpm: 20_000 })).toBe(200)
    expect(feeOf(25, { ...NO_FEE, feePpm: 20_000 })).toBe(1)
    expect(feeOf(24, { ...NO_FEE, feePpm: 20_000 })).toBe(0)
  })

  test('a margin is rounded up', () => {
    expect(afterSpread(11_000, 10_000)).toBe(10_890)
    expect(afterSpread(99, 10_000)).toBe(98)
  })
})

describe('bounds', () => {
  const amounts = {
    deposit: { minimumMinor: 500, maximumMinor: 500_000, feeMinor: 10, feePpm: 20_000 },
    byCurrency: { JPY: { deposit: { minimumMinor: 1000, maximumMinor: 90_000 } } },
  }
  const directions = ['deposit'] as const satisfies Parameters<typeof boundsOf>[0]['directions']
  const of = (currency: string) => boundsOf({ amounts, directions }, 'deposit', currency, CURRENCIES)

  test('bounds and the fixed fee are converted, and the share stays', () => {
    expect(of('EUR')).toEqual({ minimumMinor: 500, maximumMinor: 500_000, feeMinor: 10, feePpm: 20_000 })
    expect(of('AED')).toEqual({ minimumMinor: 1818, maximumMinor: 1_818_200, feeMinor: 36, feePpm: 20_000 })
  })

  test('bounds of a currency of their own are taken as they are', () => {
    expect(of('JPY')).toEqual({ minimumMinor: 1000, maximumMinor: 90_000, feeMinor: 0, feePpm: 0 })
  })

  test('a method that does not pay out has no bounds for it', () => {
    expect(boundsOf({ amounts, directions }, 'withdrawal', 'EUR', CURRENCIES)).toBeUndefined()
  })

  test('a quick amount has two significant digits in another currency', () => {
    expect(quickAmount(1000, 'EUR', CURRENCIES)).toBe(1000)
    expect(quickAmount(1234, 'EUR', CURRENCIES)).toBe(1234)
    expect(quickAmount(1000, 'AED', CURRENCIES)).toBe(3600)
    expect(quickAmount(10_000, 'AED', CURRENCIES)).toBe(36_000)
    expect(quickAmount(2000, 'JPY', CURRENCIES)).toBe(3200)
  })
})

describe('the closed loop', () => {
  const loops = [
    { methodId: 'card', openMinor: 10_000 },
    { methodId: 'wallet', openMinor: 5000 },
  ]

  test('what came by a method goes back by it, and the rest goes as chosen', () => {
    expect(splitWithdrawal(18_000, 'bank', loops)).toEqual([
      { methodId: 'card', amountMinor: 10_000 },
      { methodId: 'wallet', amountMinor: 5000 },
      { methodId: 'bank', amountMinor: 3000 },
    ])
  })

  test('the method that was chosen takes its own first', () => {
    expect(splitWithdrawal(4000, 'wallet', loops)).toEqual([{ methodId: 'wallet', amountMinor: 4000 }])
    expect(splitWithdrawal(16_000, 'wallet', loops)).toEqual([
      { methodId: 'wallet', amountMinor: 6000 },
      { methodId: 'card', amountMinor: 10_000 },
    ])
  })

  test('PAY-8: the parts make the whole, and nothing goes beyond what came by a method until all is back', () => {
    const METHODS = ['card', 'wallet', 'crypto', 'bank'] as const
    const loop = fc.record({ methodId: fc.constantFrom(...METHODS.slice(0, 3)), openMinor: fc.nat(20_000) })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.constantFrom(...METHODS),
        fc.uniqueArray(loop, { selector: ({ methodId }) => methodId }),
        (amountMinor, chosen, open) => {
          const parts = splitWithdrawal(amountMinor, chosen, open)
          const sent = new Map(parts.map((part) => [part.methodId, part.amountMinor]))
          const isAllBack = open.every(({ methodId, openMinor }) => (sent.get(methodId) ?? 0) >= openMinor)
          expect(parts.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(amountMinor)
          expect(sent.size).toBe(parts.length)
          for (const { methodId, amountMinor: part } of parts) {
            const openMinor = open.find((one) => one.methodId === methodId)?.openMinor ?? 0
            expect(part).toBeGreaterThan(0)
            if (part > openMinor) expect([isAllBack, methodId]).toEqual([true, chosen])
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('what is left of a loop is never below zero', () => {
    expect(splitWithdrawal(100, 'bank', [{ methodId: 'card', openMinor: -50 }])).toEqual([
      { methodId: 'bank', amountMinor: 100 },
    ])
  })
})

describe('approvals', () => {
  const RULES = {
    ...{ withdrawalOneAboveMinor: 100_000, withdrawalTwoAboveMinor: 1_000_000, isFirstManual: false },
    ...{ changedDataDays: 7, velocityCount: 3, velocityMinor: 500_000, velocityHours: 24, manualMethods: ['crypto'] },
  }
  const FACTS: WithdrawalFacts = {
    ...{ amountMinor: 5000, methodIds: ['card'], currency: 'EUR', isFirst: false, changedAt: null },
    ...{ windowCount: 0, windowMinor: 0, now: new Date('2026-03-10T00:00:00Z') },
  }
  const of = (facts: Partial<WithdrawalFacts>, rules = RULES) => approvalOf({ ...FACTS, ...facts }, rules, CURRENCIES)

  test.each([
    ['no rule is hit', {}, [], 0],
    ['the first bound is reached and not passed', { amountMinor: 100_000 }, [], 0],
    ['the first bound is passed', { amountMinor: 100_001 }, ['above_one'], 1],
    ['the second bound is passed', { amountMinor: 1_000_001 }, ['above_two', 'velocity_amount'], 2],
    ['the fourth of a day', { windowCount: 3 }, ['velocity_count'], 1],
    ['more than so much a day', { windowMinor: 495_001 }, ['velocity_amount'], 1],
    ['data changed six days ago', { changedAt: new Date('2026-03-04T00:00:00Z') }, ['changed_data'], 1],
    ['data changed seven days ago', { changedAt: new Date('2026-03-03T00:00:00Z') }, [], 0],
    ['a method that people look at', { methodIds: ['card', 'crypto'] }, ['manual_method'], 1],
    ['bounds in another currency', { amountMinor: 363_640, currency: 'AED' }, [], 0],
    ['bounds in another currency, passed', { amountMinor: 363_641, currency: 'AED' }, ['above_one'], 1],
  ] as const)('PAY-8: a withdrawal waits for as many as its rules ask for: %s', (_, facts, rules, needed) => {
    expect(of(facts)).toEqual({ rules, needed })
  })

  test('PAY-8: the first withdrawal is looked at where the brand wants it', () => {
    expect(of({ isFirst: true })).toEqual({ rules: [], needed: 0 })
    expect(of({ isFirst: true }, { ...RULES, isFirstManual: true })).toEqual({ rules: ['first_withdrawal'], needed: 1 })
  })

  test('a bound of 0 is none', () => {
    const none = {
      ...RULES,
      withdrawalOneAboveMinor: 0,
      withdrawalTwoAboveMinor: 0,
      velocityCount: 0,
      velocityMinor: 0,
    }
    expect(of({ amountMinor: 9_000_000, windowCount: 99 }, none)).toEqual({ rules: [], needed: 0 })
  })
})

describe('card numbers', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    'my card is 4242-4242-4242-4242, please look',
    'paid with 378282246310005.',
  ])('a card number is found in %j', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  test.each([
    '',
    '4242424242424241',
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    '+49 170 1234567',
    'payment 70010 of 2026-03-01',
    'x4242424242424242',
  ])('no card number is found in %j', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})
