import { useCallback, useEffect, useState } from 'react'
import { getLeftMenuData } from '#calls/office.calls.ts'
import { useApp } from '../../page/app-context.ts'
import { noteFault } from '../../page/report.ts'

/** How often is asked whether the support has answered, in milliseconds: of somebody who talks with it, and of all others. */
const TALKING_MS = 10_000
const QUIET_MS = 60_000

/** How many answers of the support the player has not seen, asked again while the page is in sight.
 *  @param isTalking whether the player has opened the talk on this page   @param isShown whether it is open now: then nothing is asked */
export function useUnseen({ isTalking, isShown }: { readonly isTalking: boolean; readonly isShown: boolean }) {
  const { call } = useApp()
  const [unseen, setUnseen] = useState(0)
  const forget = useCallback(() => setUnseen(0), [])
  const everyMs = isTalking || unseen > 0 ? TALKING_MS : QUIET_MS
  useEffect(() => {
    if (isShown) return
    let isCurrent = true
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      call(getLeftMenuData, {}).then(
        ({ data }) => isCurrent && setUnseen(data.attributes.counts.office_support ?? 0),
        (error: unknown) => noteFault('support.unseen_failed', { error: String(error) }),
      )
    }
    ask()
    const timer = setInterval(ask, everyMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [call, everyMs, isShown])
  return { unseen, forget }
}
