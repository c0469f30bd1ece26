import { useSyncExternalStore } from 'react'
import { MAIN_ID } from '../site/frame/SiteLayout.tsx'

/** The open modal dialogs, the topmost last: whatever must be reached above them goes inside the last. */
let openDialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function publish(dialogs: readonly HTMLDialogElement[]) {
  openDialogs = dialogs
  document.documentElement.toggleAttribute('data-modal', dialogs.length > 0)
  for (const listener of listeners) listener()
}

/** Opens a dialog above the page and all others. @returns closes it; the focus goes back to where it was */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement
  dialog.showModal()
  publish([...openDialogs, dialog])
  return () => {
    publish(openDialogs.filter((other) => other !== dialog))
    dialog.close()
    // A dialog that has left the page already gives no focus back by itself; one that nothing had opened leaves it to the content.
    if (dialog.isConnected) return
    if (opener instanceof HTMLElement && opener !== document.body) opener.focus()
    else document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog on top, if any is open: everything outside it is inert. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1),
    () => undefined,
  )
}
