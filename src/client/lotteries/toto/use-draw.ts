import { useEffect, useState } from 'react'
import { getTotoDraw, getTotoTickets } from '#calls/lotteries/toto.calls.ts'
import type { TotoDrawAnswer, TotoTicket } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useCall } from '../../page/use-call.ts'

/** What the page of a draw shows. */
export interface DrawNow {
  readonly answer: TotoDrawAnswer
  /** Tickets of the player in the draw; none of a guest. */
  readonly tickets: readonly TotoTicket[]
}

const EVERY_MS = 4000
const isOver = ({ draw }: TotoDrawAnswer) => draw.status === 'paid' || draw.status === 'cancelled'

/** A draw as it is now: asked again while something can change, and the page is seen; one that is over again whenever the page is come back to, for
 *  its results can be put right. What fails is asked again in the next turn. */
export function useDraw(first: DrawNow): DrawNow & { readonly refresh: () => Promise<void> } {
  const { state } = useApp()
  const call = useCall()
  const [now, setNow] = useState(first)
  const [known, setKnown] = useState(first)
  if (known !== first) {
    setKnown(first)
    setNow(first)
  }
  const { drawId } = now.answer.draw
  const isPlayer = state.visitor.player !== null

  const refresh = async (): Promise<void> => {
    const [answer, own] = await Promise.all([
      call(getTotoDraw, { query: { drawId } }),
      isPlayer ? call(getTotoTickets, { query: { drawId } }) : { tickets: [] },
    ])
    setNow({ answer, tickets: own.tickets })
  }

  const over = isOver(now.answer)
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) refresh().catch(() => undefined)
    }
    const timer = over ? 0 : setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  })
  return { ...now, refresh }
}
