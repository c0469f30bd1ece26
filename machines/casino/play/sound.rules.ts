import type { CasinoRound, TableBet } from '#schemas'
import type { TableMoment } from '../tables/table-moment.rules.ts'

/** What is heard of a game: a chip that is laid, a round that begins, and a win. */
export type GameSound = 'chip' | 'start' | 'win'

/** What is heard once a round has been shown; null for silence. Only what is above all that was staked sounds like a win: what gives back
 *  less, or as much, is none (a loss must not be dressed up as a win). */
export function soundOf({ state, payoutMinor, stakeMinor }: Pick<CasinoRound, 'state' | 'payoutMinor' | 'stakeMinor'>) {
  return state === 'closed' && payoutMinor > stakeMinor ? ('win' satisfies GameSound) : null
}

/** A player's place at a table, as it is heard. */
export interface HeardSeat {
  readonly roundId: number
  readonly moment: TableMoment
  /** The player's bets on the round. */
  readonly bets: readonly Pick<TableBet, 'amountMinor' | 'payoutMinor'>[]
}

/** What is heard at a table when a seat has changed; null for silence. A round begins to sound for those who have a stake in it, and pays
 *  with a sound once its bets have paid more than all that was staked on them. */
export function soundOfSeat(former: HeardSeat, now: HeardSeat): GameSound | null {
  const isSame = former.roundId === now.roundId
  if (isAhead(now) && !(isSame && isAhead(former))) return 'win'
  const isBegun = now.moment === 'running' && !(isSame && former.moment === 'running')
  return isBegun && now.bets.length > 0 ? 'start' : null
}

function isAhead({ bets }: HeardSeat): boolean {
  return bets.reduce((net, { amountMinor, payoutMinor }) => net + payoutMinor - amountMinor, 0) > 0
}
