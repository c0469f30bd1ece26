import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { exclusionMachine, isBreakOffered } from './exclusion.machine.ts'

const TIME_OUT = { kind: 'time_out', hours: 24 } as const
const EXCLUSION = { kind: 'exclusion', months: 6, reason: 'control' } as const
const UNASKED = { state: 'unasked', opensAt: null } as const
const WAITING = { state: 'waiting', opensAt: '2026-09-02T12:00:00.000Z' } as const
const REFUSED = { code: 'protection.break_not_offered', httpStatus: 409 }
const OFFLINE = { code: 'request.offline' }

/** What playing and fuzzing an exclusion need to know. */
export const exclusionContract: MachineContract<typeof exclusionMachine> = {
  machine: exclusionMachine,
  prepareInput: (input) => ({ timeOutHours: [24, 168], exclusionMonths: [6, 12], comeback: null, ...input }),
  invariants: [
    {
      name: 'a break is confirmed or taken only when one that is offered was asked for',
      holds: ({ value, context }) =>
        (value === 'choosing' || value === 'returning') === (context.wish === null) &&
        (context.wish === null || isBreakOffered(context, context.wish)),
    },
    {
      name: 'a break is announced once, when it has begun',
      holds: ({ value, emitted }) => emitted.length === (value === 'begun' ? 1 : 0),
    },
    {
      name: 'nothing has failed while something is under way',
      holds: ({ value, context }) => !['taking', 'returning', 'begun'].includes(value as string) || !context.failure,
    },
  ],
  consequences: {
    take: {
      ok: ({ value }) => value === 'begun',
      failed: ({ value, context, end }) =>
        context.failure !== null && value === (isRefusal(end) ? 'choosing' : 'confirming'),
    },
    askReturn: {
      ok: ({ value, context, end }) => value === 'choosing' && context.failure === null && context.comeback === end,
      failed: ({ value, context, before }) =>
        value === 'choosing' && context.failure !== null && context.comeback === before.context.comeback,
    },
  },
  reactions: {
    'break.asked': ({ value, context, before }, { wish }) => {
      const does = before.value === 'choosing' && isBreakOffered(before.context, wish)
      return value === (does ? 'confirming' : before.value) && (!does || context.wish?.kind === wish.kind)
    },
    'break.taken': ({ value, context, before }, { wish }) => {
      const does = before.value === 'choosing' && isBreakOffered(before.context, wish)
      return value === (does ? 'taking' : before.value) && (!does || context.wish?.kind === wish.kind)
    },
    'break.confirmed': ({ value, before }) => value === (before.value === 'confirming' ? 'taking' : before.value),
    'break.dropped': ({ value, before }) => value === (before.value === 'confirming' ? 'choosing' : before.value),
    'return.asked': ({ value, before }) =>
      value ===
      (before.value === 'choosing' && before.context.comeback?.state === 'unasked' ? 'returning' : before.value),
  },
  abstract: ({ wish, failure, comeback }) => [wish?.kind ?? null, failure?.code ?? null, comeback?.state ?? null],
  events: [
    { type: 'break.asked', wish: TIME_OUT },
    { type: 'break.asked', wish: EXCLUSION },
    { type: 'break.asked', wish: { kind: 'time_out', hours: 25 } },
    { type: 'break.asked', wish: { kind: 'exclusion', months: 7 } },
    { type: 'break.taken', wish: TIME_OUT },
    { type: 'break.taken', wish: { kind: 'time_out', hours: 25 } },
    { type: 'break.confirmed' },
    { type: 'break.dropped' },
    { type: 'return.asked' },
  ],
  eventSchema: 'protection/exclusion-event',
  inputs: [{}, { comeback: UNASKED }, { comeback: WAITING }],
  outcomes: {
    take: { ok: [{}], err: [REFUSED, OFFLINE] },
    askReturn: { ok: [WAITING, null], err: [OFFLINE] },
  },
}
