import type { MachineContract } from './machine-contract.ts'
import { timerUpdaterMachine } from './timer-updater.machine.ts'

/** What playing and fuzzing a timer updater need to know. */
export const timerUpdaterContract: MachineContract<typeof timerUpdaterMachine> = {
  machine: timerUpdaterMachine,
  invariants: [
    {
      name: 'it does nothing while it is paused, except for forced updates and its end',
      holds: ({ value, context }) =>
        value === 'forcedUpdate' || value === 'destroyed' || isPausedState(value) === context.isPaused,
    },
    {
      name: 'what is under way has begun, and each update is reported at most once, when it has ended',
      holds: ({ value, context, emitted }) =>
        emitted.length <= context.begun - Number(value === 'loading' || value === 'forcedUpdate'),
    },
    {
      name: 'only requested updates are reported: a success by its data, a failure by its code',
      holds: ({ emitted }) => emitted.every(({ type, code }) => type === 'updated' || typeof code === 'string'),
    },
  ],
  consequences: {
    update: { ok: ({ told }) => told.includes('updated'), failed: ({ told }) => told.includes('logged') },
  },
  abstract: ({ isPaused }) => [isPaused],
  eventSchema: 'shell/timer-updater-event',
  inputs: [{ periodMs: 3000 }, { periodMs: 3000, isPaused: true }],
  events: [
    { type: 'updater.paused' },
    { type: 'updater.resumed' },
    { type: 'update.forced' },
    { type: 'updater.destroyed' },
  ],
  outcomes: { update: { ok: [{ games: 3 }, null], err: [{ code: 'request.offline' }] } },
}

function isPausedState(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'paused' in value
}
