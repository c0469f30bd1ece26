import { fromPromise } from 'xstate'
import { appUpdateMachine } from '#machines/shell/app/app-update.machine.ts'
import { scriptAddress } from '../page/trusted-types.ts'

/** Address of the service worker. */
export const WORKER_PATH = '/service-worker.js'
const KEPT = /^livery-/
/** How long a worker may take to find out whether a bet is open anywhere, ms. */
const ANSWER_MS = 5000

/** The worker of a page, with a browser's service workers as its actors.
 *  @param onReady called whenever a newer worker waits */
export function pageWorkerMachine(onReady: () => void) {
  return appUpdateMachine.provide({
    actors: {
      registerWorker: fromPromise(() => register(onReady)),
      takeOver: fromPromise(takeOver),
      removeWorker: fromPromise(remove),
    },
  })
}

async function register(onReady: () => void): Promise<boolean> {
  const options = { updateViaCache: 'none' } as const
  const asked = navigator.serviceWorker.register(scriptAddress(WORKER_PATH), options)
  const registration: ServiceWorkerRegistration | undefined = await asked
  // Browsers under test may let a page have none.
  if (!registration) return false
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) onReady()
    })
  })
  return registration.waiting !== null
}

async function takeOver(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  const { waiting } = registration ?? {}
  if (!waiting) return true
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(resolve, ANSWER_MS, false)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    waiting.postMessage({ type: 'livery.take_over' }, [port2])
  })
}

async function remove(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = (await caches.keys()).filter((name) => KEPT.test(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Answers the worker's question whether a bet is open in this page. @returns how to stop */
export function answerWorker(isBetOpen: () => boolean): () => void {
  const answer = ({ data, ports }: MessageEvent<{ readonly type?: unknown } | null>): void => {
    if (data?.type === 'livery.is_bet_open') ports[0]?.postMessage(isBetOpen())
  }
  navigator.serviceWorker.addEventListener('message', answer)
  return () => navigator.serviceWorker.removeEventListener('message', answer)
}
