import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { BATCH, eventQueueMachine, MOST_WAITING } from './event-queue.machine.ts'

const AT = 1_772_323_200_000

/** What playing and fuzzing the queue of events need to know. */
export const eventQueueContract: MachineContract<typeof eventQueueMachine> = {
  machine: eventQueueMachine,
  invariants: [
    {
      name: 'a batch has ten events at most, and is under way only while it is sent',
      holds: ({ value, context }) =>
        context.underWay <= BATCH &&
        context.underWay <= context.waiting.length &&
        (value === 'sending') === context.underWay > 0,
    },
    {
      name: 'no more than a thousand events wait',
      holds: ({ context }) => context.waiting.length <= MOST_WAITING,
    },
    {
      name: 'nothing waits where it rests or has stopped',
      holds: ({ value, context }) => (value !== 'resting' && value !== 'stopped') || context.waiting.length === 0,
    },
    {
      name: 'failures are counted from the batch that has failed to the one that arrives',
      holds: ({ value, context }) => value !== 'waiting' || context.failures > 0,
    },
  ],
  consequences: {
    send: {
      ok: ({ value, context, before }) =>
        value === 'pacing' &&
        context.failures === 0 &&
        context.waiting.length === before.context.waiting.length - before.context.underWay,
      failed: ({ value, context, before }) =>
        value === 'waiting' &&
        context.failures === before.context.failures + 1 &&
        context.waiting.length === before.context.waiting.length,
    },
  },
  reactions: {
    'event.added': ({ value, context, before }, { event }) => {
      if (before.value === 'stopped') return value === 'stopped' && context.waiting.length === 0
      return before.value === 'resting' ? value === 'collecting' : context.waiting.at(-1) === event
    },
    'page.hidden': ({ value, before }) =>
      value === (before.value === 'collecting' || before.value === 'waiting' ? 'sending' : before.value),
    'consent.withdrawn': ({ value, context }) => value === 'stopped' && context.waiting.length === 0,
  },
  abstract: ({ waiting, underWay, failures }) => [
    Math.min(waiting.length, BATCH + 1),
    underWay > 0,
    Math.min(failures, 4),
  ],
  eventSchema: 'analytics/event-queue-event',
  inputs: [{}],
  events: [{ type: 'event.added', event: { ts: AT, e: 1000 } }, { type: 'page.hidden' }, { type: 'consent.withdrawn' }],
  outcomes: {
    send: {
      ok: [{ ts: AT, kept: 1, dropped: {} }],
      err: [{ code: 'request.offline' }, { code: 'rate.limited', httpStatus: 429 }],
    },
  },
}
