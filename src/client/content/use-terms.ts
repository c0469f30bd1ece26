import { useCallback, useEffect, useState } from 'react'
import { acceptTerms, getTerms } from '#calls/content/terms.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { TermsAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** The terms of a player on this page: what is known of them, and the way to accept those in force. */
export interface Terms {
  /** Null until the server has answered. */
  readonly answer: TermsAnswer | null
  readonly isSending: boolean
  /** Whether the last attempt to accept them was lost. */
  readonly hasFailed: boolean
  readonly accept: () => void
}

/** Asks which terms the player has accepted. @param isSignedIn guests have accepted none, and are not asked */
export function useTerms(isSignedIn: boolean): Terms {
  const { call } = useApp()
  const [answer, setAnswer] = useState<TermsAnswer | null>(null)
  const [state, setState] = useState({ isSending: false, hasFailed: false })
  const read = useCallback(
    () =>
      call(getTerms, {}).then(setAnswer, (error: unknown) => {
        if (readFailure(error).code !== 'access.denied') report('terms.not_read', { error: String(error) })
      }),
    [call],
  )
  useEffect(() => {
    if (isSignedIn) void read()
  }, [isSignedIn, read])
  const accept = async (version: string) => {
    setState({ isSending: true, hasFailed: false })
    try {
      setAnswer(await call(acceptTerms, { body: { version } }))
      setState({ isSending: false, hasFailed: false })
    } catch (error) {
      report('terms.not_accepted', { error: String(error) })
      setState({ isSending: false, hasFailed: true })
      if (readFailure(error).code === 'terms.changed') void read()
    }
  }
  return {
    answer,
    ...state,
    accept: () => {
      if (answer?.version !== undefined && !state.isSending) void accept(answer.version)
    },
  }
}
