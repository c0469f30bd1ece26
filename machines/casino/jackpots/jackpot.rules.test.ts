import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterDrop,
  contributionOf,
  hitMicro,
  hitMs,
  isHit,
  isProgressiveHit,
  type JudgedStake,
  MICRO,
  totalMicro,
  withContribution,
} from './jackpot.rules.ts'

const run = (n: number) => ({
  ...{ secret: n.toString(16).padStart(64, '0'), jackpotId: 'grand', currency: 'EUR', run: 1 },
})
const share = { contributionPpm: 15_000, reseedPpm: 300_000, nextPpm: 100_000 }

test('CAS-12: what a stake puts in is exact: 0.33 at 1.5 % is 99/20000 of a main unit', () => {
  const { mainMicro, reseedMicro, nextMicro } = contributionOf(33, { ...share, reseedPpm: 0, nextPpm: 0 })
  expect([mainMicro, reseedMicro, nextMicro]).toEqual([495_000, 0, 0])
  expect(mainMicro * 20_000).toBe(99 * 100 * MICRO)
  expect(contributionOf(33, share)).toEqual({ mainMicro: 297_000, reseedMicro: 148_500, nextMicro: 49_500 })
})

test('CAS-12: no part of a stake is lost or made, whatever it is divided into', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 0, max: 500_000 }),
      (stake, contributionPpm, reseedPpm, nextPpm) => {
        const parts = contributionOf(stake, { contributionPpm, reseedPpm, nextPpm })
        expect(totalMicro(parts)).toBe(stake * contributionPpm)
        expect(Math.min(parts.mainMicro, parts.reseedMicro, parts.nextMicro)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

const parts = fc.record({
  mainMicro: fc.integer({ min: 0, max: 10 ** 12 }),
  reseedMicro: fc.integer({ min: 0, max: 10 ** 12 }),
  nextMicro: fc.integer({ min: 0, max: 10 ** 12 }),
})

test('CAS-12: a cap and a drop keep every micro unit: what is won and what the house adds are the only difference', () => {
  fc.assert(
    fc.property(
      parts,
      parts,
      fc.nat(500_000),
      fc.integer({ min: 1, max: 500_000 }),
      (pool, added, seedMinor, above) => {
        const capMinor = seedMinor + above
        const grown = withContribution(pool, added, capMinor)
        expect(totalMicro(grown)).toBe(totalMicro(pool) + totalMicro(added))
        const next = afterDrop(grown, { seedMinor, capMinor })
        expect(totalMicro(next.parts)).toBe(totalMicro(grown) + (next.fundedMinor - next.wonMinor) * MICRO)
        expect(next.parts.mainMicro).toBeLessThan(capMinor * MICRO)
        expect(Math.min(...Object.values(next.parts))).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('a drop is seeded from what was put by for it, and from the house what is missing', () => {
  const pool = { mainMicro: 5_000_400_000, reseedMicro: 600_250_000, nextMicro: 100_000_000 }
  const { wonMinor, fundedMinor, parts: next } = afterDrop(pool, { seedMinor: 1000, capMinor: 10_000 })
  expect([wonMinor, fundedMinor]).toEqual([5000, 400])
  expect(next).toEqual({ mainMicro: 1_100_400_000, reseedMicro: 250_000, nextMicro: 0 })
})

test('CAS-12: the amount of a drop is between start and cap, each as likely as any other: 0.02 at 9,950 of 10,000 wins once in 2,500', () => {
  const bounds = { startMicro: 0, capMinor: 100 }
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let n = 0; n < 5000; n++) {
    const hit = hitMicro(run(n), bounds)
    expect(hit).toBeGreaterThan(0)
    expect(hit).toBeLessThanOrEqual(100 * MICRO)
    const tenth = Math.ceil(hit / (10 * MICRO)) - 1
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const count of tenths) expect(Math.abs(count - 500)).toBeLessThan(5 * Math.sqrt(500 * 0.9))
  // Of all amounts above 9,950 that are left, 0.02 has 20,000 of 50,000,000 micro units of a main unit.
  const left = (1_000_000 - 995_000) * MICRO
  expect(left / (2 * MICRO)).toBe(2500)
})

test('a stake wins from the amount or the moment of the drop on, and not before', () => {
  const startMicro = 1000 * MICRO
  const hit = hitMicro(run(7), { startMicro, capMinor: 2000 })
  const stake: Omit<JudgedStake, 'mainMicro'> = {
    ...({ kind: 'must_drop_amount' } as const),
    ...{ startMicro, capMinor: 2000, oneInMinor: 0, startedMs: 0, dropsByMs: null },
    ...{ stakeMinor: 1, nonce: 5, nowMs: 0 },
  }
  expect(isHit(run(7), { ...stake, mainMicro: hit - 1 })).toBe(false)
  expect(isHit(run(7), { ...stake, mainMicro: hit })).toBe(true)
  const at = hitMs(run(7), { startedMs: 1000, dropsByMs: 61_000 })
  expect(at).toBeGreaterThanOrEqual(1000)
  expect(at).toBeLessThan(61_000)
  const timed = { ...stake, kind: 'must_drop_time', startedMs: 1000, dropsByMs: 61_000, mainMicro: 1 } as const
  expect(isHit(run(7), { ...timed, nowMs: at - 1 })).toBe(false)
  expect(isHit(run(7), { ...timed, nowMs: at })).toBe(true)
})

test('a progressive one is won by the share of a stake: 1 in 50 here, and for certain by the whole', () => {
  let hits = 0
  for (let nonce = 0; nonce < 20_000; nonce++)
    if (isProgressiveHit(run(3), nonce, { stakeMinor: 2, oneInMinor: 100 })) hits++
  expect(Math.abs(hits - 400)).toBeLessThan(5 * Math.sqrt(400))
  expect(isProgressiveHit(run(3), 1, { stakeMinor: 100, oneInMinor: 100 })).toBe(true)
})
