import { useEffect, useRef, useState } from 'react'
import { updateWhileSeen } from './while-seen.ts'

/** Data of the page that are asked for again and again: scores, clocks, games that come and go. What cannot be had leaves what is
 *  there; a page that nobody sees waits.
 *  @param loaded what the page was loaded with  @param periodMs time from the end of one loading to the next */
export function useFresh<Data>(loaded: Data, load: () => Promise<Data>, periodMs: number): Data {
  const [fresh, setFresh] = useState({ of: loaded, data: loaded })
  const latest = useRef(load)
  latest.current = load
  useEffect(
    () =>
      updateWhileSeen({
        update: () => latest.current(),
        periodMs,
        onUpdated: (data) => setFresh({ of: loaded, data }),
      }),
    [loaded, periodMs],
  )
  return fresh.of === loaded ? fresh.data : loaded
}
