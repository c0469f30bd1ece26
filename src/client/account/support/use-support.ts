import { useCallback, useEffect, useState } from 'react'
import { getSupportTalk } from '#calls/office.calls.ts'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { report } from '../../page/report.ts'
import { useOfficeCounts } from '../office-counts.tsx'

/** How often the talk is asked for while its page is in sight. */
const REFRESH_MS = 10_000

/** The conversation with support, kept up to date. What has been shown counts as seen, and the menu follows. */
export function useSupport(loaded: SupportAnswer) {
  const { call } = useApp()
  const { refresh: refreshCounts } = useOfficeCounts()
  const [talk, setTalk] = useState(loaded)
  const refresh = useCallback(async () => {
    try {
      setTalk(await call(getSupportTalk, {}))
    } catch (error) {
      report('support.talk_failed', { error: String(error) })
    }
  }, [call])
  useEffect(() => {
    void refreshCounts()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh, refreshCounts])
  return { talk, refresh }
}
