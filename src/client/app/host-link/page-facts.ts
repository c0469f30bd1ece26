import type { SharedState } from '#schemas'
import { installPort } from '../../page/install-port.ts'

/** What a page tells the window around it: all but its address, which is sent with every change of it. */
type Facts = Pick<
  SharedState,
  | 'isMicrofrontModalOpen'
  | 'areBottomActionsVisible'
  | 'isBetsHistoryTypeFilterVisible'
  | 'isConsultantAvailable'
  | 'canInstallWebApp'
>

/** What is so on the page now (XWIN-2). */
function pageFacts(): Facts {
  const isSeen = (selector: string) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0
  return {
    isMicrofrontModalOpen: document.querySelector('dialog[open]') !== null,
    areBottomActionsVisible: isSeen('[data-bottom-actions]'),
    isBetsHistoryTypeFilterVisible: isSeen('[data-history-filter]'),
    isConsultantAvailable: isSeen('[data-consultant]'),
    canInstallWebApp: installPort.canInstall(),
  }
}

/** Tells what is so on the page, at once and whenever it may have changed. @returns how it ends */
export function watchPageFacts(tell: (facts: Facts) => void): () => void {
  let isDue = false
  const look = (): void => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      tell(pageFacts())
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
  observer.observe(document.documentElement, { attributes: true })
  window.addEventListener('resize', look)
  const stopListening = installPort.listen(look)
  look()
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', look)
    stopListening()
  }
}
