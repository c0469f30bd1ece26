import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { bonusLifeMachine, hasEnded } from './bonus-life.machine.ts'

const ACTIVE = { id: 90010, state: 'active' } as const
const REFUSED = { id: 90010, state: 'refused' } as const
const OFFLINE = { code: 'request.offline' }

/** What playing and fuzzing the life of a bonus need to know. */
export const bonusLifeContract: MachineContract<typeof bonusLifeMachine> = {
  machine: bonusLifeMachine,
  prepareInput: (input) => ({ bonus: ACTIVE, ...input }),
  invariants: [
    {
      name: 'a bonus that has ended is over, and one that has not is not',
      holds: ({ value, context }) => (value === 'over') === hasEnded(context.bonus),
    },
    {
      name: 'a failure is shown where the player can try it again',
      holds: ({ value, context }) => context.failure === null || ['held', 'asking', 'over'].includes(value as string),
    },
  ],
  consequences: {
    read: {
      ok: ({ context, told }) => context.failure === null && told.includes('bonus.changed'),
      failed: ({ context, before, told }) =>
        context.failure !== null && context.bonus === before.context.bonus && !told.includes('bonus.changed'),
    },
    refuse: {
      ok: ({ value, told }) => ['over', 'held'].includes(value as string) && told.includes('bonus.changed'),
      failed: ({ value, context }) => value === 'asking' && context.failure !== null,
    },
  },
  reactions: {
    'refresh.requested': ({ value, before }) => value === (before.value === 'held' ? 'reading' : before.value),
    'refuse.asked': ({ value, before }) => value === (before.value === 'held' ? 'asking' : before.value),
    'refuse.dropped': ({ value, before }) => value === (before.value === 'asking' ? 'held' : before.value),
    'refuse.confirmed': ({ value, before }) => value === (before.value === 'asking' ? 'refusing' : before.value),
  },
  abstract: ({ bonus, failure }) => [bonus.state, failure?.code ?? null],
  events: [
    { type: 'refresh.requested' },
    { type: 'refuse.asked' },
    { type: 'refuse.dropped' },
    { type: 'refuse.confirmed' },
  ],
  eventSchema: 'promo/bonus-life-event',
  inputs: [{ bonus: ACTIVE }, { bonus: REFUSED }],
  outcomes: {
    read: { ok: [ACTIVE, { id: 90010, state: 'converted' }], err: [OFFLINE] },
    refuse: { ok: [REFUSED], err: [OFFLINE] },
  },
}
