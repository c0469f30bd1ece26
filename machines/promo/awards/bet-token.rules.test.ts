import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TokenKind } from '#machines/site/licence/token-kinds.ts'
import { tokenExtra } from './bet-token.rules.ts'

const bet = (stakeMinor: number, payoutMinor: number, ending: 'won' | 'lost' | 'void' | 'cashed_out' = 'won') => ({
  ...{ stakeMinor, payoutMinor, ending },
})
const token = (kind: TokenKind, percentE4: number, maximumMinor = 1_000_000) => ({ kind, percentE4, maximumMinor })

test('PROMO-19: a double pays what was won once more, up to its most, and nothing of a lost, void or sold bet', () => {
  expect(tokenExtra(token('double', 0), bet(500, 1200))).toBe(1200)
  expect(tokenExtra(token('double', 0, 1000), bet(500, 1200))).toBe(1000)
  expect(tokenExtra(token('double', 0), bet(500, 0, 'lost'))).toBe(0)
  expect(tokenExtra(token('double', 0), bet(500, 500, 'void'))).toBe(0)
  expect(tokenExtra(token('double', 0), bet(500, 400, 'cashed_out'))).toBe(0)
})

test('PROMO-19: a power bet adds its share of the net win: 10.00 at 12.34 with 10 % pays 134.74 in all', () => {
  expect(12_340 + tokenExtra(token('powerbet', 1000), bet(1000, 12_340))).toBe(13_474)
  expect(tokenExtra(token('powerbet', 1000, 500), bet(1000, 12_340))).toBe(500)
  expect(tokenExtra(token('powerbet', 1000), bet(1000, 0, 'lost'))).toBe(0)
})

test('PROMO-19: an insurance gives its share of what was lost back, and nothing of a sold bet', () => {
  expect(tokenExtra(token('insurance', 5000), bet(800, 0, 'lost'))).toBe(400)
  expect(tokenExtra(token('insurance', 5000), bet(800, 300, 'lost'))).toBe(250)
  expect(tokenExtra(token('insurance', 10_000, 600), bet(800, 0, 'lost'))).toBe(600)
  expect(tokenExtra(token('insurance', 10_000), bet(800, 1600))).toBe(0)
  expect(tokenExtra(token('insurance', 10_000), bet(800, 200, 'cashed_out'))).toBe(0)
})

test('whatever comes of the bet, no more than the most is paid, and never less than nothing', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      ...[fc.constantFrom('double', 'powerbet', 'insurance'), fc.integer({ min: 0, max: 10_000 }), amount, amount],
      ...[amount, fc.constantFrom('won', 'lost', 'void', 'cashed_out')],
      (kind, percentE4, maximumMinor, stakeMinor, payoutMinor, ending) => {
        const extra = tokenExtra(
          { kind: kind as TokenKind, percentE4, maximumMinor },
          bet(stakeMinor, payoutMinor, ending as 'won'),
        )
        expect(extra).toBeGreaterThanOrEqual(0)
        expect(extra).toBeLessThanOrEqual(maximumMinor)
      },
    ),
  )
})
