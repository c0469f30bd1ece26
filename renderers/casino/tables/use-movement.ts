import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A view that is shown now, and what was there before. */
export interface ViewChange<View> {
  /** Tells views apart; null when there is none. */
  readonly key: string | null
  /** The view of the same round before this one; null for a new round. */
  readonly before: View | null
}

/** Notices that a view changes: an equal one in the same round is the same view. */
export function useViewChange<View>(view: View | null, roundId: number): ViewChange<View> {
  const key = view === null ? null : `${roundId}:${JSON.stringify(view)}`
  const [last, setLast] = useState({ key, view, roundId, before: null as View | null })
  if (last.key !== key) setLast({ key, view, roundId, before: last.roundId === roundId ? last.view : null })
  return { key, before: last.before }
}

/** What {@link useMovement} is given. */
export interface Movement {
  /** Of {@link useViewChange}. */
  readonly key: string | null
  /** Milliseconds that the movement of this view takes. */
  readonly ms: number
  readonly isCalm: boolean
  readonly onShown: () => void
}

/** Whether a new view is still being shown. Calls `onShown` once a view, when its movement has ended. A view that is there when the
 *  board is mounted is shown without any. */
export function useMovement({ key, ms, isCalm, onShown }: Movement): boolean {
  const [shownKey, setShownKey] = useState(key)
  const reported = useRef<string | null>(null)
  const isMoving = !isCalm && key !== null && key !== shownKey
  const end = useEffectEvent((ended: string) => {
    if (reported.current === ended) return
    reported.current = ended
    setShownKey(ended)
    onShown()
  })
  useEffect(() => {
    if (key === null) return
    const timer = setTimeout(() => end(key), isMoving ? ms : 0)
    return () => clearTimeout(timer)
  }, [key, isMoving, ms])
  return isMoving
}
