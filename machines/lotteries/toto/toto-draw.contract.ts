import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { totoDrawMachine } from './toto-draw.machine.ts'

/** What playing and fuzzing the life of a draw need to know. */
export const totoDrawContract: MachineContract<typeof totoDrawMachine> = {
  machine: totoDrawMachine,
  prepareInput: (input) => ({ status: 'open', cancelAtVoids: 3, ...input }),
  invariants: [
    {
      name: 'a draw is in one of its statuses',
      holds: ({ value }) => ['open', 'closed', 'resulted', 'paid', 'cancelled'].includes(String(value)),
    },
  ],
  consequences: {},
  reactions: {
    'first.started': ({ value, before }) => value === (before.value === 'open' ? 'closed' : before.value),
    'all.decided': ({ value, context, before }, { voids }) =>
      value ===
      (before.value === 'closed' ? (voids >= context.cancelAtVoids ? 'cancelled' : 'resulted') : before.value),
    'all.paid': ({ value, before }) => value === (before.value === 'resulted' ? 'paid' : before.value),
    'result.corrected': ({ value, context, before }, { voids }) =>
      value === (before.value === 'paid' && voids < context.cancelAtVoids ? 'resulted' : before.value),
    'draw.cancelled': ({ value, before }) =>
      value === (before.value === 'open' || before.value === 'closed' ? 'cancelled' : before.value),
  },
  abstract: ({ cancelAtVoids }) => [cancelAtVoids],
  events: [
    { type: 'first.started' },
    { type: 'all.decided', voids: 0 },
    { type: 'all.decided', voids: 3 },
    { type: 'all.paid' },
    { type: 'result.corrected', voids: 1 },
    { type: 'result.corrected', voids: 3 },
    { type: 'draw.cancelled' },
  ],
  eventSchema: 'lotteries/toto-draw-event',
  inputs: [{}, { status: 'closed' }, { status: 'resulted' }, { status: 'paid' }, { status: 'cancelled' }],
  outcomes: {},
}
