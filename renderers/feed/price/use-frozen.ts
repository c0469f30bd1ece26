import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Keys that press what has the focus. */
const PRESS_KEYS = ['Enter', ' ']
/** What ends a press: the finger, pen, button or key goes up, the browser takes the touch for itself, or the page is left. */
const ENDS = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const
/** What holds the order while the keyboard's focus is on it: a price that can be pressed. */
const FOCUSED_PRICE = 'button[data-state]:focus-visible'

/** Handlers for the element that shows a frozen value. */
export interface Holding {
  readonly onPointerDown: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: () => void
}

/** A value that does not change while a finger, button or key is down on what shows it, so that nobody presses what was
 *  somewhere else a moment ago; it catches up after the press has done its work. While a price has keyboard focus, its
 *  value keeps updating but the order does not change.
 *  @param ordered the value as it is now, in the order of a former one */
export function useFrozen<Value>(
  value: Value,
  ordered: (value: Value, former: Value) => Value,
): { readonly shown: Value; readonly holding: Holding } {
  const [pressed, setPressed] = useState<{ readonly value: Value } | null>(null)
  const [focused, setFocused] = useState<{ readonly value: Value } | null>(null)
  const living = focused ? ordered(value, focused.value) : value
  const shown = pressed ? pressed.value : living
  const latest = useRef(shown)
  latest.current = shown
  const press = () => setPressed((former) => former ?? { value: latest.current })
  useEffect(() => {
    if (!pressed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The click of a press comes after its release.
    const release = (): void => {
      timer = setTimeout(() => setPressed(null), 0)
    }
    for (const name of ENDS) window.addEventListener(name, release)
    return () => {
      clearTimeout(timer)
      for (const name of ENDS) window.removeEventListener(name, release)
    }
  }, [pressed])
  // A price that is scrolled away and no longer drawn takes its focus along, and no event tells.
  useEffect(() => {
    if (focused && value !== focused.value && !document.activeElement?.matches(FOCUSED_PRICE)) setFocused(null)
  }, [focused, value])
  return {
    shown,
    holding: {
      onPointerDown: press,
      onKeyDown: ({ key }) => PRESS_KEYS.includes(key) && press(),
      onFocus: ({ target }) => target.matches(FOCUSED_PRICE) && setFocused({ value: latest.current }),
      onBlur: () => setFocused(null),
    },
  }
}
