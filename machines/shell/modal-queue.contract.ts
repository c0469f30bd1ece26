import { LOGGED, type MachineContract } from './machine-contract.ts'
import { modalQueueMachine } from './modal-queue.machine.ts'
import { findModal } from './modal-queue.rules.ts'

/** What playing and fuzzing the modal queue need to know. */
export const modalQueueContract: MachineContract<typeof modalQueueMachine> = {
  machine: modalQueueMachine,
  invariants: [
    {
      name: 'only modals shown over others are above the lowest',
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
  consequences: { loadModal: LOGGED },
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
