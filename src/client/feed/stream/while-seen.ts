import { fromPromise } from 'xstate'
import { timerUpdaterMachine } from '#machines/shell/timer-updater.machine.ts'
import { makeActor } from '#renderers/shell/run-machine.ts'

/** Repeats something for as long as the page is visible.
 *  @param begin begins it and gives the way to end it  @returns ends it for good */
export function whileSeen(begin: () => () => void): () => void {
  let end: (() => void) | null = null
  const look = (): void => {
    if (!document.hidden) end ??= begin()
    else {
      end?.()
      end = null
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    end?.()
    end = null
  }
}

/** What is kept up to date while the page is seen. */
export interface SeenUpdate<Data> {
  readonly update: () => Promise<Data>
  /** Time from the end of one update to the next, ms. */
  readonly periodMs: number
  readonly onUpdated: (data: Data) => void
  /** An update has failed; the next one comes in its time. */
  readonly onFailed?: (code: string) => void
}

/** Asks for something again and again while the page is seen; what is under way when it is hidden is given up. @returns stops it */
export function updateWhileSeen<Data>({ update, periodMs, onUpdated, onFailed }: SeenUpdate<Data>): () => void {
  const machine = timerUpdaterMachine.provide({
    actors: { update: fromPromise<unknown, { readonly isForced: boolean }>(update) },
  })
  const updater = makeActor(machine, { input: { periodMs, isPaused: true } })
  updater.on('updated', ({ data }) => onUpdated(data as Data))
  updater.on('logged', ({ code }) => onFailed?.(code))
  updater.start()
  const stopLooking = whileSeen(() => {
    updater.send({ type: 'updater.resumed' })
    return () => updater.send({ type: 'updater.paused' })
  })
  return () => {
    stopLooking()
    updater.stop()
  }
}
