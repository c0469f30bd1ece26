import { type RefObject, useEffect, useRef } from 'react'

/** Gives the focus to a zone when the button in it that had the focus has been removed; the zone has `tabIndex={-1}`.
 *  @param content tells what is in the zone: looked at whenever it changes */
export function useKeptFocus(zone: RefObject<HTMLElement | null>, content: string): void {
  const last = useRef({ content, hadFocus: false })
  useEffect(() => {
    const note = () => {
      last.current.hadFocus = zone.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [zone])
  useEffect(() => {
    if (last.current.content === content) return
    last.current.content = content
    if (last.current.hadFocus && document.activeElement === document.body) zone.current?.focus({ preventScroll: true })
  }, [zone, content])
}
