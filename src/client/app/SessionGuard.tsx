import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { sessionGuardActors } from '#calls/actors/session-guard.actors.ts'
import { sessionGuardMachine } from '#machines/account/sessions/session-guard.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { SessionGuardEvent } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { leavePlayerPage } from '../page/session-end.ts'
import { shellPort } from '../page/shell-port.ts'
import { hearTabs, tellTabs } from '../page/tabs.ts'

/** What the page wants of its session, with what to do when the player stays. */
export interface SessionWish {
  readonly session: SessionGuardEvent
  readonly onStay?: () => void
}

/** Props of {@link SessionGuard}. */
export interface SessionGuardProps {
  readonly userId: number
  /** The layer gives the wishes of the page on. @returns stops it */
  readonly onWish: (take: (wish: SessionWish) => void) => () => void
}

function machineFor({ call }: App) {
  return sessionGuardMachine.provide({
    actors: {
      signOut: fromPromise(() => sessionGuardActors.signOut(call)),
      readPlayer: fromPromise(() => sessionGuardActors.readPlayer(call)),
    },
  })
}

/** Watches over the session of the player whom the page shows, and leaves the page with it. */
export function SessionGuard({ userId, onWish }: SessionGuardProps) {
  const app = useApp()
  const [machine] = useState(() => machineFor(app))
  const actor = useActorRef(machine, { input: { userId } })
  useEffect(() => {
    let stay: (() => void) | undefined
    const told = [
      actor.on('player.left', (left) => {
        if (left.tellsTabs && left.because !== 'expired')
          tellTabs({ kind: 'signed-out', userId, because: left.because })
        leavePlayerPage(app, left)
      }),
      actor.on('sign_out.failed', ({ failure: { code, params } }) => {
        shellPort.notify({ id: 'sign-out', kind: 'error', text: code, params })
        stay?.()
      }),
    ]
    const stopHearing = hearTabs(userId, (word) => {
      if (word.kind === 'signed-out') actor.send({ type: 'session.ended', because: word.because, isHere: false })
    })
    const stopTaking = onWish(({ session, onStay }) => {
      if (onStay) stay = onStay
      actor.send(session)
    })
    return () => {
      stopTaking()
      stopHearing()
      for (const { unsubscribe } of told) unsubscribe()
    }
  }, [actor, app, userId, onWish])
  return null
}
