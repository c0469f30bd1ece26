import { useEffect } from 'react'
import { useLatest } from '#renderers/forms/use-latest.ts'

/** The least time between two reported activities. */
const QUIET_MS = 1000
const SIGNS = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const

/** Reports what a player does on the page, at most once a second. While a question stands over the page it is paused,
 *  and only the answer counts: a question that went as soon as a key or a finger is down would let the rest of that
 *  press meet the page. */
export function useActivity(notice: () => void, isPaused: boolean): void {
  const tell = useLatest(notice)
  useEffect(() => {
    if (isPaused) return
    let toldAtMs = Number.NEGATIVE_INFINITY
    const hear = () => {
      if (performance.now() - toldAtMs < QUIET_MS) return
      toldAtMs = performance.now()
      tell()
    }
    for (const sign of SIGNS) window.addEventListener(sign, hear, { capture: true, passive: true })
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, hear, { capture: true })
    }
  }, [tell, isPaused])
}
