import { assign, enqueueActions, fromPromise, setup } from 'xstate'
import type { DismissalWay, ModalQueueEvent } from '#schemas'
import { isDismissible } from './dialog.rules.ts'
import type { MachineContract } from './machine-contract.ts'
import {
  findModal,
  type ModalRequest,
  type Modals,
  type ModalsChange,
  markLoaded,
  NO_MODALS,
  nextUnloaded,
  type Settlement,
  settleAll,
  settleModal,
  showModal,
} from './modal-queue.rules.ts'

export type ModalQueueEmitted =
  | { readonly type: 'modal.opened'; readonly id: string; readonly name: string }
  | ({ readonly type: 'modal.settled' } & Settlement)
  | { readonly type: 'logged'; readonly actor: string; readonly error: unknown }

export interface ModalQueueContext {
  readonly modals: Modals
  /** The modal whose code is being fetched. */
  readonly loadingId: string | null
}

export interface ModalQueueInput {
  /** The modal that the page's address asks for (UI-7). */
  readonly initialModal?: ModalRequest
}

type ModalEnd = Pick<Settlement, 'state' | 'by' | 'value'>

interface ChangeQueue {
  assign(update: { readonly modals: Modals }): void
  emit(event: ModalQueueEmitted): void
}

function initialModals({ initialModal }: ModalQueueInput): Modals {
  if (!initialModal) return NO_MODALS
  const { stack, queue } = showModal(NO_MODALS, initialModal)
  return { stack, queue }
}

function applyChange(queue: ChangeQueue, { opened, settled, stack, queue: waiting }: ModalsChange): void {
  queue.assign({ modals: { stack, queue: waiting } })
  for (const settlement of settled) queue.emit({ type: 'modal.settled', ...settlement })
  for (const { id, name } of opened) queue.emit({ type: 'modal.opened', id, name })
}

const modalQueueSetup = setup({
  types: {
    context: {} as ModalQueueContext,
    events: {} as ModalQueueEvent,
    emitted: {} as ModalQueueEmitted,
    input: {} as ModalQueueInput,
    tags: {} as 'loading',
  },
  actors: {
    loadModal: fromPromise<void, { readonly name: string }>(() =>
      Promise.reject(new Error('actor loadModal was not provided')),
    ),
  },
  guards: {
    hasUnloaded: ({ context }) => nextUnloaded(context.modals) !== undefined,
    isLoadedModalGone: ({ context }) => findModal(context.modals, context.loadingId ?? '') === undefined,
    isDismissible: ({ context }, params: { readonly id: string; readonly by: DismissalWay }) => {
      const top = context.modals.stack.at(-1)
      return top?.id === params.id && isDismissible(top.dialog, params.by)
    },
  },
  actions: {
    show: enqueueActions(({ context, enqueue }, params: ModalRequest) => {
      applyChange(enqueue, showModal(context.modals, params))
    }),
    settle: enqueueActions(({ context, enqueue }, params: { readonly id?: string | undefined } & ModalEnd) => {
      const { id = context.modals.stack.at(-1)?.id ?? '', ...end } = params
      applyChange(enqueue, settleModal(context.modals, id, end))
    }),
    settleAll: enqueueActions(({ context, enqueue }) => applyChange(enqueue, settleAll(context.modals))),
    markLoaded: assign({ modals: ({ context }) => markLoaded(context.modals, context.loadingId ?? '') }),
    settleFailed: enqueueActions(({ context, enqueue }, params: { readonly error: unknown }) => {
      enqueue.emit({ type: 'logged', actor: 'loadModal', error: params.error })
      applyChange(enqueue, settleModal(context.modals, context.loadingId ?? '', { state: 'errored', by: 'failure' }))
    }),
    announceInitial: enqueueActions(({ context, enqueue }) => {
      for (const { id, name } of context.modals.stack) enqueue.emit({ type: 'modal.opened', id, name })
    }),
    chooseLoading: assign({ loadingId: ({ context }) => nextUnloaded(context.modals)?.id ?? null }),
    forgetLoading: assign({ loadingId: null }),
  },
})

