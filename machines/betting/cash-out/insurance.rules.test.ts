import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BetLeg, BetSettlement, FrozenBet } from '#schemas'
import { settleBet } from '../settling/settle-bet.rules.ts'
import type { CashOutLeg } from './fair-worth.rules.ts'
import { costsMore, type InsurableBet, insuranceTerms, insuredSettlement, insuredShare } from './insurance.rules.ts'

function frozen(type: FrozenBet['type'], stakeMinor: number, legs = 1): FrozenBet {
  const rules = {
    rounding: 'half-up@1',
    tax: 'none@1',
    deadHeat: 'places-by-tied@1',
    chain: 'smaller-of-unit-and-account@1',
  }
  const places = Array.from({ length: legs }, (_, place) => place)
  return { type, stakeMinor, currency: 'EUR', exponent: 2, legs: places, tax: {}, rules }
}

const open = (live: string | null, odds = '2.00'): CashOutLeg => ({ odds, live, result: null })
const ended = (result: 'win' | 'lose' | 'void'): CashOutLeg => ({
  odds: '2.00',
  live: null,
  result: { odds: '2.00', result },
})

function bet(stakeMinor: number, legs: readonly CashOutLeg[], changes: Partial<InsurableBet> = {}): InsurableBet {
  const type = legs.length > 1 ? 'express' : 'single'
  return {
    frozen: frozen(type, stakeMinor, legs.length),
    insuredMinor: 0,
    soldMinor: 0,
    legs: new Map(legs.entries()),
    ...changes,
  }
}

describe('BET-13: what it costs to insure a bet', () => {
  test('is the insured amount by the chance that the bet is lost, the chance to win less the margin', () => {
    expect(insuranceTerms(bet(10_000, [open('2.00')]), 0)).toEqual({
      kind: 'quoted',
      insuredMinor: 10_000,
      premiumMinor: 5000,
    })
    // 40.00 × (1 − 0.8 × 0.95): half of it is what the market gives, the rest the margin.
    expect(insuranceTerms(bet(10_000, [open('1.25')]), 5, 4000)).toMatchObject({ premiumMinor: 960 })
    expect(insuranceTerms(bet(10_000, [open('2.00'), open('1.60')]), 0)).toMatchObject({ premiumMinor: 6875 })
    expect(insuranceTerms(bet(10_000, [open('2.00'), ended('win')]), 0)).toMatchObject({ premiumMinor: 5000 })
  })

  test('is refused where nothing can be insured', () => {
    const reason = (of: InsurableBet, part?: number) => insuranceTerms(of, 5, part)
    expect(reason(bet(1000, [open(null)]))).toMatchObject({ reason: 'insurance.suspended', params: { event: 1 } })
    expect(reason(bet(1000, [open('2.00'), ended('lose')]))).toMatchObject({ reason: 'insurance.bet_over' })
    expect(reason(bet(1000, [ended('win')]))).toMatchObject({ reason: 'insurance.bet_over' })
    expect(reason(bet(1000, [open('2.00')], { insuredMinor: 1000 }))).toMatchObject({ reason: 'insurance.bet_over' })
    expect(reason(bet(1000, [open('2.00')], { soldMinor: 1 }))).toMatchObject({ reason: 'insurance.sold' })
    expect(reason(bet(1000, [open('2.00')], { insuredMinor: 600 }), 401)).toMatchObject({
      reason: 'insurance.part',
      params: { maximum: 400 },
    })
    expect(reason(bet(1000, [open('2.00')]), 0)).toMatchObject({ reason: 'insurance.part' })
    expect(reason(bet(1, [open('2.00')]))).toMatchObject({ reason: 'insurance.nothing' })
    expect(reason({ ...bet(1000, [open('2.00'), open('2.00')]), frozen: frozen('chain', 1000, 2) })).toMatchObject({
      reason: 'insurance.type_not_offered',
    })
  })

  test('never reaches what it insures, rises as the bet gets worse, and with the margin', () => {
    const price = fc.integer({ min: 101, max: 5000 }).map((odds) => (odds / 100).toFixed(2))
    const margin = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), price, price, margin, (stake, one, other, percent) => {
        const [short, long] = Number(one) <= Number(other) ? [one, other] : [other, one]
        const premium = (odds: string, of: number) => {
          const result = insuranceTerms(bet(stake, [open(odds)]), of)
          return result.kind === 'quoted' ? result.premiumMinor : null
        }
        const [cheap, dear, free] = [premium(short, percent), premium(long, percent), premium(long, 0)]
        if (dear !== null) expect(dear).toBeLessThan(stake)
        if (cheap !== null && dear !== null) expect(cheap).toBeLessThanOrEqual(dear)
        if (free !== null && dear !== null) expect(free).toBeLessThanOrEqual(dear)
      }),
    )
  })

  test('shares are whole minor units, and those of all parts never more than the stake', () => {
    expect(insuredShare(10_001, 50)).toBe(5000)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: 99 }),
        (stake, part) => {
          expect(insuredShare(stake, part) + insuredShare(stake, 100 - part)).toBeLessThanOrEqual(stake)
          expect(insuredShare(stake, 100)).toBe(stake)
        },
      ),
    )
  })

  test('a quote is worse when it costs more, insures something else, or cannot be had', () => {
    const quoted = { insuredMinor: 1000, premiumMinor: 500 }
    expect(costsMore(quoted, { kind: 'quoted', ...quoted })).toBe(false)
    expect(costsMore(quoted, { kind: 'quoted', ...quoted, premiumMinor: 499 })).toBe(false)
    expect(costsMore(quoted, { kind: 'quoted', ...quoted, premiumMinor: 501 })).toBe(true)
    expect(costsMore(quoted, { kind: 'quoted', ...quoted, insuredMinor: 900 })).toBe(true)
    expect(costsMore(quoted, { kind: 'refused', reason: 'insurance.sold' })).toBe(true)
  })
})

