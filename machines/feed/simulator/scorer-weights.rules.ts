import type { RowPlayer } from '#schemas'
import type { PlayerOfSide } from '../markets/derived-types.ts'
import type { GamePlan } from './planned-game.ts'

/** A player's part in the goals of the side. */
export interface ScorerWeight {
  readonly player: PlayerOfSide
  /** 0 to 1; those of a side make 1. */
  readonly share: number
}

/** How the goals to come are shared among those who can score them: who is off scores none. @param elapsedS null before the game */
export function weightsOf({ players }: Pick<GamePlan, 'players'>, elapsedS: number | null): ScorerWeight[] {
  if (!players) return []
  const done = players.events.filter(({ atS }) => elapsedS !== null && atS <= elapsedS)
  const cameOn = new Set(done.flatMap(({ kind, player }) => (kind === 'came_on' ? [player] : [])))
  const wentOff = new Set(done.flatMap(({ kind, player }) => (kind === 'went_off' ? [player] : [])))
  const weight = ({ code, isStarting, expectedGoals = 0 }: RowPlayer) => {
    if (wentOff.has(code)) return 0
    // Expected goals of the bench are those of a part of a game.
    return isStarting ? expectedGoals : expectedGoals * (cameOn.has(code) ? BENCH_AFTER : 1)
  }
  return (['home', 'away'] as const).flatMap((side) => {
    const named = players.confirmed[side].flatMap((player) =>
      player.number === undefined || player.position === 'goalkeeper'
        ? []
        : [{ number: player.number, weight: weight(player) }],
    )
    const sum = named.reduce((total, one) => total + one.weight, 0)
    return named.map((one) => ({ player: { side, number: one.number }, share: sum > 0 ? one.weight / sum : 0 }))
  })
}

/** How much more often somebody scores who has come on. */
const BENCH_AFTER = 4
