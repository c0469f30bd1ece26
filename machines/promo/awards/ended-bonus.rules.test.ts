import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bonusGain, type StakedBonus } from './ended-bonus.rules.ts'

const BONUS: StakedBonus = {
  ...{ state: 'converted', bonusMinor: 10_000, capTimesE2: 0, endMinor: 50_000, lateMinor: 0, owedMinor: 0 },
}
const RICH = { cash: 1_000_000, bonus: 1_000_000 }

describe('what a stake of a bonus brings', () => {
  test('it is the bonus’s as long as that is played through', () => {
    expect(bonusGain({ ...BONUS, state: 'active' }, 500, RICH)).toEqual({ bonus: 500, cash: 0, promo: 0, owed: 0 })
    expect(bonusGain({ ...BONUS, state: 'active' }, -500, { cash: 900, bonus: 300 })).toEqual({
      ...{ bonus: -300, cash: 0, promo: -200, owed: 200 },
    })
  })

  test('it is the player’s once the bonus became money, and what they have spent of it is owed', () => {
    expect(bonusGain(BONUS, 500, RICH)).toEqual({ bonus: 0, cash: 500, promo: 0, owed: 0 })
    expect(bonusGain(BONUS, -500, { cash: 300, bonus: 900 })).toEqual({ bonus: 0, cash: -300, promo: -200, owed: 200 })
    expect(bonusGain({ ...BONUS, owedMinor: 200 }, 500, RICH)).toEqual({ bonus: 0, cash: 300, promo: 200, owed: -200 })
  })

  test.each(['spent', 'refused', 'expired', 'cancelled'])('it is the house’s of a bonus that is %s', (state) => {
    expect(bonusGain({ ...BONUS, state }, 500, RICH)).toEqual({ bonus: 0, cash: 0, promo: 500, owed: 0 })
    expect(bonusGain({ ...BONUS, state }, -500, RICH)).toEqual({ bonus: 0, cash: 0, promo: -500, owed: 0 })
  })

  test('a cap holds for what comes later: 731.40 at the end of a bonus that pays 500.00, less 300.00 that was won wrongly, pays 431.40', () => {
    const capped = { ...BONUS, capTimesE2: 500, endMinor: 73_140 }
    expect(bonusGain(capped, 100, RICH)).toEqual({ bonus: 0, cash: 0, promo: 100, owed: 0 })
    expect(bonusGain(capped, -30_000, RICH)).toEqual({ bonus: 0, cash: -6860, promo: -23_140, owed: 0 })
    expect(bonusGain({ ...capped, lateMinor: -30_000 }, 30_000, RICH)).toMatchObject({ cash: 6860, promo: 23_140 })
  })

  test('nothing is lost, no account falls below zero, and undoing gives all of it back', () => {
    const state = fc.constantFrom('active', 'converted', 'spent', 'refused')
    const minor = fc.nat(100_000)
    fc.assert(
      fc.property(state, minor, minor, minor, fc.constantFrom(0, 100, 500), (of, end, cash, bonus, capTimesE2) => {
        const staked = { ...BONUS, state: of, endMinor: end, capTimesE2, bonusMinor: 10_000 }
        const taken = bonusGain(staked, -end, { cash, bonus })
        expect(taken.bonus + taken.cash + taken.promo + end).toBe(0)
        expect(taken.bonus + bonus).toBeGreaterThanOrEqual(0)
        expect(taken.cash + cash).toBeGreaterThanOrEqual(0)
        const later = { ...staked, lateMinor: -end, owedMinor: taken.owed }
        const back = bonusGain(later, end, { cash: cash + taken.cash, bonus: bonus + taken.bonus })
        for (const part of ['bonus', 'cash', 'promo', 'owed'] as const) expect(back[part] + taken[part]).toBe(0)
      }),
    )
  })
})
