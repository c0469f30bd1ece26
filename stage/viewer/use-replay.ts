import { useEffect, useReducer } from 'react'
import type { Scenario } from '#schemas'
import { inShares } from './in-shares.ts'
import { playOn, type ReplaySoFar, replayOf, replaySoFar } from './replays.ts'

const SHARE_MS = 8

/**
 * What a scenario shows. Of a long one the first steps are there at once, and the rest is played between what the person does.
 * @param frame is there in any case   @param isWholeWanted where nothing less than all of it will do
 */
export function useReplay(
  scenario: Scenario | undefined,
  frame: number,
  isWholeWanted: boolean,
): ReplaySoFar | undefined {
  const [, drawAnew] = useReducer((count: number) => count + 1, 0)
  const begun = scenario && replaySoFar(scenario)
  const isShort = begun && !begun.isWhole && (isWholeWanted || frame >= begun.frames.length)
  const replay = isShort ? replayOf(scenario) : begun
  const isWhole = replay?.isWhole ?? true
  useEffect(() => {
    if (!scenario || isWhole) return
    return inShares(SHARE_MS, (isEnough) => {
      const isDone = playOn(scenario, isEnough)
      if (isDone) drawAnew()
      return isDone
    })
  }, [scenario, isWhole])
  return replay
}
