import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BetLeg, FrozenBet } from '#schemas'
import { settledBetOf } from '../settling/frozen-bet.rules.ts'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { type CashOutTerms, cashOutTerms, isWorsened, remainingBet } from './cash-out.rules.ts'
import type { CashOutLeg } from './fair-worth.rules.ts'

const RULES = {
  rounding: 'half-up@1',
  tax: 'none@1',
  deadHeat: 'places-by-tied@1',
  chain: 'smaller-of-unit-and-account@1',
}

function betOf(stakeMinor: number, legs: number, changes: Partial<FrozenBet> = {}): FrozenBet {
  const type = legs > 1 ? ('express' as const) : ('single' as const)
  const places = Array.from({ length: legs }, (_, place) => place)
  return { type, stakeMinor, currency: 'EUR', exponent: 2, legs: places, tax: {}, rules: RULES, ...changes }
}

function open(odds: string, live: string | null): CashOutLeg {
  return { odds, result: null, live }
}

function ended(odds: string, result: 'win' | 'lose' | 'void' | 'half-win'): CashOutLeg {
  return { odds, result: { odds, result }, live: null }
}

function sold(frozen: FrozenBet, legs: readonly CashOutLeg[], soldMinor = 0) {
  return { frozen, soldMinor, legs: new Map(legs.entries()) }
}

function quoted(...args: Parameters<typeof cashOutTerms>): CashOutTerms {
  const terms = cashOutTerms(...args)
  if (terms.kind !== 'quoted') throw new Error(`refused: ${terms.reason}`)
  return terms
}

function paid(...args: Parameters<typeof cashOutTerms>): number {
  return quoted(...args).payoutMinor
}

test('PLACE-7: a bet is worth its stake by the accepted price through the price now, the stake included', () => {
  expect(paid(sold(betOf(10_000, 1), [open('2.5', '1.20')]), 0)).toBe(20_833)
  expect(paid(sold(betOf(1000, 1), [open('6.0', '2.25')]), 0)).toBe(2667)
  expect(paid(sold(betOf(10_000, 1), [open('2.5', '1.25')]), 5)).toBe(19_000)
})

test('PLACE-7: a part is paid its share, and the rest of the stake runs on at the accepted price', () => {
  const bet = sold(betOf(10_000, 1), [open('2.5', '1.25')])
  const part = quoted(bet, 5, 4000)
  expect(part).toMatchObject({ payoutMinor: 7600, soldMinor: 4000, remainingMinor: 6000, possibleMinor: 15_000 })
  const won = new Map<number, BetLeg>([[0, { odds: '2.5', result: 'win' }]])
  expect(settleBet(settledBetOf(remainingBet(bet.frozen, 4000), won))).toMatchObject({
    settlement: { payoutMinor: 15_000 },
  })
})

test('PLACE-7: outcomes that have ended count by what they have become, void ones as 1', () => {
  const legs = [ended('1.80', 'win'), ended('3.00', 'void'), open('2.20', '1.10')]
  expect(paid(sold(betOf(1000, 3), legs), 0)).toBe(3600)
  const system = betOf(3000, 3, { type: 'system', sizes: [2] })
  // Lines 10.00 each: 1.5 × 2, 1.5 × 3 ÷ 2 and 2 × 3 ÷ 2.
  expect(paid(sold(system, [ended('1.5', 'win'), ended('2.0', 'win'), open('3.0', '2.0')]), 0)).toBe(8250)
  // One is lost: only the line of the others is left.
  expect(paid(sold(system, [ended('1.5', 'lose'), ended('2.0', 'win'), open('3.0', '2.0')]), 0)).toBe(3000)
  expect(paid(sold(betOf(1000, 1), [open('2.00', '2.00')]), 0)).toBe(1000)
  const lobby = betOf(3000, 4, { type: 'lobby', sizes: [2], lobby: 3, legs: [0, 1, 2] })
  const three = [ended('1.5', 'win'), ended('2.0', 'win'), ended('3.0', 'win')]
  expect(paid(sold(lobby, [...three, open('1.80', '1.20')]), 0)).toBe(20_250)
})

test('PLACE-7: a suspended outcome gives no quote, and neither does what is lost or over', () => {
  const reason = (...args: Parameters<typeof cashOutTerms>) => {
    const terms = cashOutTerms(...args)
    return terms.kind === 'refused' ? [terms.reason, terms.params] : terms
  }
  const two = betOf(1000, 2)
  expect(reason(sold(two, [open('1.5', '1.2'), open('2', null)]), 0)).toEqual(['cash_out.suspended', { event: 2 }])
  expect(reason(sold(two, [open('1.5', '1.2')]), 0)).toEqual(['cash_out.suspended', { event: 2 }])
  expect(reason(sold(two, [ended('1.5', 'lose'), open('2', '2')]), 0)).toEqual(['cash_out.nothing', undefined])
  expect(reason(sold(two, [ended('1.5', 'win'), ended('2', 'win')]), 0)).toEqual(['cash_out.bet_over', undefined])
  expect(reason(sold(two, [open('1.5', '1.2'), open('2', '2')], 1000), 0)).toEqual(['cash_out.bet_over', undefined])
  const long = sold(
    betOf(1000, 11, { type: 'chain' }),
    Array.from({ length: 11 }, () => open('2', '2')),
  )
  expect(reason(long, 0)).toEqual(['cash_out.type_not_offered', undefined])
  const blocks = [{ legs: [0] }, { legs: [1, 2], stakeMinor: 500 }]
  const three = [open('2', '2'), open('2', '2'), open('2', '2')]
  const conditional = sold(betOf(1000, 3, { type: 'conditional', blocks }), three)
  expect(reason(conditional, 0, 400)).toEqual(['cash_out.part_not_offered', undefined])
  const single = sold(betOf(1000, 1), [open('2', '2')], 400)
  for (const part of [0, 601]) expect(reason(single, 0, part)).toEqual(['cash_out.part', { maximum: 600 }])
  // A system of three lines cannot continue with two minor units.
  const system = sold(betOf(3000, 3, { type: 'system', sizes: [2] }), [open('2', '2'), open('2', '2'), open('2', '2')])
  expect(reason(system, 0, 2998)).toEqual(['cash_out.part', { maximum: 3000 }])
})

