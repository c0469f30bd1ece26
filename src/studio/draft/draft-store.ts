import type { CallPort } from '#calls/call.ts'
import {
  discardStudioDraft,
  editStudioDraft,
  getStudioCatalogue,
  getStudioDocument,
  getStudioDraft,
  writeStudioAsset,
} from '#calls/studio/studio-draft.calls.ts'
import type { StudioAssetAnswer, StudioCatalogueAnswer, StudioEdit } from '#schemas'
import { type Crossing, withoutCrossing } from './crossed-edits.ts'
import {
  type DraftState,
  editedByOthers,
  fitted,
  openedDraft,
  reopenedDraft,
  unsureAfter,
  withAsset,
  withCrossed,
  withDraft,
  withEdits,
  withLoaded,
  withMove,
  withTaken,
} from './draft-state.ts'
import { redo, undo } from './edit-history.ts'
import { createEditQueue } from './edit-queue.ts'

/** What the store needs of its surroundings. */
export interface DraftStorePorts {
  readonly call: CallPort
  /** Names the open window. */
  readonly editor: string
  readonly nowMs: () => number
  readonly later: (work: () => void, delayMs: number) => void
  /** Whether a failure is no answer at all. */
  readonly isOffline: (error: unknown) => boolean
}

/** The file and the field that have the focus, for the others. */
export interface FocusPlace {
  readonly path: string
  readonly pointer: string
}

/** A draft in an open editor. Edits are seen at once and sent to the server behind. */
export interface DraftStore {
  readonly read: () => DraftState
  readonly subscribe: (listener: () => void) => () => void
  /** Reads a document, again when it is there already. */
  readonly open: (path: string) => Promise<void>
  /** Edits as one step that can be undone. */
  readonly edit: (edits: readonly StudioEdit[]) => void
  /** Forgets that an edit met one of somebody else: what counts now stays. */
  readonly putAside: (crossing: Crossing) => void
  /** Writes what an edit of somebody else, or one's own, has replaced. */
  readonly bringBack: (crossing: Crossing) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Asks what others have done, and tells them where this window is. */
  readonly poll: (place: FocusPlace | null) => Promise<void>
  /** Puts a picture into the draft. @param content its bytes in Base64 */
  readonly putAsset: (path: string, content: string) => Promise<StudioAssetAnswer>
  /** Throws the draft away. */
  readonly discard: () => Promise<void>
  /** Reads everything again, such as after a publication. */
  readonly refresh: () => Promise<void>
}

/** Opens the draft of a brand. */
export function createDraftStore(catalogue: StudioCatalogueAnswer, ports: DraftStorePorts): DraftStore {
  const { call, editor } = ports
  const segments = { brand: catalogue.brand.id }
  const { read, subscribe, set } = createCell(openedDraft(catalogue))
  /** Up to which edit those of others are known. */
  let since = catalogue.sequence
  const open = async (path: string, triesLeft = 3): Promise<void> => {
    const answer = await call(getStudioDocument, { segments, query: { path } })
    // Edits that the server has taken meanwhile are not in this answer.
    if (answer.sequence < read().sequence && triesLeft > 0) return open(path, triesLeft - 1)
    set(withLoaded(read(), answer, queue.pending()))
  }
  const openAll = async (paths: readonly string[]): Promise<void> => {
    await Promise.all(paths.map((path) => open(path)))
  }
  const fail = (failure: unknown): void => set({ ...read(), failure })
  const queue = createEditQueue({
    send: async (edits) => {
      const answer = await call(editStudioDraft, { segments, body: { edits: [...edits], editor } })
      set(withTaken(read(), answer))
      openAll(unsureAfter(edits)).catch(fail)
    },
    isOffline: ports.isOffline,
    onRefused: (failure, edits) => {
      fail(failure)
      openAll([...new Set(edits.map(({ path }) => path))]).catch(fail)
    },
    onState: (saving) => set({ ...read(), saving, pending: queue.pending() }),
    later: ports.later,
  })
  const move = (step: typeof undo): void => {
    const there = step(read().history)
    if (!there) return
    // What was removed already need not be taken out; the server would not know what is meant.
    const edits = there.edits.filter((edit) => fitted(read(), [edit]).length > 0)
    set(withMove(read(), there))
    if (edits.length > 0) queue.push(edits)
  }
  const refresh = async (): Promise<void> => {
    const fresh = await call(getStudioCatalogue, { segments })
    since = fresh.sequence
    set(reopenedDraft(read(), fresh))
    await openAll(Object.keys(read().documents))
  }
  const poll = async (place: FocusPlace | null): Promise<void> => {
    const answer = await call(getStudioDraft, { segments, query: { since, editor, ...place } })
    // A lower number is that of another draft: this one was thrown away or published.
    if (answer.sequence < since) return refresh()
    // Of many edits an answer has the first ones; the rest comes with the next round.
    since = answer.edits.at(-1)?.sequence ?? answer.sequence
    set(withCrossed(withDraft(read(), answer), answer, queue.pending(), editor))
    await openAll(editedByOthers(read(), answer, editor))
  }
  const edit = (edits: readonly StudioEdit[]): void => {
    const fit = fitted(read(), edits)
    if (fit.length === 0) return
    set(withEdits(read(), fit, ports.nowMs()))
    queue.push(fit)
  }
  return {
    read,
    subscribe,
    open: (path) => open(path),
    edit,
    ...crossingDeeds({ read, set }, edit),
    undo: () => move(undo),
    redo: () => move(redo),
    poll,
    putAsset: async (path, content) => {
      const answer = await call(writeStudioAsset, { segments, body: { path, content, editor } })
      set(withAsset(read(), path))
      await poll(null)
      return answer
    },
    discard: () => call(discardStudioDraft, { segments }).then(refresh),
    refresh,
  }
}

/** What is done with edits that met those of somebody else. */
function crossingDeeds(
  { read, set }: { readonly read: () => DraftState; readonly set: (next: DraftState) => void },
  edit: DraftStore['edit'],
): Pick<DraftStore, 'putAside' | 'bringBack'> {
  const putAside = (crossing: Crossing): void => set({ ...read(), crossed: withoutCrossing(read().crossed, crossing) })
  return {
    putAside,
    bringBack: (crossing) => {
      putAside(crossing)
      edit([crossing.lost])
    },
  }
}

/** A value that is replaced as a whole, with those who hear of it. */
function createCell<Value>(initial: Value) {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    read: (): Value => value,
    set: (next: Value): void => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
