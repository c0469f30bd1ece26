import { describe, expect, test } from 'vitest'
import {
  boostOf,
  cashbackOf,
  distribute,
  doubleOf,
  freebetReturn,
  matchBonus,
  refundOf,
  shareE4,
} from './reward.rules.ts'

describe('the worked numbers of rewards', () => {
  test('a freebet of 10.00 at 3.5 returns 25.00 without its stake and 35.00 with it', () => {
    expect(freebetReturn(1000, '3.5', false)).toBe(2500)
    expect(freebetReturn(1000, '3.5', true)).toBe(3500)
    expect(freebetReturn(333, '1.333', false)).toBe(110)
  })

  test('a boost of 10 % makes 134.74 of a win of 123.40 on 10.00, and nothing of a loss', () => {
    expect(12_340 + boostOf(12_340, 1000, 1000)).toBe(13_474)
    expect(boostOf(900, 1000, 1000)).toBe(0)
  })

  test('a doubler doubles a win up to its cap', () => {
    expect(doubleOf(4000, 5000)).toBe(4000)
    expect(doubleOf(8000, 5000)).toBe(5000)
    expect(doubleOf(0, 5000)).toBe(0)
  })

  test.each([
    ['the whole of a lost stake', { stakeMinor: 1000, payoutMinor: 0, ending: 'lost' }, 1000],
    ['what a part-lost system did not pay', { stakeMinor: 1000, payoutMinor: 640, ending: 'lost' }, 360],
    ['nothing of a void bet', { stakeMinor: 1000, payoutMinor: 1000, ending: 'void' }, 0],
    ['nothing of a sold bet', { stakeMinor: 1000, payoutMinor: 300, ending: 'cashed_out' }, 0],
    ['nothing of a won bet', { stakeMinor: 1000, payoutMinor: 1500, ending: 'won' }, 0],
    ['no more than the cap', { stakeMinor: 9000, payoutMinor: 0, ending: 'lost' }, 2000],
  ] as const)('a refund gives %s', (_what, bet, back) => {
    expect(refundOf(bet, { shareE4: 10_000, capMinor: 2000 })).toBe(back)
  })

  test('profits are distributed to the last cent', () => {
    expect(distribute(10_001, [5, 5, 5, 5, 10, 20, 40, 10])).toEqual([500, 500, 500, 500, 1000, 2000, 4001, 1000])
  })

  test('a bonus on a deposit keeps to its share, its most and the least deposit', () => {
    const terms = { percentE4: 10_000, maximumMinor: 10_000, minimumDepositMinor: 1000 }
    expect([999, 1000, 5050, 50_000].map((deposit) => matchBonus(deposit, terms))).toEqual([0, 1000, 5050, 10_000])
  })
})

describe('cashback', () => {
  const played = { stakedMinor: 85_000, returnedMinor: 61_235 }
  const lossOf = (ratioE4: number) => cashbackOf(played, { ratioE4, base: 'net_loss', capMinor: 0 })

  test('seven tiers get 5 to 11 % of a loss of 237.65, rounded down', () => {
    expect([500, 600, 700, 800, 900, 1000, 1100].map(lossOf)).toEqual([1188, 1425, 1663, 1901, 2138, 2376, 2614])
  })

  test('a profit pays nothing', () => {
    const won = { stakedMinor: 85_000, returnedMinor: 85_001 }
    expect(cashbackOf(won, { ratioE4: 1100, base: 'net_loss', capMinor: 0 })).toBe(0)
  })

  test('the highest tier has a share of every stake, won or lost', () => {
    const staked = { stakedMinor: 1_250_000, returnedMinor: 2_000_000 }
    const back = (ratioE4: number) => cashbackOf(staked, { ratioE4, base: 'turnover', capMinor: 0 })
    expect([5, 15, 25].map(back)).toEqual([625, 1875, 3125])
  })

  test('a cap holds', () => {
    expect(cashbackOf(played, { ratioE4: 1100, base: 'net_loss', capMinor: 1000 })).toBe(1000)
    expect(shareE4(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER)
  })
})
