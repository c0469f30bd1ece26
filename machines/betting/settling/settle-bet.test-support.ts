import { expect } from 'vitest'
import type { BetLeg, BetSettlement, SettledBet, SettledCover } from '#schemas'
import { isSettledBet as isBet, isBetSettlement as isSettlement } from '#schemas/generated/validators/betting.js'
import { settleBet } from './settle-bet.rules.ts'

export type Result = Exclude<BetLeg['result'], 'dead-heat'>

export const leg = (odds: string, result: Result = 'win'): BetLeg => ({ odds, result })
export const deadHeat = (odds: string, places: number, tied: number): BetLeg => ({
  odds,
  result: 'dead-heat',
  places,
  tied,
})
export const won = (...odds: string[]): BetLeg[] => odds.map((one) => leg(one))

export function settled(bet: SettledBet): BetSettlement {
  expect(isBet(bet), JSON.stringify(isBet.errors)).toBe(true)
  const result = settleBet(bet)
  if (!result.ok) throw new Error(`${result.fault.code} at ${result.fault.path}`)
  expect(isSettlement(result.settlement), JSON.stringify(isSettlement.errors)).toBe(true)
  return result.settlement
}

/** In the currency, with two places. */
export const payout = (bet: SettledBet) => (settled(bet).payoutMinor / 100).toFixed(2)
export const fault = (bet: SettledBet) => {
  const result = settleBet(bet)
  return result.ok ? null : `${result.fault.code} ${result.fault.path}`
}

export const single = (stakeMinor: number, only: BetLeg, tax?: SettledBet['tax']): SettledBet => ({
  type: 'single',
  stakeMinor,
  legs: [only],
  ...(tax ? { tax } : {}),
})
export const express = (stakeMinor: number, legs: BetLeg[]): SettledBet => ({ type: 'express', stakeMinor, legs })
export const system = (stakeMinor: number, sizes: number[], legs: BetLeg[]): SettledBet => ({
  type: 'system',
  stakeMinor,
  sizes,
  legs,
})
export const cover = (name: SettledCover['cover'], legs: BetLeg[]): SettledBet => ({
  type: 'cover',
  cover: name,
  stakeMinor: 100,
  stakeIs: 'per-line',
  legs,
})
