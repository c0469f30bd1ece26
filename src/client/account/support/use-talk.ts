import { useCallback, useEffect, useState } from 'react'
import { getSupportTalk } from '#calls/office.calls.ts'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { report } from '../../page/report.ts'

/** How often the talk is asked for while it is in sight, in milliseconds: who types is shown for six seconds. */
const REFRESH_MS = 3000

/** The conversation with support, kept up to date while it is in sight. What has been shown counts as seen.
 *  @param onSeen called once the talk is shown: nothing of it is unread any more */
export function useTalk(loaded: SupportAnswer, onSeen: () => void) {
  const { call } = useApp()
  const [talk, setTalk] = useState(loaded)
  const refresh = useCallback(async () => {
    try {
      setTalk(await call(getSupportTalk, {}))
    } catch (error) {
      report('support.talk_failed', { error: String(error) })
    }
  }, [call])
  useEffect(() => {
    onSeen()
    let isAsking = false
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || isAsking) return
      isAsking = true
      void refresh().finally(() => {
        isAsking = false
      })
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh, onSeen])
  return { talk, refresh }
}
