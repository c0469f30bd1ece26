import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { bonusLifeMachine, hasEnded } from './bonus-life.machine.ts'

const ACTIVE = { id: 90010, state: 'active' } as const
const REFUSED = { id: 90010, state: 'refused' } as const
const OFFLINE = { code: 'request.offline' }

/** What playing and fuzzing the life of a bonus need to know. */
export const bonusLifeContract: MachineContract<typeof bonusLifeMachine> = {
  machine: bonusLifeMachine,
  prepareInput: (input) => ({ bonus: null, ...input }),
  invariants: [
    {
      name: 'a bonus that has ended is over, and one that has not is not',
      holds: ({ value, context }) => (value === 'over') === (context.bonus !== null && hasEnded(context.bonus)),
    },
    {
      name: 'only a bonus that the player has can be refused',
      holds: ({ value, context }) =>
        !['held', 'asking', 'refusing'].includes(value as string) || context.bonus !== null,
    },
    {
      name: 'a failure is shown where the player can try it again',
      holds: ({ value, context }) =>
        context.failure === null || ['offered', 'held', 'asking', 'over'].includes(value as string),
    },
  ],
  consequences: {
    claim: {
      ok: ({ context, told }) => context.bonus !== null && told.includes('bonus.changed'),
      failed: ({ value, context, end }) =>
        (end as { code?: string }).code === 'promo.had_before'
          ? value === 'reading'
          : value === 'offered' && context.failure !== null,
    },
    read: {
      ok: ({ context, told }) => context.bonus !== null && context.failure === null && told.includes('bonus.changed'),
      failed: ({ context, before, told }) =>
        context.failure !== null && context.bonus === before.context.bonus && !told.includes('bonus.changed'),
    },
    refuse: {
      ok: ({ value, told }) => ['over', 'held'].includes(value as string) && told.includes('bonus.changed'),
      failed: ({ value, context }) => value === 'asking' && context.failure !== null,
    },
  },
  reactions: {
    'claim.requested': ({ value, context, before }) =>
      before.value === 'offered' ? value === 'claiming' && context.failure === null : value === before.value,
    'refresh.requested': ({ value, before }) => value === (before.value === 'held' ? 'reading' : before.value),
    'refuse.asked': ({ value, before }) => value === (before.value === 'held' ? 'asking' : before.value),
    'refuse.dropped': ({ value, before }) => value === (before.value === 'asking' ? 'held' : before.value),
    'refuse.confirmed': ({ value, before }) => value === (before.value === 'asking' ? 'refusing' : before.value),
  },
  abstract: ({ bonus, failure }) => [bonus?.state ?? null, failure?.code ?? null],
  events: [
    { type: 'claim.requested' },
    { type: 'refresh.requested' },
    { type: 'refuse.asked' },
    { type: 'refuse.dropped' },
    { type: 'refuse.confirmed' },
  ],
  eventSchema: 'promo/bonus-life-event',
  inputs: [{}, { bonus: ACTIVE }, { bonus: REFUSED }],
  outcomes: {
    claim: { ok: [ACTIVE], err: [{ code: 'promo.had_before', httpStatus: 409 }, OFFLINE] },
    read: { ok: [ACTIVE, { id: 90010, state: 'converted' }], err: [OFFLINE] },
    refuse: { ok: [REFUSED], err: [OFFLINE] },
  },
}
