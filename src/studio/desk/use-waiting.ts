import { useEffect, useState } from 'react'
import { listDesk } from '#calls/studio/studio-desk.calls.ts'
import type { DeskItemsAnswer } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { useSessionEnd } from '../app/use-answer.ts'

/** How often an open desk asks what waits. */
const EVERY_MS = 30_000

/** How much waits of each kind, asked again every half minute while the window is seen.
 *  @param brand null asks nothing   @param turn another one asks at once */
export function useWaiting(brand: string | null, turn: number): DeskItemsAnswer['waiting'] | null {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [waiting, setWaiting] = useState<DeskItemsAnswer['waiting'] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks at once
  useEffect(() => {
    if (brand === null) return
    let isCurrent = true
    const ask = () => {
      if (document.hidden) return
      call(listDesk, { segments: { brand }, query: { kind: 'support', filter: 'waiting' } }).then(
        (answer) => isCurrent && setWaiting(answer.waiting),
        // The list itself says why nothing comes.
        (error: unknown) => isCurrent && !leave(error) && setWaiting(null),
      )
    }
    ask()
    const timer = setInterval(ask, EVERY_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [call, brand, turn, leave])
  return waiting
}
