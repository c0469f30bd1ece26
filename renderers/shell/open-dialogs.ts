import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the topmost last: whatever must be reached above them goes inside the last. */
let openDialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function publish(dialogs: readonly HTMLDialogElement[]) {
  openDialogs = dialogs
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
    // A dialog that has left the page already gives no focus back by itself.
    if (!dialog.isConnected && opener instanceof HTMLElement) opener.focus()
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
