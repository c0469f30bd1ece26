import type { GameAct, GameChoice, GameStake } from '#schemas'

/** How a round of an own game was played so far. */
export interface RoundPlay {
  readonly stakes: readonly GameStake[]
  readonly choice: GameChoice
  readonly acts: readonly GameAct[]
  /** Whether it was finished for a player who did not come back. */
  readonly isLeft?: boolean
  /** Whether its stake cost nothing. */
  readonly isFree?: boolean
  /** Words of randomness that were used. */
  readonly taken: number
  /** The state of the rules. */
  readonly state: unknown
}
