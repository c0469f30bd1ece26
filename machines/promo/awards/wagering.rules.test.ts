import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, toExactText, ZERO } from '#machines/odds/rational.rules.ts'
import {
  convertBonus,
  countBet,
  isPlayedThrough,
  shownProgress,
  type WageredBet,
  type WageringTerms,
  wageringTarget,
  withCount,
} from './wagering.rules.ts'

const TERMS: WageringTerms = {
  ...{ timesE2: 3000, base: 'bonus', counts: 'whole_bet', minimumOddsE3: 1500, gamesPpm: { halfslot: 500_000 } },
  productsPpm: { slots: 1_000_000, table: 100_000, live: 50_000, sport: 1_000_000 },
}

const bet = (more: Partial<WageredBet>, minor: number): WageredBet => ({
  ...{ product: 'slots', stake: { cash: minor, bonus: 0 }, ending: 'lost' },
  ...more,
})

describe('what has to be staked', () => {
  test('is thirty times a bonus of 100.00, or thirty-five times bonus and deposit', () => {
    const base = { bonusMinor: 10_000, depositMinor: 10_000 }
    expect(wageringTarget(TERMS, base)).toBe(300_000)
    expect(wageringTarget({ timesE2: 3500, base: 'deposit_and_bonus' }, base)).toBe(700_000)
    expect(wageringTarget({ timesE2: 133, base: 'bonus' }, { bonusMinor: 1, depositMinor: 0 })).toBe(2)
  })
})

describe('what a bet counts', () => {
  test('six bets of several products count 9.715 together, shown as 9.71', () => {
    const bets = [
      bet({}, 500),
      bet({ product: 'table' }, 400),
      bet({ product: 'live' }, 300),
      bet({ product: 'sport', odds: '1.40' }, 1000),
      bet({ product: 'sport', odds: '1.90' }, 250),
      bet({ gameId: 'halfslot' }, 333),
    ]
    const counted = bets.map((each) => countBet(TERMS, each).minor).reduce(add, ZERO)
    expect(toExactText(counted)).toBe('971.5')
    expect(shownProgress({ counted, targetMinor: 300_000 })).toEqual({ minor: 971, percent: 0 })
  })

  test('only what the bonus has paid counts where the terms say so', () => {
    const stake = { cash: 320, bonus: 180 }
    expect(toExactText(countBet({ ...TERMS, counts: 'bonus_part' }, bet({ stake }, 0)).minor)).toBe('180')
    expect(toExactText(countBet(TERMS, bet({ stake }, 0)).minor)).toBe('500')
  })

  test.each([
    ['promo.counts_not_void', { ending: 'void' }],
    ['promo.counts_not_cashed_out', { ending: 'cashed_out' }],
    ['promo.counts_not_opposite', { hasOpposite: true }],
    ['promo.counts_not_product', { product: 'poker' }],
    ['promo.counts_not_odds', { product: 'sport', odds: '1.499' }],
  ] as const)('nothing, with the reason %s', (reason, more) => {
    expect(countBet(TERMS, bet(more, 500))).toMatchObject({ reason, minor: ZERO, sharePpm: 0 })
  })

  test('a bet at exactly the least odds counts', () => {
    expect(countBet(TERMS, bet({ product: 'sport', odds: '1.5' }, 500)).reason).toBe('promo.counts_whole')
  })
})

describe('progress', () => {
  const five = countBet(TERMS, bet({}, 500)).minor

  test('a bet that is taken back takes its progress with it, even below nothing', () => {
    const begun = withCount({ counted: ZERO, targetMinor: 500 }, five)
    expect(isPlayedThrough(begun)).toBe(true)
    const back = withCount(withCount(begun, five, true), five, true)
    expect(toExactText(back.counted)).toBe('-500')
    expect(shownProgress(back)).toEqual({ minor: 0, percent: 0 })
  })

  test('is never shown above the whole, and a bonus without wagering is through at once', () => {
    expect(shownProgress({ counted: five, targetMinor: 300 })).toEqual({ minor: 300, percent: 100 })
    expect(shownProgress({ counted: ZERO, targetMinor: 0 })).toEqual({ minor: 0, percent: 100 })
  })
})

describe('a bonus that is played through', () => {
  test('PROMO-16: is cut to five times the bonus at that moment: 731.40 pays 500.00, and 231.40 is removed', () => {
    const cap = { bonusMinor: 10_000, capTimesE2: 500 }
    expect(convertBonus(73_140, cap)).toEqual({ paidMinor: 50_000, removedMinor: 23_140 })
    expect(convertBonus(40_000, cap)).toEqual({ paidMinor: 40_000, removedMinor: 0 })
    expect(convertBonus(73_140, { ...cap, capTimesE2: 0 })).toEqual({ paidMinor: 73_140, removedMinor: 0 })
  })

  test('PROMO-16: of one that releases its winnings, what is more than the bonus becomes money, and no more than the cap', () => {
    const sticky = { bonusMinor: 10_000, capTimesE2: 0, release: 'winnings' } as const
    expect(convertBonus(73_140, sticky)).toEqual({ paidMinor: 63_140, removedMinor: 10_000 })
    expect(convertBonus(73_140, { ...sticky, capTimesE2: 500 })).toEqual({ paidMinor: 50_000, removedMinor: 23_140 })
    expect(convertBonus(9_999, sticky)).toEqual({ paidMinor: 0, removedMinor: 9_999 })
  })

  test('PROMO-16: whatever its terms, what is paid and what is removed are all that is left; more left never pays less, and winnings never more than all', () => {
    const minor = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(minor, minor, minor, fc.constantFrom(0, 100, 250, 1000), (held, more, bonusMinor, capTimesE2) => {
        const whole = { bonusMinor, capTimesE2, release: 'whole' } as const
        const winnings = { ...whole, release: 'winnings' } as const
        for (const terms of [whole, winnings]) {
          const { paidMinor, removedMinor } = convertBonus(held, terms)
          expect(paidMinor + removedMinor).toBe(held)
          expect(Math.min(paidMinor, removedMinor)).toBeGreaterThanOrEqual(0)
          expect(convertBonus(held + more, terms).paidMinor).toBeGreaterThanOrEqual(paidMinor)
        }
        expect(convertBonus(held, winnings).paidMinor).toBeLessThanOrEqual(convertBonus(held, whole).paidMinor)
        expect(convertBonus(held, whole)).toEqual(convertBonus(held, { bonusMinor, capTimesE2 }))
      }),
    )
  })
})
