import { useCallback, useRef } from 'react'
import { tellTyping } from '#calls/office.calls.ts'
import { useApp } from '../../page/app-context.ts'
import { noteFault } from '../../page/report.ts'

/** How often the support is shown at most that the player is typing, in milliseconds. */
const EVERY_MS = 3000

/** Shows the support that the player is typing: to be called at each change of the field. Of what is typed nothing is sent. */
export function useTyping(): () => void {
  const { call } = useApp()
  const last = useRef(Number.NEGATIVE_INFINITY)
  return useCallback(() => {
    const now = performance.now()
    if (now - last.current < EVERY_MS) return
    last.current = now
    call(tellTyping, {}).catch((error: unknown) => noteFault('support.typing_failed', { error: String(error) }))
  }, [call])
}
