import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, compare, multiply, ONE, rational, rationalOf, subtract } from '#machines/odds/rational.rules.ts'
import { sampleEntry } from './coupon.contract.ts'
import { agreed, disagreement, isPriceAcceptable, minimumOdds } from './price-policy.rules.ts'

/** Prices of one to four places, from 1.01 on. */
const price = fc.tuple(fc.integer({ min: 101, max: 99_999 }), fc.integer({ min: 0, max: 99 })).map(([cents, rest]) => {
  const behind = `${String(cents % 100).padStart(2, '0')}${String(rest).padStart(2, '0')}`.replace(/0+$/, '') || '0'
  return `${Math.floor(cents / 100)}.${behind}`
})
const percent = fc.integer({ min: 0, max: 100 })

describe('PLACE-4: price changes follow the player’s choice', () => {
  test.each([
    ['1.50', 5, '1.47'],
    ['1.5', 5, '1.47'],
    ['1.9', 5, '1.85'],
    ['2.00', 5, '1.95'],
    ['2.5', 5, '2.42'],
    ['10.0', 0, '10.00'],
    ['3.00', 100, '1.00'],
  ])('%s may lose %i %% of its profit down to %s', (odds, share, least) => {
    expect(minimumOdds(odds, share)).toBe(least)
  })

  test('PLACE-4: the lowest price never falls when the agreed one rises, and gives away less than a hundredth', () => {
    fc.assert(
      fc.property(price, price, percent, (one, other, share) => {
        const [low, high] = compare(rationalOf(one), rationalOf(other)) <= 0 ? [one, other] : [other, one]
        expect(compare(rationalOf(minimumOdds(low, share)), rationalOf(minimumOdds(high, share)))).toBeLessThanOrEqual(
          0,
        )
        const exact = add(ONE, multiply(subtract(rationalOf(one), ONE), rational(100 - share, 100)))
        const lost = subtract(exact, rationalOf(minimumOdds(one, share)))
        expect(compare(lost, rational(0))).toBeGreaterThanOrEqual(0)
        expect(compare(lost, rational(1, 100))).toBeLessThan(0)
      }),
    )
  })

  test('PLACE-4: "none" accepts no change, "any" accepts each, and the other policies accept every rise', () => {
    fc.assert(
      fc.property(price, price, percent, (before, now, share) => {
        const change = compare(rationalOf(now), rationalOf(before))
        expect(isPriceAcceptable(before, now, { kind: 'none' })).toBe(change === 0)
        expect(isPriceAcceptable(before, now, { kind: 'higher' })).toBe(change >= 0)
        expect(isPriceAcceptable(before, now, { kind: 'any' })).toBe(true)
        const isWithin = change >= 0 || compare(rationalOf(now), rationalOf(minimumOdds(before, share))) >= 0
        expect(isPriceAcceptable(before, now, { kind: 'slippage', percent: share })).toBe(isWithin)
      }),
    )
  })

  test.each([
    ['1.47', true],
    ['1.46', false],
    ['1.4699', false],
    ['1.80', true],
  ])('1.50 with 5 %%: %s is accepted: %s', (now, isAccepted) => {
    expect(isPriceAcceptable('1.50', now, { kind: 'slippage', percent: 5 })).toBe(isAccepted)
  })

  test('PLACE-4: another line is never a price change, even for somebody who accepts any price', () => {
    const entry = sampleEntry(1, { agreedParameter: '1.5', parameter: '2.5', odds: '2.40' })
    expect(disagreement(entry, { kind: 'any' })).toBe('line_changed')
    expect(disagreement({ ...entry, parameter: '1.50' }, { kind: 'any' })).toBeNull()
    expect(disagreement({ ...entry, parameter: '1.50' }, { kind: 'none' })).toBe('price_changed')
    const { parameter: _gone, ...without } = entry
    expect(disagreement(without, { kind: 'any' })).toBe('line_changed')
    expect(disagreement(agreed(entry), { kind: 'none' })).toBeNull()
    expect(disagreement(agreed(without), { kind: 'none' })).toBeNull()
  })
})
