import { useEffect, useRef, useState } from 'react'

/** A value that does not change while a finger or button is down on what shows it, so that nobody presses what was somewhere else
 *  a moment ago. It catches up after the press has done its work. */
export function useFrozen<Value>(value: Value): {
  readonly shown: Value
  readonly holding: { readonly onPointerDown: () => void }
} {
  const [held, setHeld] = useState<{ readonly value: Value } | null>(null)
  const shown = held ? held.value : value
  const latest = useRef(shown)
  latest.current = shown
  useEffect(() => {
    if (!held) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The click of a press comes after its release.
    const release = (): void => {
      timer = setTimeout(() => setHeld(null), 0)
    }
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [held])
  return { shown, holding: { onPointerDown: () => setHeld({ value: latest.current }) } }
}
