import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settleBet } from '#machines/betting/settling/settle-bet.rules.ts'
import { decimalToMinor, formatAmount } from '#machines/money/amount.rules.ts'
import { formatNumbersIn } from '#machines/money/exact-format.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { BetLeg, SettledBet } from '#schemas'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import { legFigures, stepFigures } from './payout-steps.selectors.ts'

const file = new URL('../../../brands/_base/locales/en/betting.json', import.meta.url)
const t = textWriter('en', { texts: JSON.parse(readFileSync(file, 'utf8')), fallback: null })
const money = (minor: number) => formatAmount(minor, { symbol: '₸', exponent: 2 }, { locale: 'en' })
const look: CouponLook = {
  money,
  shortMoney: String,
  price: String,
  exact: (text) => formatNumbersIn(text, 'en'),
  amount: (exact) => {
    const minor = decimalToMinor(exact, 2)
    return minor === null ? formatNumbersIn(exact, 'en') : money(minor)
  },
  time: String,
  decimalSeparator: '.',
}
const leg = (odds: string, result: 'win' | 'lose' | 'half-win' = 'win'): BetLeg => ({ odds, result })

/** The explanation of a bet as a page writes it, a line a step. */
function lines(bet: SettledBet): string[] {
  const settled = settleBet(bet)
  if (!settled.ok) throw new Error(settled.fault.code)
  return settled.settlement.explanation.map((step) => {
    if (step.step !== 'leg') return `${step.step}: ${stepFigures(step, { look, t })}`
    const { figures, result } = legFigures(step, { look, t })
    return `leg: ${figures}${result === null ? '' : ` (${result})`}`
  })
}

describe('the explanation of a payout on a page', () => {
  test('BET-24: amounts have grouped digits and their currency, and the last one is the capped payout', () => {
    const bet = { type: 'express' as const, stakeMinor: 99_999_999, legs: [leg('1.6'), leg('2.001')] }
    expect(lines({ ...bet, maximumPayoutMinor: 550_000_000 })).toEqual([
      'leg: 1.6',
      'leg: 2.001',
      'product: 1.6 × 2.001 = 3.2016',
      'gross: 999,999.99 × 3.2016 = 3,201,599.967984',
      'payout: 3,201,599.97\u00a0₸',
    ])
    expect(lines({ ...bet, maximumPayoutMinor: 300_000_000 }).slice(-2)).toEqual([
      'cap: 3,000,000.00\u00a0₸',
      'payout: 3,000,000.00\u00a0₸',
    ])
  })

  test('a system says its sizes as the coupon does, and an outcome how it ended', () => {
    const bet = { type: 'system' as const, sizes: [1, 2], stakeMinor: 600_000 }
    expect(lines({ ...bet, legs: [leg('2'), leg('1.8', 'half-win'), leg('5', 'lose')] })).toEqual([
      'leg: 2',
      'leg: 1.8 → 1.4 (Half won)',
      'leg: 5 → 0 (Lost)',
      'lines: 1 of 3 + 2 of 3 = 6',
      'line_stake: 6,000 ÷ 6 = 1,000.00\u00a0₸',
      'line_sum: 6.2',
      'gross: 1,000 × 6.2 = 6,200.00\u00a0₸',
      'payout: 6,200.00\u00a0₸',
    ])
  })

  test('a dead heat says how many share how many places', () => {
    const legs: readonly BetLeg[] = [{ odds: '5', result: 'dead-heat', places: 1, tied: 2 }]
    expect(lines({ type: 'single', stakeMinor: 1000, legs: [...legs] })[0]).toBe('leg: 5 × 1 ÷ 2 = 2.5 (Dead heat)')
  })
})
