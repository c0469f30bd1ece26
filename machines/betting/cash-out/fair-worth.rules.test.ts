import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  divide,
  multiply,
  ONE,
  rational,
  rationalOf,
  subtract,
  toExactText,
  ZERO,
} from '#machines/odds/rational.rules.ts'
import type { BetLeg, FrozenBet } from '#schemas'
import { settledBetOf } from '../settling/frozen-bet.rules.ts'
import { grossPayout } from '../settling/gross-payout.rules.ts'
import { cashOutTerms } from './cash-out.rules.ts'
import type { CashOutLeg } from './fair-worth.rules.ts'
import { fairGross, hasFairWorth } from './fair-worth.rules.ts'

function frozen(type: FrozenBet['type'], legs: number, changes: Partial<FrozenBet> = {}): FrozenBet {
  const rules = {
    rounding: 'half-up@1',
    tax: 'none@1',
    deadHeat: 'places-by-tied@1',
    chain: 'smaller-of-unit-and-account@1',
  }
  const places = Array.from({ length: legs }, (_, place) => place)
  return { type, stakeMinor: 1000, currency: 'EUR', exponent: 2, legs: places, tax: {}, rules, ...changes }
}

const open = (odds: string, live: string): CashOutLeg => ({ odds, live, result: null })
const ended = (odds: string, result: 'win' | 'lose' | 'void'): CashOutLeg => ({
  odds,
  live: null,
  result: { odds, result },
})
const mapOf = (legs: readonly CashOutLeg[]) => new Map(legs.entries())
const worth = (bet: FrozenBet, legs: readonly CashOutLeg[]) => toExactText(fairGross(bet, mapOf(legs), 1000n))

/** The same by trying every way in which the open outcomes may end. */
function byEveryWay(bet: FrozenBet, legs: readonly CashOutLeg[]): string {
  let sum = ZERO
  const places = legs.flatMap(({ result }, place) => (result === null ? [place] : []))
  for (let way = 0; way < 2 ** places.length; way += 1) {
    let chance = ONE
    const ends = legs.map(({ odds, live, result }, place): [number, BetLeg] => {
      if (result) return [place, result]
      const wins = ((way >> places.indexOf(place)) & 1) === 1
      const price = divide(ONE, rationalOf(live ?? '1'))
      chance = multiply(chance, wins ? price : subtract(ONE, price))
      return [place, { odds, result: wins ? 'win' : 'lose' }]
    })
    sum = add(sum, multiply(chance, grossPayout(settledBetOf(bet, new Map(ends)), 1000n, toExactText).gross))
  }
  return toExactText(sum)
}

test('PLACE-7: a chain, a conditional bet and an anti-express are worth what they pay on average', () => {
  // 10.00: with 1/2 it is 20.00 and stakes 10.00 at 1/2 again, else nothing is left.
  expect(worth(frozen('chain', 2), [open('2', '2'), open('2', '2')])).toBe('1000')
  expect(worth(frozen('chain', 2), [ended('2', 'win'), open('2', '1.25')])).toBe('2600')
  expect(worth(frozen('chain', 2), [ended('2', 'lose'), open('2', '1.25')])).toBe('0')
  const blocks = [{ legs: [0] }, { legs: [1, 2], stakeMinor: 500 }]
  expect(worth(frozen('conditional', 3, { blocks }), [ended('2', 'win'), open('2', '2'), open('3', '2')])).toBe('2250')
  const anti = frozen('anti-express', 2, { antiExpressCoef: '1.20' })
  expect(worth(anti, [open('2', '2'), open('2', '2')])).toBe('900')
  expect(worth(anti, [ended('2', 'lose'), open('2', '2')])).toBe('1200')
  expect(worth(anti, [ended('2', 'win'), open('2', '4')])).toBe('900')
  expect(worth(anti, [ended('2', 'win'), ended('2', 'win')])).toBe('0')
})

test('PLACE-7: of every type the worth is that of all ways in which it may end', () => {
  const price = fc.integer({ min: 101, max: 900 }).map((odds) => (odds / 100).toFixed(2))
  const leg = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(price, price).map(([odds, live]) => open(odds, live)) },
    {
      weight: 1,
      arbitrary: fc.tuple(price, fc.constantFrom('win', 'lose', 'void')).map(([odds, result]) => ended(odds, result)),
    },
  )
  const bets: readonly FrozenBet[] = [
    frozen('express', 4),
    frozen('chain', 4),
    frozen('anti-express', 4, { antiExpressCoef: '1.05' }),
    frozen('system', 4, { sizes: [2, 3] }),
    frozen('conditional', 4, {
      blocks: [{ legs: [0] }, { legs: [1, 2], stakeMinor: 700 }, { legs: [3], stakeMinor: 90 }],
    }),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...bets), fc.array(leg, { minLength: 4, maxLength: 4 }), (bet, legs) => {
      // An anti-express is given back when all of it is void; that is settled, and not sold.
      fc.pre(bet.type !== 'anti-express' || legs.some(({ result }) => result === null))
      fc.pre(bet.type !== 'anti-express' || legs.every(({ result }) => result?.result !== 'void'))
      expect(worth(bet, legs)).toBe(byEveryWay(bet, legs))
    }),
    { numRuns: 200 },
  )
})

test('PLACE-7: a chain of ten open links is valued, and no sale pays more than the bet can', () => {
  const ten = Array.from({ length: 10 }, (_, place) => open((1.5 + place / 10).toFixed(2), '1.40'))
  expect(hasFairWorth(frozen('chain', 10), mapOf(ten))).toBe(true)
  const terms = cashOutTerms({ frozen: frozen('chain', 10), soldMinor: 0, legs: mapOf(ten) }, 5)
  expect(terms).toMatchObject({ kind: 'quoted', remainingMinor: 0 })
  const anti = frozen('anti-express', 2, { antiExpressCoef: '1.20' })
  const two = mapOf([open('2', '4'), open('2', '4')])
  expect(cashOutTerms({ frozen: anti, soldMinor: 0, legs: two }, 0, 400)).toMatchObject({
    payoutMinor: 450,
    possibleMinor: 720,
  })
  const won = mapOf([ended('2', 'lose'), open('2', '4')])
  expect(cashOutTerms({ frozen: anti, soldMinor: 0, legs: won }, 5)).toMatchObject({ payoutMinor: 1140 })
  expect(toExactText(fairGross(anti, won, 0n))).toBe(toExactText(rational(0)))
})
