import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fairDraw } from '#machines/odds/fair-draw.rules.ts'
import { add, compare, multiply, rational } from '#machines/odds/rational.rules.ts'
import {
  CRASH,
  CRASHED_AT_ONCE_E2,
  crashChance,
  crashPay,
  crashPointAt,
  crashPointE2,
  flightMs,
  msToReach,
  multiplierE2,
  multiplierE4,
  paidAtE2,
} from './crash.rules.ts'
import { PAYTABLES } from './paytables.ts'
import { seededDraw } from './simulate.test-support.ts'

const SETTINGS = { kind: 'crash', returnE4: 9700, highestE2: 100_000 } as const
const NUMBERS = 2n ** 48n
const bet = (targetE2: number, cashedE2 = 0) => ({ amountMinor: 1000, targetE2, cashedE2 })

describe('the crash point', () => {
  test('CAS-11: at each multiplier a bet gives back 97/100, never less, and by less than a thousand millionth more', () => {
    for (const targetE2 of [101, 102, 150, 200, 333, 1000, 12_345, 99_999, 100_000]) {
      const back = multiply(crashChance(SETTINGS, targetE2), rational(targetE2, 100))
      expect(compare(back, rational(97, 100)), String(targetE2)).toBeGreaterThanOrEqual(0)
      expect(compare(back, rational(970_000_001, 1_000_000_000)), String(targetE2)).toBeLessThan(0)
    }
  })

  test('the worst and the best multiplier of each paytable are what the page says', () => {
    for (const settings of [PAYTABLES.crash_97, PAYTABLES.crash_99]) {
      if (settings.kind !== 'crash') throw new Error('no crash')
      const { lowest, highest } = CRASH.returns(settings)
      const wanted = rational(settings.returnE4, 10_000)
      expect(compare(lowest, wanted)).toBe(0)
      expect(compare(highest, add(wanted, rational(1, 1_000_000_000)))).toBeLessThan(0)
    }
  })

  test('the chance counts just the numbers that the formula lets reach a multiplier', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), fc.bigInt({ min: -2n, max: 2n }), (targetE2, beside) => {
        const { numerator, denominator } = crashChance(SETTINGS, targetE2)
        const count = (numerator * NUMBERS) / denominator
        const number = count + beside
        expect(crashPointAt(SETTINGS, number) >= targetE2).toBe(number < count)
      }),
    )
  })

  test('the least number flies to the top, the greatest crashes at once', () => {
    expect(crashPointAt(SETTINGS, 0n)).toBe(100_000)
    expect(crashPointAt(SETTINGS, 1n)).toBe(100_000)
    expect(crashPointAt(SETTINGS, NUMBERS - 1n)).toBe(CRASHED_AT_ONCE_E2)
    expect(crashPointAt(SETTINGS, NUMBERS / 2n)).toBe(193)
  })

  test('it is the same for the same seeds', () => {
    const source = { serverSeed: 'ab'.repeat(32), clientSeed: 'table', nonce: 7 }
    expect(crashPointE2(SETTINGS, fairDraw(source))).toBe(crashPointE2(SETTINGS, fairDraw(source)))
  })

  test('drawn 200,000 times, it reaches multipliers as often as it should', () => {
    const draw = seededDraw(11)
    const rounds = 200_000
    const points = Array.from({ length: rounds }, () => crashPointE2(SETTINGS, draw))
    for (const targetE2 of [101, 150, 200, 500, 1000, 5000]) {
      const chance = 97 / targetE2
      const found = points.filter((point) => point >= targetE2).length / rounds
      expect(Math.abs(found - chance), String(targetE2)).toBeLessThan(4.5 * Math.sqrt((chance * (1 - chance)) / rounds))
    }
    const atOnce = points.filter((point) => point === CRASHED_AT_ONCE_E2).length / rounds
    expect(Math.abs(atOnce - (1 - 97 / 101))).toBeLessThan(0.002)
  })
})

describe('the flight', () => {
  test('the multiplier grows by 6 hundred-thousandths a ms, in whole numbers', () => {
    expect([0, -5, 1, 166].map(multiplierE4)).toEqual([10_000, 10_000, 10_000, 10_100])
    for (const ms of [1000, 11_553, 50_000, 115_132])
      expect(Math.abs(multiplierE4(ms) - Math.floor(10_000 * 1.00006 ** ms))).toBeLessThanOrEqual(1)
  })

  test('it never falls, and each multiplier is reached at its ms and not before', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 0, max: 180_000 }), (ms) => {
        expect(multiplierE4(ms + 1)).toBeGreaterThanOrEqual(multiplierE4(ms))
      }),
    )
    void fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), (targetE2) => {
        const ms = msToReach(targetE2)
        expect(multiplierE2(ms)).toBeGreaterThanOrEqual(targetE2)
        expect(multiplierE2(ms - 1)).toBeLessThan(targetE2)
      }),
    )
  })

  test('before its end the multiplier is the crash point or below; at its end it would be above', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 101, max: 99_999 }), (crashE2) => {
        const ms = flightMs(SETTINGS, crashE2)
        expect(multiplierE2(ms - 1)).toBeLessThanOrEqual(crashE2)
        expect(multiplierE2(ms)).toBeGreaterThan(crashE2)
      }),
    )
    expect(flightMs(SETTINGS, CRASHED_AT_ONCE_E2)).toBe(0)
    expect(multiplierE2(flightMs(SETTINGS, 100_000))).toBeGreaterThanOrEqual(100_000)
    expect(multiplierE2(flightMs(SETTINGS, 100_000) - 1)).toBeLessThan(100_000)
  })
})

describe('bets', () => {
  test('a target is paid exactly when the flight reaches it', () => {
    expect(paidAtE2(SETTINGS, bet(200), 200)).toBe(200)
    expect(paidAtE2(SETTINGS, bet(200), 199)).toBe(0)
    expect(paidAtE2(SETTINGS, bet(0), 5000)).toBe(0)
  })

  test('what was cashed out stays so, and at the top all are', () => {
    expect(paidAtE2(SETTINGS, bet(0, 150), 100)).toBe(150)
    expect(paidAtE2(SETTINGS, bet(0), 100_000)).toBe(100_000)
    expect(paidAtE2(SETTINGS, bet(200), 100_000)).toBe(200)
  })

  test('payouts are rounded down to minor units', () => {
    expect(crashPay(33, 101)).toBe(33)
    expect(crashPay(99, 101)).toBe(99)
    expect(crashPay(100, 101)).toBe(101)
    expect(crashPay(1_000_000_000_000, 100_000)).toBe(1_000_000_000_000_000)
  })

  test('there is no round of one player: the rules refuse to open one', () => {
    expect(
      CRASH.open(SETTINGS, { stakes: [{ on: 'main', amountMinor: 1 }], choice: {} as never }, seededDraw(1)),
    ).toEqual({
      refusal: 'casino.choice_invalid',
    })
  })
})
