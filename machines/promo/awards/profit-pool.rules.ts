import type { TaskBet } from './bet-task.rules.ts'
import { distribute, shareE4 } from './reward.rules.ts'

/** What a player has staked for a pool, and what the bets have paid, in minor units of the default currency. */
export interface PoolPart {
  readonly stakedMinor: number
  readonly paidMinor: number
}

/** How large a pool is: an amount, or a share of what the house has won of its players, bounded. */
export interface PoolTerms {
  readonly fixedMinor: number
  readonly percentE4: number
  readonly maximumMinor: number
}

/** A pool with the share of each player, to the last minor unit. */
export interface SharedPool {
  readonly poolMinor: number
  readonly stakedMinor: number
  /** What the house has won; below zero where it has lost. */
  readonly profitMinor: number
  /** In the order of the parts; together the pool, unless nobody has staked anything. */
  readonly shares: readonly number[]
}

/** What the bets of a player count for a pool: those that were won or lost. A void or sold bet was not at risk. */
export function poolPart(bets: readonly Pick<TaskBet, 'stakeMinor' | 'paidMinor' | 'ending'>[]): PoolPart {
  const counted = bets.filter(({ ending }) => ending === 'won' || ending === 'lost')
  return {
    stakedMinor: counted.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0),
    paidMinor: counted.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
  }
}

/** Shares a pool out by what each player has staked, the rests by the largest remainders (type 9 of PROMO-2): a tenth of a profit of
 *  1,000.10 over stakes of 5, 5, 5, 5, 10, 20, 40 and 10 → 100.01, of which 40 gets 40.01. A house that has lost shares nothing out. */
export function sharePool({ fixedMinor, percentE4, maximumMinor }: PoolTerms, parts: readonly PoolPart[]): SharedPool {
  const sum = (of: (part: PoolPart) => number) => parts.reduce((total, part) => total + of(part), 0)
  const stakedMinor = sum((part) => part.stakedMinor)
  const profitMinor = stakedMinor - sum((part) => part.paidMinor)
  const wholeMinor = percentE4 > 0 ? shareE4(Math.max(0, profitMinor), percentE4) : fixedMinor
  const poolMinor = stakedMinor === 0 ? 0 : Math.min(wholeMinor, maximumMinor)
  return {
    ...{ poolMinor, stakedMinor, profitMinor },
    shares: distribute(
      poolMinor,
      parts.map((part) => part.stakedMinor),
    ),
  }
}
