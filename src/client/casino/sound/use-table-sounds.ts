import { useEffect, useRef } from 'react'
import { type HeardSeat, soundOfSeat } from '#machines/casino/play/sound.rules.ts'
import type { LaunchedGame } from '#schemas'
import { useSounds } from './use-sounds.ts'

/** The sounds of a table: of its rounds by themselves, and of the chips of the player.
 *  @param seat the player's place in the round that is shown */
export function useTableSounds({ art }: Pick<LaunchedGame, 'art'>, seat: HeardSeat) {
  const sounds = useSounds(art?.sounds)
  const { play } = sounds
  const { roundId, moment, bets } = seat
  const former = useRef(seat)
  useEffect(() => {
    const now = { roundId, moment, bets }
    const sound = soundOfSeat(former.current, now)
    former.current = now
    if (sound) void play(sound)
  }, [roundId, moment, bets, play])
  return sounds
}
