import type { PlayerAction, Score } from '#schemas'

/** A player of a duel, in a game that is over. */
export interface DuelMember {
  readonly playerId: number
  readonly side: 'home' | 'away'
  readonly isStarting: boolean
  /** What players did in that game; null when it is void, or nobody has reported it. */
  readonly actions: readonly PlayerAction[] | null
}

/** How a duel ended: by the goals of its players, own goals left out. It is void (null) when one of them did not play, that is
 *  neither began nor came on, or when one of their games is void or has nobody who tells who scored. */
export function duelScore(members: readonly DuelMember[]): Score | null {
  const score = { home: 0, away: 0 }
  for (const { playerId, side, isStarting, actions } of members) {
    const did = actions?.filter((action) => action.playerId === playerId)
    if (!did || !(isStarting || did.some(({ kind }) => kind === 'came_on'))) return null
    score[side] += did.filter(({ kind }) => kind === 'goal').length
  }
  return score
}
