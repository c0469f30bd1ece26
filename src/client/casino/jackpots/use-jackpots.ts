import { useEffect, useState } from 'react'
import { getJackpots } from '#calls/casino/lobby.calls.ts'
import type { JackpotsAnswer } from '#schemas'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'

/** How often jackpots that are seen are asked for. */
const EVERY_MS = 5000

/** Jackpots as they are now: asked for again and again while the page is seen.
 *  @param gameId only those of a game   @param first what the page was loaded with */
export function useJackpots(gameId: string | undefined, first: JackpotsAnswer): JackpotsAnswer {
  const call = useCall()
  const [now, setNow] = useState(first)
  const hasAny = first.jackpots.length > 0
  useEffect(() => {
    if (!hasAny) return
    let isCurrent = true
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      call(getJackpots, { query: gameId === undefined ? {} : { game: gameId } }).then(
        (next) => isCurrent && setNow(next),
        (error: unknown) => report('casino.jackpots_not_read', { error: String(error) }),
      )
    }
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [call, gameId, hasAny])
  return now
}

/** An amount moves so often, and by such a part of what is missing. */
const STEP_MS = 100
const STEPS = 12

/** Amounts that climb to their new values; where no movement is wanted, and when one falls, they are there at once. */
export function useClimbing(minors: readonly number[]): readonly number[] {
  const [shown, setShown] = useState(minors)
  const wanted = minors.join()
  const isThere = shown.join() === wanted
  useEffect(() => {
    if (isThere) return
    const targets = wanted.split(',').map(Number)
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const next = (minor: number, from: number) =>
      isCalm || minor <= from ? minor : Math.min(minor, from + Math.max(1, Math.ceil((minor - from) / STEPS)))
    const timer = setInterval(
      () => setShown((former) => targets.map((minor, at) => next(minor, former[at] ?? minor))),
      isCalm ? 0 : STEP_MS,
    )
    return () => clearInterval(timer)
  }, [wanted, isThere])
  return shown
}
