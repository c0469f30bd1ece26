import { expect, test } from 'vitest'
import type { BetLeg, BetSettlement, OddsFormats, SettledBet } from '#schemas'
import { commands } from '../commands.ts'

/** What a command prints as JSON, read by it from stdin or its arguments. */
async function printed(args: readonly string[], stdin = ''): Promise<unknown> {
  const parts: string[] = []
  const io = { stdout: (part: string) => parts.push(part), stderr: () => undefined, cwd: process.cwd(), env: {} }
  expect(await commands(args, { ...io, stdin: async () => stdin })).toBe(0)
  return JSON.parse(parts.join(''))
}

const RESULTS = { W: 'win', L: 'lose', V: 'void', HW: 'half-win', HL: 'half-lose' } as const

/** Legs as they are noted: `'W1.80 V2.10 D5.0:1/2'`, the last a dead heat of two for one place. */
function legs(noted: string): BetLeg[] {
  return noted.split(' ').map((one) => {
    const [, mark = '', odds = '', places, tied] = /^([A-Z]+)([\d.]+)(?::(\d+)\/(\d+))?$/.exec(one) ?? []
    if (places !== undefined) return { odds, result: 'dead-heat', places: Number(places), tied: Number(tied) }
    return { odds, result: RESULTS[mark as keyof typeof RESULTS] }
  })
}

const single = (stakeMinor: number, noted: string, tax?: SettledBet['tax']): SettledBet => ({
  ...{ type: 'single', stakeMinor, legs: legs(noted) },
  ...(tax ? { tax } : {}),
})
const express = (stakeMinor: number, noted: string): SettledBet => ({ type: 'express', stakeMinor, legs: legs(noted) })
const system = (stakeMinor: number, noted: string): SettledBet => {
  return { type: 'system', sizes: [2], stakeMinor, legs: legs(noted) }
}
const cover = (name: 'trixie' | 'patent' | 'yankee' | 'lucky15', noted: string): SettledBet => {
  return { type: 'cover', cover: name, stakeMinor: 100, stakeIs: 'per-line', legs: legs(noted) }
}
const anti = (antiExpressCoef: string, noted: string): SettledBet => {
  return { type: 'anti-express', stakeMinor: 10_000, antiExpressCoef, legs: legs(noted) }
}
const chain = (noted: string): SettledBet => ({ type: 'chain', stakeMinor: 300, legs: legs(noted) })
const lobby = (noted: string, others: string): SettledBet => {
  const [only] = legs(noted)
  if (!only) throw new Error('there is no lobby')
  return { type: 'lobby', sizes: [2], stakeMinor: 3000, lobby: only, legs: legs(others) }
}
const onBoth = { stakeRate: '0.05', payoutRate: '0.20', base: 'net', thresholdMinor: 20_000 } as const
const beyond = (thresholdMode: 'whole' | 'excess') => {
  return { payoutRate: '0.15', base: 'gross', thresholdMinor: 100_000, thresholdMode } as const
}

