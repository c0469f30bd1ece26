import type { CasinoRound } from '#schemas'

/** What is heard of a game: a chip that is laid, a round that begins, and a win. */
export type GameSound = 'chip' | 'start' | 'win'

/** What is heard once a round has been shown; null for silence. Only what is above all that was staked sounds like a win: what gives back
 *  less, or as much, is none (a loss must not be dressed up as a win). */
export function soundOf({ state, payoutMinor, stakeMinor }: Pick<CasinoRound, 'state' | 'payoutMinor' | 'stakeMinor'>) {
  return state === 'closed' && payoutMinor > stakeMinor ? ('win' satisfies GameSound) : null
}
