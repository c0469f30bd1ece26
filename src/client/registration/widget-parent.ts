import { type RefObject, useEffect } from 'react'
import type { WidgetMessage } from '#schemas'

/** Tells the page around the frame something. It is delivered to the origins that the brand allows and to no other: the
 *  browser compares. Of several origins the one that is around us is asked for first, so that the others hear nothing. */
export function tellParent(origins: readonly string[], message: WidgetMessage): void {
  if (window.parent === window) return
  const around = parentOrigin()
  const targets = around === null ? origins : origins.filter((origin) => origin === around)
  for (const origin of targets) window.parent.postMessage(message, origin)
}

/** The origin of the page around, where the browser tells it; the referrer is there unless that page withholds it. */
function parentOrigin(): string | null {
  const { ancestorOrigins } = window.location
  if (ancestorOrigins?.length) return ancestorOrigins[0] ?? null
  return document.referrer === '' ? null : new URL(document.referrer).origin
}

/** Keeps the surrounding page informed of the height that shows the whole content. */
export function useToldHeight(ref: RefObject<HTMLElement | null>, origins: readonly string[]): void {
  useEffect(() => {
    const content = ref.current
    if (!content) return
    let toldPx = 0
    const observer = new ResizeObserver(() => {
      const heightPx = Math.ceil(content.getBoundingClientRect().height)
      if (heightPx === toldPx) return
      toldPx = heightPx
      tellParent(origins, { source: 'livery.registration', kind: 'height', heightPx })
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [ref, origins])
}
