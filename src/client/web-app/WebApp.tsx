import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useApp } from '../page/app-context.ts'
import { noteFault } from '../page/report.ts'
import { InstallPlace } from './InstallPlace.tsx'
import { answerWorker, pageWorkerMachine } from './worker-actors.ts'

/** Props of {@link WebApp}. */
export interface WebAppProps {
  /** Whether a bet is open in this page: nothing changes below it then. */
  readonly isBetOpen: () => boolean
}

/** What makes the page an app: its service worker, and the offer to install it. The site of a draft has neither. */
export function WebApp(props: WebAppProps) {
  const { site } = useApp()
  const isSupported = 'serviceWorker' in navigator
  return (
    <>
      {isSupported ? <PageWorker {...props} isOn={site.config.application.isServiceWorkerOn} /> : null}
      <InstallPlace />
    </>
  )
}

function PageWorker({ isBetOpen, isOn }: WebAppProps & { readonly isOn: boolean }) {
  const { pathname } = useLocation()
  const latest = useLatest(isBetOpen)
  const [ready] = useState(createReady)
  const [machine] = useState(() => pageWorkerMachine(ready.tell))
  const worker = useActorRef(machine, { input: { isSupported: true, isOn } })
  const isStarted = useSelector(worker, (snapshot) => !snapshot.matches('registering'))

  useEffect(() => {
    const stopListening = ready.listen(() => worker.send({ type: 'update.ready' }))
    const failures = worker.on('logged', ({ actor, code }) => noteFault('worker.failed', { actor, code }))
    const stopAnswering = answerWorker(() => latest())
    return () => {
      stopListening()
      failures.unsubscribe()
      stopAnswering()
    }
  }, [worker, ready, latest])

  // The page that was opened counts as moved, too: a worker that was ready before takes over then.
  useEffect(() => {
    if (isStarted && pathname) worker.send({ type: 'page.moved', isBetOpen: latest() })
  }, [worker, latest, isStarted, pathname])
  return null
}

/** Passes on that a newer worker waits; the machine's actors are made before the machine runs. */
function createReady() {
  let listener: (() => void) | null = null
  return {
    tell: (): void => listener?.(),
    listen: (next: () => void) => {
      listener = next
      return () => {
        listener = null
      }
    },
  }
}
