import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { consentLevel } from '#machines/site/consent/consent.rules.ts'
import { CookieConsent } from '#renderers/shell/CookieConsent.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { countersByConsent } from '../analytics/counters.ts'
import { countByConsent } from '../analytics/counting.ts'
import { useApp } from '../page/app-context.ts'
import { settleLink } from '../page/kept-link.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { cookieConsentOf, watchStoredAnswer } from './cookie-consent.actors.ts'

/** Props of {@link CookieQuestion}. */
export interface CookieQuestionProps {
  /** How often the visitor has asked for the question. */
  readonly calls: number
  /** What may be opened over the page once the question is answered. */
  readonly children?: ReactNode
}

/** The question about cookies, while the visitor has to be asked it (STORE-5) or wants to change the answer. */
export function CookieQuestion({ calls, children }: CookieQuestionProps) {
  const app = useApp()
  const { cookieConsent } = app.site.config.other
  const [machine] = useState(() => cookieConsentOf(app))
  const consent = useActorRef(machine, { input: { question: cookieConsent } })
  const isAsked = useSelector(consent, (snapshot) => snapshot.hasTag('asking'))
  const isRead = useSelector(consent, (snapshot) => !snapshot.matches({ question: 'reading' }))
  const isFromSettings = useSelector(consent, ({ context }) => context.because === 'settings')
  const level = useSelector(consent, ({ context }) => consentLevel(context.question, context.given ?? undefined))

  useEffect(() => {
    const failures = consent.on('logged', ({ actor, code }) => report(`consent.${actor}_failed`, { code }))
    const stopWatching = watchStoredAnswer((stored) => consent.send({ type: 'answer.shared', stored }))
    return () => {
      failures.unsubscribe()
      stopWatching()
    }
  }, [consent])

  useEffect(() => settleLink(level), [level])

  useEffect(() => countByConsent(app, level), [app, level])

  useEffect(() => countersByConsent(app, level), [app, level])

  useEffect(() => {
    if (calls > 0 && isRead) consent.send({ type: 'settings.opened' })
  }, [consent, calls, isRead])

  if (!isAsked) return isRead ? children : null
  return (
    <CookieConsent
      policyPath={offeredPath(app, 'cookies') ?? '/'}
      levels={cookieConsent.levels}
      calls={calls}
      {...(isFromSettings ? { answered: level, onClose: () => consent.send({ type: 'settings.closed' }) } : {})}
      onChoose={(level) => consent.send({ type: 'level.chosen', level, nowMs: Date.now() })}
    />
  )
}
