import type { DismissalWay } from '#schemas'
import { dialogMachine } from './dialog.machine.ts'
import { isDismissible } from './dialog.rules.ts'
import type { MachineContract } from './machine-contract.ts'

/** What playing and fuzzing a dialog need to know. */
export const dialogContract: MachineContract<typeof dialogMachine> = {
  machine: dialogMachine,
  invariants: [
    {
      name: 'its end is reported once, when it closes',
      holds: ({ value, emitted }) => emitted.length === (value === 'closed' ? 1 : 0),
    },
    {
      name: 'a player leaves it only in a way that it allows',
      holds: ({ context, emitted }) =>
        emitted.every(({ by }) => by === 'caller' || isDismissible(context.options, by as DismissalWay)),
    },
    {
      name: 'only a dialog with a confirm button that does something is confirming or has failed',
      holds: ({ value, context }) =>
        (value !== 'confirming' && context.failure === null) ||
        (context.isConfirmed && isDismissible(context.options, 'ok-button')),
    },
    {
      name: 'no failure is shown while it is tried again',
      holds: ({ value, context }) => value !== 'confirming' || context.failure === null,
    },
    {
      name: 'an answer comes from a confirmation alone',
      holds: ({ context, emitted }) => emitted.every(({ value }) => value === null || context.isConfirmed),
    },
  ],
  consequences: {
    confirm: { ok: ({ value }) => value === 'closed', failed: ({ value }) => value === 'open' },
  },
  abstract: ({ options, isConfirmed, failure }) => [options, isConfirmed, failure?.code ?? null],
  events: [
    { type: 'dialog.dismissed', by: 'ok-button' },
    { type: 'dialog.dismissed', by: 'close-button' },
    { type: 'dialog.dismissed', by: 'cross' },
    { type: 'dialog.dismissed', by: 'escape' },
    { type: 'dialog.dismissed', by: 'outside' },
    { type: 'dialog.hidden' },
  ],
  outcomes: { confirm: { ok: [null, { withdrawalId: 7 }], err: [{ code: 'rate.limited', retryAfterSeconds: 3 }] } },
  eventSchema: 'shell/dialog-event',
  inputs: [{}, { isConfirmed: true }, { dialog: { buttons: ['close'] }, isConfirmed: true }],
}
