import { type Dispatch, useEffect } from 'react'
import type { ViewerAct } from './viewer-state.ts'

const TEXT_FIELDS = 'input:not([type=range]), textarea, select'
/** What takes the space key for itself. */
const PRESSED = 'button, summary, a, [role=tab], [role=option]'

/** The keys that work everywhere but where a person writes. */
export function useKeys(dispatch: Dispatch<ViewerAct>, frame: number, frames: number, isPlaying: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TEXT_FIELDS)) return
      const isTab = target.closest('[role=tab]') !== null
      const act = actOf(event, { frame, frames, isPlaying, isTab, isPressed: target.closest(PRESSED) !== null })
      if (!act) return
      event.preventDefault()
      if (act === 'search') document.querySelector<HTMLElement>('input[type=search]')?.focus()
      else dispatch(act)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [dispatch, frame, frames, isPlaying])
}

interface Place {
  readonly frame: number
  readonly frames: number
  readonly isPlaying: boolean
  readonly isTab: boolean
  readonly isPressed: boolean
}

function actOf({ key, shiftKey }: KeyboardEvent, { frame, frames, isPlaying, isTab, isPressed }: Place) {
  const go = (to: number): ViewerAct => ({ type: 'go', frame: to, frames })
  if (key === '/') return 'search'
  if (key === 'f') return { type: 'fork' } satisfies ViewerAct
  if (key === ' ')
    return isPressed ? undefined : ({ type: 'set', change: { isPlaying: !isPlaying } } satisfies ViewerAct)
  if (shiftKey || isTab) return undefined
  if (key === 'ArrowLeft') return go(frame - 1)
  if (key === 'ArrowRight') return go(frame + 1)
  if (key === 'Home') return go(0)
  return key === 'End' ? go(frames - 1) : undefined
}
