import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { deadlineMs } from '#machines/account/sessions/auto-logoff.rules.ts'
import { IdleWarning } from '#renderers/shell/IdleWarning.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { PlayerSummary } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { report } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import { hearTabs, tellTabs } from '../../page/tabs.ts'
import { autoLogoffOf, keepActivity } from './auto-logoff.actors.ts'
import { useActivity } from './use-activity.ts'

/** Signs a player out after too long without activity, with a warning beforehand (AUTH-6, AUTH-7). Opening a page is an
 *  activity. */
export function AutoLogoff({ player }: { readonly player: PlayerSummary }) {
  const app = useApp()
  const actor = useAutoLogoff(app, player.userId)
  const isWarned = useSelector(actor, ({ context }) => context.isWarned)
  const isEnding = useSelector(actor, (snapshot) => snapshot.matches('signingOut') || snapshot.matches('off'))
  const endsAtMs = useSelector(actor, ({ context }) => deadlineMs(context))
  const [isLeaving, setLeaving] = useState(false)
  const notice = () => actor.send({ type: 'activity.noticed', nowMs: Date.now() })
  useActivity(notice, isWarned || isEnding)

  async function leaveNow() {
    setLeaving(true)
    await shellPort.signOut()
    setLeaving(false)
  }

  if (!isWarned && !isEnding) return null
  return (
    <IdleWarning endsAtMs={endsAtMs} isEnding={isEnding || isLeaving} onStay={notice} onLeave={() => void leaveNow()} />
  )
}

/** The machine of this page's player, which hears from the other tabs and reports to them. */
function useAutoLogoff(app: App, userId: number) {
  const { isAutoLogoffEnabled, autoLogoffMs, autoLogoffWarningMs } = app.site.config.auth
  const [machine] = useState(() => autoLogoffOf(app, userId))
  const actor = useActorRef(machine, {
    input: {
      isEnabled: isAutoLogoffEnabled,
      idleMs: autoLogoffMs,
      warningMs: autoLogoffWarningMs,
      signedInAtMs: Date.now(),
    },
  })

  useEffect(() => {
    const heard = [
      actor.on('activity.published', ({ atMs }) => {
        keepActivity({ userId, atMs })
        tellTabs({ kind: 'active', userId, atMs })
      }),
      actor.on('signed-off', () => shellPort.tellSession({ type: 'session.ended', because: 'idle', isHere: true })),
      actor.on('logged', ({ actor: name, code }) => report(`auto_logoff.${name}_failed`, { code })),
    ]
    const stopHearing = hearTabs(userId, (word) => {
      if (word.kind === 'active') actor.send({ type: 'activity.shared', atMs: word.atMs, nowMs: Date.now() })
      else if (word.kind === 'signed-out') actor.send({ type: 'player.signed-out' })
    })
    actor.send({ type: 'activity.noticed', nowMs: Date.now() })
    return () => {
      stopHearing()
      for (const { unsubscribe } of heard) unsubscribe()
    }
  }, [actor, userId])

  useEffect(() => {
    const resume = () =>
      document.visibilityState === 'visible' && actor.send({ type: 'page.resumed', nowMs: Date.now() })
    document.addEventListener('visibilitychange', resume)
    window.addEventListener('pageshow', resume)
    return () => {
      document.removeEventListener('visibilitychange', resume)
      window.removeEventListener('pageshow', resume)
    }
  }, [actor])
  return actor
}
