import type { Campaign } from '#schemas'
import type { TaskOutcome } from './bet-task.rules.ts'

/** Losses that a bonus is given for (PROMO-19). Amounts are minor units of one currency. */
export type LossTask = NonNullable<Campaign['trigger']['losses']>

/** A round of a game, as it stands now. */
export interface PlayedRound {
  readonly gameId: string
  /** Kind of games that the game belongs to; undefined of one that is not offered any more. */
  readonly product: string | undefined
  readonly state: 'open' | 'closed' | 'cancelled'
  /** What the player's own money has lost; below zero where it has won. */
  readonly lossMinor: number
  /** Whether the player's own money alone has moved. */
  readonly isOwnMoney: boolean
  /** Whether its stakes are on each other's opposites. */
  readonly hasOpposite: boolean
}

/** What a round has counted, and why: the key of a text; null while it is open. */
export interface CountedRound {
  readonly countedMinor: number
  readonly reason: string | null
}

/** What a round counts toward the losses: what it has lost, wins taken off; nothing where the game does not count, a bonus has paid of it,
 *  or its stakes were on all sides. */
export function countRound({ products, games, excludedGames }: LossTask, round: PlayedRound): CountedRound {
  const { gameId, product, state, lossMinor, isOwnMoney, hasOpposite } = round
  const isCounting =
    (products as readonly (string | undefined)[]).includes(product) &&
    (games.length === 0 || games.includes(gameId)) &&
    !excludedGames.includes(gameId)
  if (!isCounting) return { countedMinor: 0, reason: 'promo.counts_not_product' }
  if (state === 'open') return { countedMinor: 0, reason: null }
  if (state === 'cancelled') return { countedMinor: 0, reason: 'promo.counts_not_void' }
  if (!isOwnMoney) return { countedMinor: 0, reason: 'promo.counts_not_own_round' }
  if (hasOpposite) return { countedMinor: 0, reason: 'promo.counts_not_opposite' }
  return { countedMinor: lossMinor, reason: lossMinor < 0 ? 'promo.counts_round_win' : 'promo.counts_round_loss' }
}

/** What the rounds of a time that is over have earned: their loss together, where it is large enough; a profit earns nothing. */
export function lossOutcome({ minimumLossMinor }: Pick<LossTask, 'minimumLossMinor'>, netMinor: number): TaskOutcome {
  return netMinor > 0 && netMinor >= minimumLossMinor
    ? { kind: 'earned', baseMinor: netMinor, betIds: [] }
    : { kind: 'nothing' }
}
