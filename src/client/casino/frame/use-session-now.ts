import { useEffect, useState } from 'react'
import { getGameSession } from '#calls/casino/play.calls.ts'
import type { GameSessionNow, LaunchedGame } from '#schemas'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'

/** How often a session that is seen is asked about. */
const EVERY_MS = 10_000

/** How the session of a frame is: asked again and again while the page is seen, and once when it comes back into sight. Its balance is shown
 *  by the page too. */
export function useSessionNow({ sessionId, mode, balanceMinor, currency, exponent }: LaunchedGame): GameSessionNow {
  const call = useCall()
  const { showBalance } = usePlayer()
  const [now, setNow] = useState<GameSessionNow>(() => ({
    ...{ sessionId, balanceMinor, currency, exponent, stakeMinor: 0, payoutMinor: 0, isOpen: true },
  }))
  const { isOpen } = now
  useEffect(() => {
    if (mode !== 'real' || !isOpen) return
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      call(getGameSession, { body: { sessionId } }).then(
        (next) => {
          setNow(next)
          showBalance({ balanceMinor: next.balanceMinor, currency: next.currency })
        },
        (error: unknown) => report('casino.session_not_read', { error: String(error) }),
      )
    }
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [call, sessionId, mode, isOpen, showBalance])
  return now
}
