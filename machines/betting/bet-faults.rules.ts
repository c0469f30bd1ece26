import { compare, multiply, ONE, productOf, rational, rationalOf } from '#machines/odds/rational.rules.ts'
import type { BetFault, BetLeg, SettledBet, SettledConditional } from '#schemas'
import { combinationCount } from './coupon/combinations.rules.ts'
import { COVER_BETS, coverSizes } from './coupon/cover-bets.ts'

/** Fewest legs of a conditional bet, in all its blocks together. */
const MIN_CONDITIONAL_LEGS = 3

/** What a bet of a right shape may still break, the first of it; null when it can be computed. */
export function betFault(bet: SettledBet): BetFault | null {
  return legFault(bet) ?? shapeFault(bet)
}

/** The sizes of a bet's lines, from the smallest. */
export function lineSizes(bet: SettledBet): readonly number[] {
  if (bet.type === 'cover') return coverSizes(bet.cover)
  return bet.type === 'system' || bet.type === 'lobby' ? bet.sizes.toSorted((one, other) => one - other) : []
}

/** How many lines a bet has: the combinations of a system, else 1. */
export function lineCount(bet: SettledBet): number {
  if (bet.type !== 'system' && bet.type !== 'cover' && bet.type !== 'lobby') return 1
  return linesOfSizes(lineSizes(bet), bet.legs.length)
}

/** How many combinations of these sizes so many outcomes have, a lobby left out: `([2, 3], 4)` → 10. */
export function linesOfSizes(sizes: readonly number[], legCount: number): number {
  return sizes.reduce((sum, size) => sum + combinationCount(legCount, size), 0)
}

/** All legs of a bet, with their places in it. */
export function legsOf(bet: SettledBet): readonly { readonly leg: BetLeg; readonly path: string }[] {
  if (bet.type === 'conditional')
    return bet.blocks.flatMap(({ legs }, block) =>
      legs.map((leg, index) => ({ leg, path: `/blocks/${block}/legs/${index}` })),
    )
  const legs = bet.legs.map((leg, index) => ({ leg, path: `/legs/${index}` }))
  return bet.type === 'lobby' ? [{ leg: bet.lobby, path: '/lobby' }, ...legs] : legs
}

function legFault(bet: SettledBet): BetFault | null {
  for (const { leg, path } of legsOf(bet)) {
    if (compare(rationalOf(leg.odds), ONE) < 0) return { code: 'odds_below_one', path: `${path}/odds` }
    if (leg.result === 'dead-heat' && leg.places > leg.tied)
      return { code: 'places_above_tied', path: `${path}/places` }
  }
  return null
}

function shapeFault(bet: SettledBet): BetFault | null {
  if (bet.type === 'cover' && bet.legs.length !== COVER_BETS[bet.cover].legs)
    return { code: 'cover_legs', path: '/legs' }
  const tooLarge =
    bet.type === 'system' || bet.type === 'lobby' ? bet.sizes.findIndex((size) => size > bet.legs.length) : -1
  if (tooLarge >= 0) return { code: 'size_above_legs', path: `/sizes/${tooLarge}` }
  if (bet.type === 'anti-express') return antiExpressFault(bet)
  return bet.type === 'conditional' ? conditionalFault(bet) : null
}

function antiExpressFault({ antiExpressCoef, legs }: Extract<SettledBet, { type: 'anti-express' }>): BetFault | null {
  if (compare(rationalOf(antiExpressCoef), ONE) < 0) return { code: 'odds_below_one', path: '/antiExpressCoef' }
  const open = legs.filter(({ result }) => result !== 'void')
  // At a product of 1 nothing can be lost, and the fair price of the contrary would be without end.
  const isCertain = compare(productOf(open.map(({ odds }) => rationalOf(odds))), ONE) <= 0
  return isCertain && open.length > 0 ? { code: 'price_without_risk', path: '/legs' } : null
}

function conditionalFault({ blocks, stakeMinor }: SettledConditional): BetFault | null {
  const count = blocks.reduce((sum, { legs }) => sum + legs.length, 0)
  if (count < MIN_CONDITIONAL_LEGS) return { code: 'conditional_legs', path: '/blocks' }
  let possible = rational(stakeMinor)
  for (const [index, block] of blocks.entries()) {
    const isNamed = block.stakeMinor !== undefined
    const path = `/blocks/${index}/stakeMinor`
    if (index === 0 ? isNamed : !isNamed) return { code: 'block_stake', path }
    const stake = rational(block.stakeMinor ?? stakeMinor)
    if (compare(stake, possible) > 0) return { code: 'block_stake', path }
    possible = multiply(stake, productOf(block.legs.map(({ odds }) => rationalOf(odds))))
  }
  return null
}
