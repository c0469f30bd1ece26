import { useEffect, useState } from 'react'
import type { DrawGameAnswer, DrawResult } from '#schemas'
import { watchLottery } from '../live/lottery-stream.ts'

/** A game as it is now, by the stream of its draws, and the draw that has just happened.
 *  @param first what the page was loaded with */
export function useDrawGame(first: DrawGameAnswer) {
  const [answer, setAnswer] = useState(first)
  const [shown, setShown] = useState<DrawResult | null>(null)
  const gameId = first.game.id
  useEffect(
    () =>
      watchLottery(`draw:${gameId}`, (text) => {
        const next = JSON.parse(text) as DrawGameAnswer
        setAnswer((former) => {
          const last = next.game.last
          if (last && last.drawId !== former.game.last?.drawId) setShown(last)
          return next
        })
      }),
    [gameId],
  )
  return { answer, shown, closeShow: () => setShown(null) }
}
