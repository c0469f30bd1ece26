import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorToDecimal } from './amount.rules.ts'
import { moneyOfMinor, shownBalance } from './currency-account.rules.ts'

describe('money of a call', () => {
  test.each([
    { minor: 1250, exponent: 2, money: 12.5 },
    { minor: 1235, exponent: 3, money: 1.24 },
    { minor: -1235, exponent: 3, money: -1.24 },
    { minor: 1234, exponent: 3, money: 1.23 },
    { minor: 1235, exponent: 0, money: 1235 },
    { minor: 1_500_000, exponent: 8, money: 0.02 },
    { minor: 1, exponent: 8, money: 0 },
    { minor: 0, exponent: 2, money: 0 },
  ])('ACC-28: $minor of exponent $exponent is $money', ({ minor, exponent, money }) => {
    expect(moneyOfMinor(minor, exponent)).toBe(money)
  })

  test('ACC-28: never more than two decimals, never further off than half a hundredth', () => {
    const amounts = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 8 }), (minor, exponent) => {
        const money = moneyOfMinor(minor, exponent)
        expect(String(money)).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(Math.abs(money - Number(minorToDecimal(minor, exponent)))).toBeLessThan(0.005_1)
      }),
    )
  })
})

describe('what an account shows', () => {
  const account = { isPointsTypeBalance: false, points: 0, money: 12.35, balanceMinor: 12_345 }

  test('the exact balance, or the rounded money where the answer tells no more', () => {
    expect(shownBalance(account, 3)).toEqual({ kind: 'money', minor: 12_345 })
    const { balanceMinor: _left, ...rounded } = account
    expect(shownBalance(rounded, 3)).toEqual({ kind: 'money', minor: 12_350 })
    expect(shownBalance({ ...rounded, money: 1.15 }, 2)).toEqual({ kind: 'money', minor: 115 })
    expect(shownBalance({ ...rounded, money: 12 }, 0)).toEqual({ kind: 'money', minor: 12 })
  })

  test('ACC-29: points in place of money', () => {
    expect(shownBalance({ ...account, isPointsTypeBalance: true, points: 340 }, 2)).toEqual({
      kind: 'points',
      points: 340,
    })
  })
})