test('MATH-10: a sale is taxed as the payout of the whole bet would be, and in parts no less', () => {
  const tax = { payoutRate: '0.20', base: 'net', thresholdMinor: 20_000 } as const
  const bet = betOf(10_000, 1, { tax })
  const legs = [open('3.00', '1.20')]
  expect(quoted(sold(bet, legs), 0)).toMatchObject({ payoutMinor: 22_000, taxMinor: 3000 })
  const half = quoted(sold(bet, legs), 0, 5000)
  const rest = quoted(sold(bet, legs, 5000), 0)
  expect([half.payoutMinor, half.taxMinor, rest.payoutMinor, rest.taxMinor]).toEqual([11_000, 1500, 11_000, 1500])
  const staked = betOf(10_000, 1, { tax: { stakeRate: '0.05' } })
  expect(quoted(sold(staked, legs), 0, 4000)).toMatchObject({ payoutMinor: 9500, soldStakeTaxMinor: 200 })
})

test('PLACE-7: a sale is worsened when it pays less, sells other money or cannot be', () => {
  const bet = betOf(10_000, 1)
  const first = quoted(sold(bet, [open('2.5', '1.25')]), 5)
  const at = (live: string | null, soldMinor = 0) => cashOutTerms(sold(bet, [open('2.5', live)], soldMinor), 5)
  expect([at('1.25'), at('1.20'), at('1.26'), at(null), at('1.01', 1000)].map((now) => isWorsened(first, now))).toEqual(
    [false, false, true, true, true],
  )
  expect(isWorsened(quoted(sold(bet, [open('2.5', '1.25')]), 5, 1000), at('1.01'))).toBe(true)
})

const price = fc.integer({ min: 101, max: 3000 }).map((units) => (units / 100).toFixed(2))
const leg = fc.oneof(
  fc.tuple(price, price).map(([odds, live]) => open(odds, live)),
  fc
    .tuple(price, fc.constantFrom('win' as const, 'void' as const, 'half-win' as const))
    .map(([odds, result]) => ended(odds, result)),
)
const bets = fc
  .record({
    stakeMinor: fc.integer({ min: 100, max: 1_000_000 }),
    first: fc.tuple(price, price),
    others: fc.array(leg, { maxLength: 5 }),
    isSystem: fc.boolean(),
  })
  .map(({ stakeMinor, first: [odds, live], others, isSystem }) => {
    const legs = [open(odds, live), ...others]
    const type = isSystem && legs.length > 2 ? { type: 'system' as const, sizes: [2] } : {}
    return { frozen: betOf(stakeMinor, legs.length, type), legs }
  })
const margin = fc.integer({ min: 0, max: 2000 }).map((units) => units / 100)

test('PLACE-7: what is offered never exceeds what the bet can pay', () => {
  fc.assert(
    fc.property(bets, margin, ({ frozen, legs }, percent) => {
      const terms = cashOutTerms(sold(frozen, legs), percent)
      const won = legs.map((leg): BetLeg => leg.result ?? { odds: leg.odds, result: 'win' })
      const best = settleBet(settledBetOf(frozen, new Map(won.entries())))
      if (terms.kind === 'quoted' && best.ok) expect(terms.payoutMinor).toBeLessThanOrEqual(best.settlement.payoutMinor)
    }),
  )
})

test('PLACE-7: parts never come to more than the whole', () => {
  fc.assert(
    fc.property(
      bets,
      margin,
      fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 4 }),
      (bet, percent, shares) => {
        const whole = cashOutTerms(sold(bet.frozen, bet.legs), percent)
        let soldMinor = 0
        let sum = 0
        for (const share of [...shares, 1]) {
          const left = bet.frozen.stakeMinor - soldMinor
          const terms = cashOutTerms(
            sold(bet.frozen, bet.legs, soldMinor),
            percent,
            Math.max(1, Math.floor(left * share)),
          )
          if (terms.kind !== 'quoted') continue
          soldMinor += terms.soldMinor
          sum += terms.payoutMinor
        }
        expect(sum).toBeLessThanOrEqual(whole.kind === 'quoted' ? whole.payoutMinor : 0)
      },
    ),
  )
})

test('PLACE-7: the higher the price now, the less a bet is worth', () => {
  fc.assert(
    fc.property(bets, margin, price, ({ frozen, legs }, percent, other) => {
      const [first] = legs
      if (!first?.live) return
      const worth = (live: string) => {
        const terms = cashOutTerms(sold(frozen, [open(first.odds, live), ...legs.slice(1)]), percent)
        return terms.kind === 'quoted' ? terms.payoutMinor : 0
      }
      const [low, high] = Number(first.live) < Number(other) ? [first.live, other] : [other, first.live]
      expect(worth(low)).toBeGreaterThanOrEqual(worth(high))
    }),
  )
})