/**
 * The modals of a page, one at a time (UI-2 to UI-7): a request opens when nothing is open or when it goes over the
 * others, and waits otherwise. Whatever happens, every request is settled exactly once by an emitted `modal.settled`.
 */
export const modalQueueMachine = modalQueueSetup.createMachine({
  id: 'modalQueue',
  context: ({ input }) => ({ modals: initialModals(input), loadingId: null }),
  entry: 'announceInitial',
  initial: 'resting',
  on: {
    'modal.shown': { actions: { type: 'show', params: ({ event }) => event } },
    'modal.hidden': {
      actions: {
        type: 'settle',
        params: ({ event }) => ({ id: event.id, state: 'closed', by: 'caller', value: event.value }),
      },
    },
    'modal.dismissed': {
      guard: { type: 'isDismissible', params: ({ event }) => event },
      actions: { type: 'settle', params: ({ event }) => ({ id: event.id, state: 'closed', by: 'player' }) },
    },
    'page.left': { actions: 'settleAll' },
  },
  states: {
    resting: { entry: 'forgetLoading', always: { guard: 'hasUnloaded', target: 'loading' } },
    loading: {
      tags: 'loading',
      entry: 'chooseLoading',
      always: { guard: 'isLoadedModalGone', target: 'resting' },
      invoke: {
        src: 'loadModal',
        input: ({ context }) => ({ name: findModal(context.modals, context.loadingId ?? '')?.name ?? '' }),
        onDone: { target: 'resting', actions: 'markLoaded' },
        onError: {
          target: 'resting',
          actions: { type: 'settleFailed', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})

/** What playing and fuzzing the modal queue need to know. */
export const modalQueueContract: MachineContract<typeof modalQueueMachine> = {
  machine: modalQueueMachine,
  invariants: [
    {
      name: 'only modals shown over others stand above the lowest',
      holds: ({ context }) => context.modals.stack.slice(1).every((modal) => modal.isOver),
    },
    {
      name: 'nothing waits while nothing is open',
      holds: ({ context: { modals } }) => modals.stack.length > 0 || modals.queue.length === 0,
    },
    {
      name: 'no id is open or waiting twice',
      holds: ({ context: { modals } }) => {
        const ids = [...modals.stack, ...modals.queue].map((modal) => modal.id)
        return new Set(ids).size === ids.length
      },
    },
    {
      name: 'every opened modal is open or settled',
      holds: ({ context, emitted }) => {
        const settledIds = new Set(emitted.filter(({ type }) => type === 'modal.settled').map(({ id }) => id))
        const opened = emitted.filter(({ type }) => type === 'modal.opened')
        return opened.every(({ id }) => settledIds.has(id) || findModal(context.modals, id) !== undefined)
      },
    },
  ],
  abstract: ({ modals }) => [modals.stack.map(({ isLoaded, isOver }) => [isLoaded, isOver]), modals.queue.length],
  events: [
    { type: 'modal.shown', id: 'a', name: 'LOGIN' },
    {
      type: 'modal.shown',
      id: 'b',
      name: 'REGISTRATION',
      dialog: { closesOnEscape: true, closesOnOutsidePress: false },
    },
    { type: 'modal.shown', id: 'c', name: 'CAPTCHA', isOver: true },
    { type: 'modal.hidden' },
    { type: 'modal.hidden', id: 'b', value: 'yes' },
    { type: 'modal.dismissed', id: 'a', by: 'outside' },
    { type: 'modal.dismissed', id: 'b', by: 'escape' },
    { type: 'page.left' },
  ],
  outcomes: { loadModal: { ok: [null], err: [{ code: 'request.offline' }] } },
  eventSchema: 'shell/modal-queue-event',
  inputs: [{}, { initialModal: { id: 'address', name: 'LOGIN' } }],
}
