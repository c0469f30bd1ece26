import { useEffect, useState } from 'react'
import { getDrawGame } from '#calls/lotteries/draws.calls.ts'
import type { DrawGameAnswer, DrawResult } from '#schemas'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'

/** How often a game that is seen is asked for. */
const EVERY_MS = 4000

/** A game as it is now, asked for again and again while the page is seen, and the draw that has just happened.
 *  @param first what the page was loaded with */
export function useDrawGame(first: DrawGameAnswer) {
  const call = useCall()
  const [answer, setAnswer] = useState(first)
  const [shown, setShown] = useState<DrawResult | null>(null)
  const gameId = first.game.id
  useEffect(() => {
    let isCurrent = true
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      call(getDrawGame, { query: { game: gameId } }).then(
        (next) => {
          if (!isCurrent) return
          setAnswer((former) => {
            const last = next.game.last
            if (last && last.drawId !== former.game.last?.drawId) setShown(last)
            return next
          })
        },
        (error: unknown) => report('draws.game_not_read', { error: String(error) }),
      )
    }
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [call, gameId])
  return { answer, shown, closeShow: () => setShown(null) }
}