describe('BET-13: what an insurance adds to a settlement', () => {
  const settle = (legs: readonly BetLeg[]): BetSettlement => {
    const settled = settleBet({ type: 'express', stakeMinor: 1000, legs: [...legs] })
    if (!settled.ok) throw new Error(settled.fault.code)
    return insuredSettlement(settled.settlement, { insuredMinor: 400, premiumMinor: 200 }, { legs, exponent: 2 })
  }
  const leg = (result: 'win' | 'lose' | 'void' | 'half-lose'): BetLeg => ({ odds: '2.00', result })

  test('the insured share of a bet that pays nothing is listed among the steps', () => {
    const settlement = settle([leg('win'), leg('lose')])
    expect(settlement).toMatchObject({ payoutMinor: 0, insuranceMinor: 400 })
    expect(settlement.explanation.at(-1)).toEqual({ step: 'insurance', expression: '+ 4.00', value: '4.00' })
  })

  test('the premium of a bet that is void, as it never was at risk', () => {
    const settlement = settle([leg('void'), leg('void')])
    expect(settlement).toMatchObject({ payoutMinor: 1000, insuranceMinor: 200 })
    expect(settlement.explanation.at(-1)?.step).toBe('premium')
  })

  test('nothing where the bet pays something, or nothing was insured', () => {
    expect(settle([leg('win'), leg('win')]).insuranceMinor).toBeUndefined()
    expect(settle([leg('win'), leg('half-lose')]).insuranceMinor).toBeUndefined()
    expect(settle([leg('win'), leg('void')]).insuranceMinor).toBeUndefined()
    const settlement = settle([leg('win'), leg('win')])
    const none = { insuredMinor: 0, premiumMinor: 0 }
    expect(insuredSettlement(settlement, none, { legs: [leg('lose')], exponent: 2 })).toBe(settlement)
  })
})
