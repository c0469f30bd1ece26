import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WonBonus, winningsChange } from './winnings.rules.ts'

const WON: WonBonus = {
  ...{ state: 'active', bonusMinor: 2500, capTimesE2: 0, endMinor: 0, lateMinor: 0, owedMinor: 0 },
  ...{ changedMinor: 0, movedMinor: 0 },
}
const RICH = { cash: 1_000_000, bonus: 1_000_000 }
const NOTHING = { bonus: 0, cash: 0, owed: 0, movedMinor: 0 }

describe('what a free bet has won less or more after all', () => {
  test('a bonus that is played through gives it back as far as it has it, and the rest is owed', () => {
    expect(winningsChange(WON, -1500, RICH)).toEqual({
      ...{ changeMinor: -1500, bonus: -1500, cash: 0, owed: 0, movedMinor: -1500 },
    })
    expect(winningsChange(WON, -1500, { cash: 900, bonus: 400 })).toEqual({
      ...{ changeMinor: -1500, bonus: -400, cash: 0, owed: 1100, movedMinor: -1500 },
    })
    expect(winningsChange({ ...WON, owedMinor: 1100 }, 1500, RICH)).toMatchObject({ bonus: 400, owed: -1100 })
    expect(winningsChange(WON, -9999, RICH)).toMatchObject({ changeMinor: -2500, bonus: -2500 })
  })

  test('one that became money gives back what its terms would have paid less, from the player’s own money', () => {
    const paid = { ...WON, state: 'converted', endMinor: 4000 }
    expect(winningsChange(paid, -2500, { cash: 1000, bonus: 77 })).toEqual({
      ...{ changeMinor: -2500, bonus: 0, cash: -1000, owed: 1500, movedMinor: -2500 },
    })
    // A cap of twice the bonus: 4000 of 2500, and 2000 of the 2500 that are left of a bonus of 1000.
    expect(winningsChange({ ...paid, capTimesE2: 200 }, -1500, RICH)).toMatchObject({ cash: -2000, movedMinor: -2000 })
    expect(winningsChange(paid, 300, RICH)).toEqual({ ...NOTHING, changeMinor: 0 })
  })

  test.each(['spent', 'refused', 'expired', 'cancelled'])(
    'one that is %s moves nothing, and what was lost in play or given up is not given a second time',
    (state) => {
      const over = { ...WON, state }
      expect(winningsChange(over, -2500, RICH)).toEqual({ ...NOTHING, changeMinor: -2500 })
      const undone = { ...over, bonusMinor: 0, changedMinor: -2500 }
      expect(winningsChange(undone, 2500, RICH)).toEqual({ ...NOTHING, changeMinor: 2500 })
      // Of what was undone 1000 were taken back: so much makes a new bonus.
      expect(winningsChange({ ...undone, movedMinor: -1000 }, 2500, RICH)).toMatchObject({ changeMinor: 1500 })
    },
  )

  test('one that waits is as large as its bet says', () => {
    expect(winningsChange({ ...WON, state: 'queued' }, -400, RICH)).toEqual({ ...NOTHING, changeMinor: -400 })
    expect(winningsChange({ ...WON, state: 'queued' }, 400, RICH)).toEqual({ ...NOTHING, changeMinor: 400 })
  })

  test('the parts are the whole: what is asked is moved or owed, nothing falls below zero, and undoing it gives all of it back', () => {
    const minor = fc.nat(100_000)
    const state = fc.constantFrom('queued', 'active', 'converted', 'spent', 'refused')
    fc.assert(
      fc.property(
        state,
        minor,
        minor,
        minor,
        minor,
        fc.constantFrom(0, 100, 500),
        (of, size, end, cash, bonus, cap) => {
          const endMinor = of === 'active' || of === 'queued' ? 0 : end
          const won = { ...WON, state: of, bonusMinor: size, endMinor, capTimesE2: cap }
          for (const asked of [-size, -Math.floor(size / 3)]) {
            const less = winningsChange(won, asked, { cash, bonus })
            expect(less.changeMinor - asked).toBe(0)
            expect(less.bonus + less.cash - less.owed - less.movedMinor + 0).toBe(0)
            expect(Math.min(less.bonus + bonus, less.cash + cash, less.owed)).toBeGreaterThanOrEqual(0)
            const after = {
              ...{ ...won, bonusMinor: size + asked, changedMinor: asked, movedMinor: less.movedMinor },
              ...{ owedMinor: less.owed, lateMinor: of === 'converted' ? asked : 0 },
            }
            const back = winningsChange(after, -asked, { cash: cash + less.cash, bonus: bonus + less.bonus })
            for (const part of ['changeMinor', 'bonus', 'cash', 'owed', 'movedMinor'] as const)
              expect(back[part] + less[part] + 0).toBe(0)
          }
        },
      ),
    )
  })
})
