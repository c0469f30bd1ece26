import { commitmentOf, type FairSource, fairDraw } from '#machines/odds/fair-draw.rules.ts'
import type { GameAct, GameChoice, GameSettings, GameStake, GameView } from '#schemas'
import { rulesOf } from '../games/games.ts'

/** How a round was played: with the seeds, all that it follows from. */
export interface PlayedRound {
  readonly settings: GameSettings
  readonly stakes: readonly GameStake[]
  readonly choice: GameChoice
  readonly acts: readonly GameAct[]
  /** Whether the round was finished for a player who did not come back. */
  readonly isLeft: boolean
}

/** What a round comes to. */
export interface ReplayedRound {
  readonly view: GameView
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** Plays a round once more from its seeds and from what the player has done (CAS-11): what comes out is what was shown, or the round was not
 *  played by its rules.
 *  @throws Error when the rules refuse what was done */
export function replayRound(
  { settings, stakes, choice, acts, isLeft }: PlayedRound,
  source: FairSource,
): ReplayedRound {
  const rules = rulesOf(settings)
  const own = settings as Parameters<typeof rules.open>[0]
  const draw = fairDraw(source)
  const stateOf = (played: ReturnType<typeof rules.open>): unknown => {
    if ('refusal' in played) throw new Error(`the rules refuse the round: ${played.refusal}`)
    return played.state
  }
  let state = stateOf(rules.open(own, { stakes, choice: choice as never }, draw))
  for (const act of acts) state = stateOf(rules.act(own, state, act, draw))
  if (isLeft) state = rules.finish(own, state, draw)
  return {
    view: rules.view(own, state),
    stakeMinor: rules.stakeMinor(state),
    payoutMinor: rules.payoutMinor(own, state),
  }
}

/** Whether the hash that was published before the round is that of the seed. */
export function isCommitted(serverSeed: string, commitment: string): boolean {
  return commitmentOf(serverSeed) === commitment
}
