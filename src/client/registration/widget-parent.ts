import { type RefObject, useEffect } from 'react'
import type { WidgetMessage } from '#schemas'
import { tellParent, watchHeight } from '../page/frame/parent-window.ts'

/** Tells the page around the registration's frame something. */
export function tellWidgetParent(origins: readonly string[], message: WidgetMessage): void {
  tellParent(origins, message)
}

/** Keeps the surrounding page informed of the height that shows the whole content. */
export function useToldHeight(ref: RefObject<HTMLElement | null>, origins: readonly string[]): void {
  useEffect(() => {
    const content = ref.current
    if (!content) return
    return watchHeight(content, (heightPx) =>
      tellWidgetParent(origins, { source: 'livery.registration', kind: 'height', heightPx }),
    )
  }, [ref, origins])
}
