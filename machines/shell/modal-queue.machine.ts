import { assign, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { DismissalWay, ModalQueueEvent } from '#schemas'
import { isDismissible } from './dialog.rules.ts'
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
    loadModal: fromPromise<void, { readonly name: string }>(() => absentActor('loadModal')),
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
