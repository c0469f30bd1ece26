import { describe, expect, test } from 'vitest'
import { bonusValue, playOf, USUAL_PLAY } from './bonus-value.rules.ts'

describe('what a bonus is worth', () => {
  test.each([
    [100, 9600],
    [300, 8804],
    [500, 8047],
    [1000, 6463],
    [2000, 4359],
    [3000, 3074],
    [4000, 2233],
  ])('wagered %i hundredths of times at 96 %, %i ten-thousandths are kept', (timesE2, keptE4) => {
    expect(bonusValue(timesE2).keptE4).toBe(keptE4)
  })

  test('the money runs out first in 31.8 % of ten times and in 74.5 % of thirty times', () => {
    expect(bonusValue(1000).bustE4).toBeCloseTo(3180, -1)
    expect(bonusValue(3000).bustE4).toBeCloseTo(7450, -1)
  })

  test('the plain value is that of somebody who never runs out of money', () => {
    expect(bonusValue(3000).plainE4).toBe(10_000 - 12_000)
    expect(bonusValue(1000).plainE4).toBe(6000)
    // Thirty-five times deposit and bonus are seventy times the bonus.
    expect(bonusValue(7000).plainE4).toBe(10_000 - 28_000)
    const blackjack = playOf({ productsPpm: { table: 100_000 } }, 'table', 9950)
    expect(bonusValue(3000, blackjack).plainE4).toBe(-5000)
  })

  test('of a bonus that releases its winnings alone less is kept, and the money runs out as often', () => {
    const sticky = { ...USUAL_PLAY, release: 'winnings' } as const
    // One bet of all of it: it wins 48 of 100 times, and pays what was won then.
    expect(bonusValue(100, { ...sticky, stakeE4: 10_000 })).toEqual({ plainE4: -400, keptE4: 4800, bustE4: 5200 })
    for (const timesE2 of [100, 1000, 3000]) {
      const [whole, winnings] = [bonusValue(timesE2), bonusValue(timesE2, sticky)]
      expect(winnings.keptE4).toBeLessThan(whole.keptE4)
      // Of what is left at most the bonus itself is taken off, where something is left.
      expect(whole.keptE4 - winnings.keptE4).toBeLessThanOrEqual(10_000 - whole.bustE4)
      expect(winnings.bustE4).toBe(whole.bustE4)
    }
  })

  test('what counts nothing can never be wagered', () => {
    expect(() => bonusValue(3000, playOf({ productsPpm: {} }, 'live', 9700))).toThrow(RangeError)
  })
})
