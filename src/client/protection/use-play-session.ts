import { useEffect, useState } from 'react'
import { getPlaySession } from '#calls/limits.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { PlayerSummary, PlaySessionAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** Reads once what there is to say to a player of their session; null until it is known. */
export function usePlaySession({ userId }: PlayerSummary): PlaySessionAnswer | null {
  const { call } = useApp()
  const [read, setRead] = useState<{ readonly userId: number; readonly session: PlaySessionAnswer } | null>(null)
  useEffect(() => {
    let isGone = false
    call(getPlaySession, {}).then(
      (session) => {
        if (!isGone) setRead({ userId, session })
      },
      (error: unknown) => {
        const { code } = readFailure(error)
        // Who was signed out meanwhile reads it when they come back.
        if (code !== 'access.denied') report('play_session.failed', { error: code })
      },
    )
    return () => {
      isGone = true
    }
  }, [call, userId])
  return read?.userId === userId ? read.session : null
}
