import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { limitChangeMachine } from './limit-change.machine.ts'

const LOSS = {
  ...{ kind: 'loss', period: 'week', amount: 100, currency: 'EUR', used: 60, left: 40 },
  ...{ renewsAt: '2026-03-09T00:00:00.000Z', raise: null },
} as const
const RAISED = {
  ...LOSS,
  raise: { amount: 200, startsAt: '2026-03-03T12:00:00.000Z', lapsesAt: '2026-03-10T12:00:00.000Z' },
} as const
const NAME = { kind: 'loss', period: 'week' } as const
const answer = (limits: readonly unknown[], isReviewDue = false) => ({ limits, isReviewDue })
const REFUSED = { code: 'protection.raise_early', httpStatus: 409 }
const OFFLINE = { code: 'request.offline' }

/** What playing and fuzzing the change of a limit need to know. */
export const limitChangeContract: MachineContract<typeof limitChangeMachine> = {
  machine: limitChangeMachine,
  prepareInput: (input) => ({ limits: [], isReviewDue: false, ...input }),
  invariants: [
    {
      name: 'something is changed only when it was asked for',
      holds: ({ value, context }) => value !== 'changing' || (context.wish !== null && context.failure === null),
    },
    {
      name: 'limits that may not be those that hold come with the reason',
      holds: ({ value, context }) => value !== 'unsure' || context.failure !== null,
    },
    {
      name: 'a change is announced as often as one has succeeded',
      holds: ({ emitted, ended }) =>
        emitted.length === ended.filter(({ actor, isOk }) => isOk && actor.includes('change')).length,
    },
  ],
  consequences: {
    change: {
      ok: ({ value, context, told, end }) =>
        value === 'resting' &&
        context.failure === null &&
        told.includes('limit.changed') &&
        context.limits === (end as typeof context).limits,
      failed: ({ value, context, before, end }) =>
        context.failure !== null &&
        context.limits === before.context.limits &&
        value === (isRefusal(end) ? 'resting' : 'reading'),
    },
    read: {
      ok: ({ value, context, told, end }) =>
        value === 'resting' && told.length === 0 && context.limits === (end as typeof context).limits,
      failed: ({ value, context }) => value === 'unsure' && context.failure !== null,
    },
  },
  reactions: {
    'limit.set': ({ value, context, before }, { amount }) =>
      before.value === 'resting'
        ? value === 'changing' && context.wish?.action === 'set' && context.wish.amount === amount
        : value === before.value,
    'limit.removed': ({ value, before }, name) => {
      const isSet = before.context.limits.some(({ kind, period }) => kind === name.kind && period === name.period)
      return value === (before.value === 'resting' && isSet ? 'changing' : before.value)
    },
    'raise.confirmed': ({ value, context, before }, name) => {
      const does = before.value === 'resting' && isRaising(before.context.limits, name)
      return value === (does ? 'changing' : before.value) && (!does || context.wish?.action === 'confirm')
    },
    'raise.withdrawn': ({ value, context, before }, name) => {
      const does = before.value === 'resting' && isRaising(before.context.limits, name)
      return value === (does ? 'changing' : before.value) && (!does || context.wish?.action === 'withdraw')
    },
    'limits.reviewed': ({ value, before }) =>
      value === (before.value === 'resting' && before.context.isReviewDue ? 'changing' : before.value),
    'limits.reread': ({ value, before }) => value === (before.value === 'unsure' ? 'reading' : before.value),
  },
  abstract: ({ limits, isReviewDue, wish, failure }) => [
    limits.map(({ kind, raise }) => `${kind} ${raise !== null}`),
    isReviewDue,
    wish?.action ?? null,
    failure?.code ?? null,
  ],
  events: [
    { type: 'limit.set', ...NAME, amount: 50 },
    { type: 'limit.removed', ...NAME },
    { type: 'raise.confirmed', ...NAME },
    { type: 'raise.withdrawn', ...NAME },
    { type: 'limits.reviewed' },
    { type: 'limits.reread' },
  ],
  eventSchema: 'protection/limit-change-event',
  inputs: [answer([]), answer([LOSS], true), answer([RAISED])],
  outcomes: {
    change: { ok: [answer([LOSS]), answer([RAISED])], err: [REFUSED, OFFLINE] },
    read: { ok: [answer([LOSS]), answer([])], err: [OFFLINE] },
  },
}

type Limits = readonly { readonly kind: string; readonly period: string; readonly raise: unknown }[]

function isRaising(limits: Limits, name: { readonly kind: string; readonly period: string }): boolean {
  return limits.some(({ kind, period, raise }) => kind === name.kind && period === name.period && raise !== null)
}
