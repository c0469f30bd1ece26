import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CallPort } from '#calls/call.ts'
import type { StudioCatalogueAnswer } from '#schemas'
import { StudioCallFailure } from '../app/studio-call.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { createDraftStore, type DraftStore, type FocusPlace } from '../draft/draft-store.ts'

/** How often others are asked after, in ms. */
const POLL_MS = 1500

/** A name for this window that no other has: 16 hexadecimal digits. */
function windowName(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The draft of a brand in this window. */
export function useDraftStore(call: CallPort, catalogue: StudioCatalogueAnswer): DraftStore {
  const [store] = useState(() =>
    createDraftStore(catalogue, {
      call,
      editor: windowName(),
      nowMs: () => performance.now(),
      later: (work, delayMs) => setTimeout(work, delayMs),
      isOffline: (error) => error instanceof StudioCallFailure && error.code === 'request.offline',
    }),
  )
  return store
}

/** What the window knows of the draft. */
export function useDraftState(store: DraftStore): DraftState {
  return useSyncExternalStore(store.subscribe, store.read)
}

/** Asks after others while the window is seen, and tells them which field has the focus here.
 *  @returns tells which field that is */
export function usePresence(store: DraftStore, path: string): (pointer: string) => void {
  const leave = useSessionEnd()
  const place = useRef<FocusPlace | null>(null)
  useEffect(() => {
    place.current = path === '' ? null : { path, pointer: '' }
  }, [path])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    const round = async (): Promise<void> => {
      // A round that fails is followed by the next; edits on their way say themselves when they cannot be saved, and their
      // answers say what a round would.
      if (!document.hidden && store.read().saving !== 'saving') await store.poll(place.current).catch(leave)
      if (isOpen) timer = setTimeout(() => void round(), POLL_MS)
    }
    void round()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [store, leave])
  return useCallback((pointer) => {
    if (place.current) place.current = { ...place.current, pointer }
  }, [])
}

/** Reads a document when it is opened. @returns why it cannot be shown, or null */
export function useOpened(store: DraftStore, path: string): unknown {
  const leave = useSessionEnd()
  const [failed, setFailed] = useState<{ readonly path: string; readonly error: unknown } | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (path !== '') {
      store.open(path).catch((error: unknown) => isCurrent && !leave(error) && setFailed({ path, error }))
    }
    return () => {
      isCurrent = false
    }
  }, [store, path, leave])
  return failed?.path === path ? failed.error : null
}

/** Asks before the window is closed while edits are still on their way to the server. */
export function useLeaveGuard({ saving }: Pick<DraftState, 'saving'>): void {
  useEffect(() => {
    if (saving !== 'saving' && saving !== 'offline') return undefined
    const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [saving])
}

/** Undoes and redoes by Ctrl+Z and Ctrl+Shift+Z (⌘ on a Mac), also from within a field. */
export function useUndoKeys(store: DraftStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isZ = event.key.toLowerCase() === 'z'
      const isY = event.key.toLowerCase() === 'y' && !event.shiftKey
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isZ || isY) || isOwnField(event.target)) return
      event.preventDefault()
      if (isY || event.shiftKey) store.redo()
      else store.undo()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store])
}

/** Whether keys are typed into a field that is no value of the draft, such as a search or a message: it undoes by itself. */
function isOwnField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches('input, textarea')) return false
  return target.matches('[type="search"]') || target.closest('dialog') !== null || target.closest('article') === null
}
