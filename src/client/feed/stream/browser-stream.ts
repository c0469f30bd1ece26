import { fromPromise } from 'xstate'
import { timerUpdaterMachine } from '#machines/shell/timer-updater.machine.ts'
import { makeActor } from '#renderers/shell/run-machine.ts'
import type { OddsStreamPorts } from './odds-stream.ts'

/** Where the server speaks the odds stream. */
const PATH = '/ws/odds'
/** How long an attempt to connect may take, ms. */
const OPEN_WITHIN_MS = 10_000
/** Time between two flushes of a hidden page, ms. */
const HIDDEN_FLUSH_MS = 1000
/** Time between two polls, ms. */
const POLL_MS = 5000

/** Images of channels, asked for by an ordinary call: texts of frames. */
export type LoadImages = (channels: readonly string[]) => Promise<readonly string[]>

/** The stream's ports in a browser. @param loadImages how the feed is polled where no socket can be had */
export function browserStreamPorts(loadImages: LoadImages): OddsStreamPorts {
  return {
    openSocket(events) {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${PATH}`)
      const late = setTimeout(() => socket.close(), OPEN_WITHIN_MS)
      socket.addEventListener('open', () => {
        clearTimeout(late)
        events.opened()
      })
      socket.addEventListener('message', ({ data }) => events.received(String(data)))
      socket.addEventListener('close', () => {
        clearTimeout(late)
        events.closed()
      })
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    nowMs: () => performance.now(),
    random: () => Math.random(),
    later(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    nextFrame: createFrames(),
    onWake(wake) {
      const visible = (): void => {
        if (!document.hidden) wake()
      }
      window.addEventListener('online', wake)
      document.addEventListener('visibilitychange', visible)
      return () => {
        window.removeEventListener('online', wake)
        document.removeEventListener('visibilitychange', visible)
      }
    },
    poll: (channels, take) => pollImages(() => loadImages(channels()), take),
  }
}

/** A page that is hidden gets no frames, also when it is hidden while it waits for one: a timer does the work then. */
function createFrames(): OddsStreamPorts['nextFrame'] {
  let due: (() => void)[] = []
  const work = (): void => {
    const all = due
    due = []
    for (const one of all) one()
  }
  const ask = (): void => {
    if (document.hidden) setTimeout(work, HIDDEN_FLUSH_MS)
    else requestAnimationFrame(work)
  }
  document.addEventListener('visibilitychange', () => {
    if (due.length > 0) ask()
  })
  return (one) => {
    if (due.push(one) === 1) ask()
  }
}

/** The timer updater in place of the socket. */
function pollImages(load: () => Promise<readonly string[]>, take: (texts: readonly string[]) => void): () => void {
  const machine = timerUpdaterMachine.provide({
    actors: { update: fromPromise<unknown, { readonly isForced: boolean }>(load) },
  })
  const updater = makeActor(machine, { input: { periodMs: POLL_MS } })
  updater.on('updated', ({ data }) => take(data as readonly string[]))
  updater.start()
  updater.send({ type: 'update.forced' })
  return () => updater.stop()
}
