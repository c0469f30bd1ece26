import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { CookieConsent } from '#renderers/shell/CookieConsent.tsx'
import { useApp } from './app-context.ts'
import { cookieConsentOf, watchStoredAnswer } from './cookie-consent.actors.ts'
import { offeredPath } from './paths.ts'
import { report } from './report.ts'

/** The question about cookies, for as long as the visitor has to be asked it (STORE-5). */
export function CookieQuestion() {
  const app = useApp()
  const { cookieConsent } = app.site.config.other
  const [machine] = useState(() => cookieConsentOf(app))
  const consent = useActorRef(machine, { input: { question: cookieConsent } })
  const isAsked = useSelector(consent, (snapshot) => snapshot.hasTag('asking'))

  useEffect(() => {
    const failures = consent.on('logged', ({ actor, code }) => report(`consent.${actor}_failed`, { code }))
    const stopWatching = watchStoredAnswer((stored) => consent.send({ type: 'answer.shared', stored }))
    return () => {
      failures.unsubscribe()
      stopWatching()
    }
  }, [consent])

  if (!isAsked) return null
  return (
    <CookieConsent
      policyPath={offeredPath(app, 'cookies') ?? '/'}
      levels={cookieConsent.levels}
      onChoose={(level) => consent.send({ type: 'level.chosen', level, nowMs: Date.now() })}
    />
  )
}