test.each<[string, SettledBet, string]>([
  ['win', single(10_000, 'W1.90'), '190.00'],
  ['half win', single(10_000, 'HW1.90'), '145.00'],
  ['refund', single(10_000, 'V1.90'), '100.00'],
  ['half lose', single(10_000, 'HL1.90'), '50.00'],
  ['lose', single(10_000, 'L1.90'), '0.00'],
  ['a parlay with a half win', express(1000, 'HW2.0 W2.2 W1.91 W2.5'), '157.58'],
  ['the same, cut off', { ...express(1000, 'HW2.0 W2.2 W1.91 W2.5'), rounding: 'truncate' }, '157.57'],
  ['two half losses', express(1000, 'HL2.0 HL2.2 W1.91 W2.5'), '11.94'],
  ['an express with a void leg', express(1000, 'W1.80 V1.95 W2.20'), '39.60'],
  ['three of 1.85', express(10_000, 'W1.85 W1.85 W1.85'), '633.16'],
  ['all void', express(777, 'V1.80 V2.20'), '7.77'],
  ['2 of 3', system(3000, 'W1.5 W2.0 W3.0'), '135.00'],
  ['2 of 3, the third lost', system(3000, 'W1.5 W2.0 L3.0'), '30.00'],
  ['2 of 3, the second void', system(3000, 'W1.5 V2.0 W3.0'), '90.00'],
  ['2 of 3, the first lost and the second void', system(3000, 'L1.5 V2.0 W3.0'), '30.00'],
  ['2 of 3, the first half won', system(3000, 'HW1.90 W2.0 W3.0'), '132.50'],
  ['a hundred over three lines', system(10_000, 'W1.5 W2.0 W3.0'), '449.99'],
  ['trixie', cover('trixie', 'W2 W3 W4'), '50.00'],
  ['patent', cover('patent', 'W2 W3 W4'), '59.00'],
  ['yankee', cover('yankee', 'W2 W2.5 W3 W1.5'), '95.00'],
  ['lucky 15', cover('lucky15', 'W2 W2.5 W3 W1.5'), '104.00'],
  ['a yankee with one lost', cover('yankee', 'W2 W2.5 W3 L1.5'), '33.50'],
  ['an anti-express at the fair price', anti('1.0479', 'L2.5 W3.5 W2.5'), '104.79'],
  ['an anti-express of the bookmaker', anti('1.08', 'W1.5 W2 L2.6'), '108.00'],
  ['an anti-express of which a leg drops out', anti('1.1471', 'L1.5 W2 V2.6'), '150.00'],
  ['an anti-express of void legs', anti('1.08', 'V1.5 V2'), '100.00'],
  ['a chain', chain('W2.0 W1.5 L2.0 W3.0 L2.0'), '7.50'],
  ['a chain whose first is lost', chain('L2.0 W9.0'), '0.00'],
  ['a lobby', lobby('W1.80', 'W1.5 W2.0 W3.0'), '243.00'],
  ['a lost lobby', lobby('L1.80', 'W1.5 W2.0 W3.0'), '0.00'],
  ['a dead heat of two', single(5000, 'D2.5:1/2'), '62.50'],
  ['six tied for three places', single(5000, 'D3.0:3/6'), '75.00'],
  ['a dead heat in an express', express(1000, 'W1.80 D5.0:1/2'), '45.00'],
  ['a third is not 0.33', single(10_000, 'D5.0:1/3'), '166.67'],
  ['net 20 %', single(50_000, 'W1.5', { payoutRate: '0.20', base: 'net' }), '700.00'],
  ['gross 20 %', single(100_000, 'W1.2', { payoutRate: '0.20', base: 'gross' }), '960.00'],
  ['taxes on both', single(10_000, 'W3.00', onBoth), '247.00'],
  ['below the threshold', single(10_000, 'W2.00', onBoth), '190.00'],
  ['void after tax', single(10_000, 'V3.00', onBoth), '95.00'],
  ['void with its tax', single(10_000, 'V3.00', { ...onBoth, returnTax: true }), '100.00'],
  ['999, whole', single(100, 'W999', beyond('whole')), '999.00'],
  ['1000, whole', single(100, 'W1000', beyond('whole')), '850.00'],
  ['1000, excess', single(100, 'W1000', beyond('excess')), '1000.00'],
  ['1001, whole', single(100, 'W1001', beyond('whole')), '850.85'],
  ['1001, excess', single(100, 'W1001', beyond('excess')), '1000.85'],
  ['5000, whole', single(100, 'W5000', beyond('whole')), '4250.00'],
  ['5000, excess', single(100, 'W5000', beyond('excess')), '4400.00'],
])('MATH-3, MATH-4, MATH-10: livery bet settle: %s', async (_, bet, paid) => {
  const settlement = (await printed(['bet', 'settle'], JSON.stringify(bet))) as BetSettlement
  expect((settlement.payoutMinor / 100).toFixed(2)).toBe(paid)
})

test.each([
  ['1.01', '1/100', '-10000', '0.01', '0.010', '-100.000'],
  ['1.25', '1/4', '-400', '0.25', '0.250', '-4.000'],
  ['1.50', '1/2', '-200', '0.50', '0.500', '-2.000'],
  ['1.80', '4/5', '-125', '0.80', '0.800', '-1.250'],
  ['1.91', '10/11', '-110', '0.91', '0.910', '-1.099'],
  ['1.95', '19/20', '-105', '0.95', '0.950', '-1.053'],
  ['2.00', 'evens', '+100', '1.00', '1.000', '1.000'],
  ['2.10', '11/10', '+110', '1.10', '-0.909', '1.100'],
  ['2.50', '6/4', '+150', '1.50', '-0.667', '1.500'],
  ['3.40', '12/5', '+240', '2.40', '-0.417', '2.400'],
  ['11.00', '10/1', '+1000', '10.00', '-0.100', '10.000'],
  ['1.00', '-', '-', '-', '-', '-'],
])('MATH-1: livery odds format %s', async (decimal, fractional, american, hongkong, malay, indonesian) => {
  const formats = (await printed(['odds', 'format', decimal, '--json'])) as OddsFormats
  expect(formats).toEqual({ decimal, fractional, american, hongkong, malay, indonesian })
})
