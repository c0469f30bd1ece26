import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { timerUpdaterMachine } from '#machines/shell/timer-updater.machine.ts'
import { makeActor } from '#renderers/shell/run-machine.ts'

/** Data of the page that are asked for again and again: scores, clocks, games that come and go. What cannot be had leaves what is
 *  there; a page that nobody sees waits.
 *  @param loaded what the page was loaded with  @param periodMs time from the end of one loading to the next */
export function useFresh<Data>(loaded: Data, load: () => Promise<Data>, periodMs: number): Data {
  const [fresh, setFresh] = useState({ of: loaded, data: loaded })
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const update = fromPromise<unknown, { readonly isForced: boolean }>(() => latest.current())
    const updater = makeActor(timerUpdaterMachine.provide({ actors: { update } }), { input: { periodMs } })
    updater.on('updated', ({ data }) => setFresh({ of: loaded, data: data as Data }))
    const look = (): void => updater.send({ type: document.hidden ? 'updater.paused' : 'updater.resumed' })
    updater.start()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      updater.stop()
    }
  }, [loaded, periodMs])
  return fresh.of === loaded ? fresh.data : loaded
}
