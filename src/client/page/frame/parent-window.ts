/** Sends a message to the page around a frame. It is delivered to the origins that the brand allows and to no other: the browser
 *  compares. Of several origins the one that is around us is asked for first, so that the others hear nothing. */
export function tellParent<Message extends object>(origins: readonly string[], message: Message): void {
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

/** Reports the height of an element at once and whenever it changes. @returns ends it */
export function watchHeight(content: Element, onHeight: (heightPx: number) => void): () => void {
  let lastPx = -1
  const observer = new ResizeObserver(() => {
    const heightPx = Math.ceil(content.getBoundingClientRect().height)
    if (heightPx === lastPx) return
    lastPx = heightPx
    onHeight(heightPx)
  })
  observer.observe(content)
  return () => observer.disconnect()
}
