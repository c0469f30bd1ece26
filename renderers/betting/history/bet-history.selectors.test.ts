import { expect, test } from 'vitest'
import type { FrozenBet, HistoryBet } from '#schemas'
import { betReturn, explainedLegs, legRole } from './bet-history.selectors.ts'

const BET: HistoryBet = {
  betId: 8001,
  betGuid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11',
  place: 0,
  status: 1,
  betType: 'single',
  currency: 'EUR',
  exponent: 2,
  stakeMinor: 10_000,
  possibleMinor: 20_000,
  placedAt: '2026-01-15T12:00:00.000Z',
  legs: [],
}
const TERMS: FrozenBet = {
  type: 'conditional',
  stakeMinor: 1000,
  currency: 'EUR',
  exponent: 2,
  legs: [0, 1, 2],
  tax: {},
  rules: { rounding: 'half-up@1', tax: 'none@1', deadHeat: 'places-by-tied@1', chain: 'smaller-of-unit-and-account@1' },
}
const write = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(values)].join(' ')

test('BET-24: an open bet says the payout that the server tells, of a part that was sold nothing is taken twice', () => {
  expect(betReturn(BET)).toEqual({ label: 'possible', minor: 20_000 })
  expect(betReturn({ ...BET, possibleMinor: 15_000, soldMinor: 2500, soldForMinor: 4703 })).toEqual({
    label: 'possible',
    minor: 15_000,
  })
  expect(betReturn({ ...BET, status: 2, payoutMinor: 15_000, soldMinor: 2500, soldForMinor: 4703 })).toEqual({
    label: 'paid',
    minor: 19_703,
  })
})

test('the outcomes of a bet are found by their places in its request', () => {
  const blocks = [{ legs: [2] }, { legs: [0, 1], stakeMinor: 500 }]
  expect(explainedLegs({ terms: { ...TERMS, blocks } })).toEqual([2, 0, 1])
  expect(explainedLegs({ terms: { ...TERMS, type: 'lobby', lobby: 1, legs: [0, 2, 3], sizes: [2] } })).toEqual([
    1, 0, 2, 3,
  ])
  // The second of the single bets of one request has one outcome, and that is its first.
  expect(explainedLegs({ terms: { ...TERMS, type: 'single', legs: [1] } })).toEqual([0])
  expect(explainedLegs({})).toEqual([])
  const roles = (terms: FrozenBet) => [0, 1, 2].map((index) => legRole({ terms }, index, write))
  expect(roles({ ...TERMS, blocks })).toEqual(['betting.block 2', 'betting.block 2', 'betting.block 1'])
  expect(roles({ ...TERMS, type: 'lobby', lobby: 1, legs: [0, 2] })).toEqual([null, 'betting.lobby', null])
  expect(legRole({}, 0, write)).toBeNull()
})
