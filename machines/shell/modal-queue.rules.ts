import type { ModalShown } from '#schemas'
import { type DialogOptions, dialogOptions } from './dialog.rules.ts'

/** Where a modal is in its life (UI-2). */
export type ModalState = 'queued' | 'opened' | 'closed' | 'errored'

/** A wish to show a modal. `id` is the caller's and tells two showings of one modal apart. */
export type ModalRequest = Omit<ModalShown, 'type'>

/** A modal that waits or is open. */
export interface Modal {
  readonly id: string
  readonly name: string
  readonly state: ModalState & ('queued' | 'opened')
  readonly params: Readonly<Record<string, unknown>>
  readonly dialog: DialogOptions
  readonly isOver: boolean
  /** Whether its code is there, so that it can be drawn. */
  readonly isLoaded: boolean
}

/** The end of a modal's life: what its caller is told. */
export interface Settlement {
  readonly id: string
  readonly name: string
  readonly state: ModalState & ('closed' | 'errored')
  readonly by: 'caller' | 'player' | 'leaving' | 'failure'
  /** What the modal answers, such as a chosen option. */
  readonly value?: unknown
}

/** The modals of a page: `stack` from the lowest to the topmost, `queue` from the next to the last. */
export interface Modals {
  readonly stack: readonly Modal[]
  readonly queue: readonly Modal[]
}

/** What a change of the modals brings about. */
export interface ModalsChange extends Modals {
  readonly opened: readonly Modal[]
  readonly settled: readonly Settlement[]
}

/** No modals at all. */
export const NO_MODALS: Modals = { stack: [], queue: [] }

/** The modal with this id, whether open or waiting. */
export function findModal({ stack, queue }: Modals, id: string): Modal | undefined {
  return [...stack, ...queue].find((modal) => modal.id === id)
}

/** Takes a request up: it opens over the others, opens because nothing is open, or waits (UI-3, UI-4). */
export function showModal(modals: Modals, request: ModalRequest): ModalsChange {
  if (findModal(modals, request.id)) return { ...modals, opened: [], settled: [] }
  const modal: Modal = {
    id: request.id,
    name: request.name,
    state: 'queued',
    params: request.params ?? {},
    dialog: dialogOptions(request.dialog),
    isOver: request.isOver ?? false,
    isLoaded: false,
  }
  if (!modal.isOver) return openNext({ ...modals, queue: [...modals.queue, modal] }, [])
  const opened: Modal = { ...modal, state: 'opened' }
  return { ...modals, stack: [...modals.stack, opened], opened: [opened], settled: [] }
}

/** Ends a modal, open or waiting; after the last open one the next of the queue opens (UI-5, UI-6). */
export function settleModal(modals: Modals, id: string, end: Pick<Settlement, 'state' | 'by' | 'value'>): ModalsChange {
  const modal = findModal(modals, id)
  if (!modal) return { ...modals, opened: [], settled: [] }
  const others = (list: readonly Modal[]) => list.filter((other) => other !== modal)
  const rest = { stack: others(modals.stack), queue: others(modals.queue) }
  return openNext(rest, [{ id, name: modal.name, ...end }])
}

/** Ends all modals, because the page that they belong to is left. */
export function settleAll({ stack, queue }: Modals): ModalsChange {
  const settled = [...stack, ...queue].map(({ id, name }): Settlement => ({ id, name, state: 'closed', by: 'leaving' }))
  return { ...NO_MODALS, opened: [], settled }
}

/** Notes that the code of a modal has come. */
export function markLoaded(modals: Modals, id: string): ModalsChange {
  const stack = modals.stack.map((modal) => (modal.id === id ? { ...modal, isLoaded: true } : modal))
  return { ...modals, stack, opened: [], settled: [] }
}

/** The open modal whose code is to be fetched next: the topmost that has none yet. */
export function nextUnloaded({ stack }: Modals): Modal | undefined {
  return stack.findLast((modal) => !modal.isLoaded)
}

function openNext(modals: Modals, settled: readonly Settlement[]): ModalsChange {
  const [next, ...queue] = modals.queue
  if (modals.stack.length > 0 || !next) return { ...modals, opened: [], settled }
  const opened: Modal = { ...next, state: 'opened' }
  return { stack: [opened], queue, opened: [opened], settled }
}
