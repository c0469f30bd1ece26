import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { autoLogoffMachine } from './auto-logoff.machine.ts'
import { isOver, isWarningDue } from './auto-logoff.rules.ts'

/** An instant, and the idle time and warning that explorations use, ms. */
const NOW = 1_795_000_000_000
const IDLE = 60_000
const WARNING = 20_000

/** States in which a player is signed in. */
const SIGNED_IN = new Set<unknown>(['watching', 'checking', 'warning'])

/** What playing and fuzzing the auto logoff need to know. */
export const autoLogoffContract: MachineContract<typeof autoLogoffMachine> = {
  machine: autoLogoffMachine,
  invariants: [
    {
      name: 'where it is not enabled it does nothing',
      holds: ({ value, context, emitted }) =>
        (value === 'disabled') === !context.isEnabled && (context.isEnabled || emitted.length === 0),
    },
    {
      name: 'a player is watched exactly while he is signed in',
      holds: ({ value, context }) => value === 'disabled' || SIGNED_IN.has(value) === context.isSignedIn,
    },
    {
      name: 'who is watched or warned is not over his time, by the time that was told last',
      holds: ({ value, context }) => (value !== 'watching' && value !== 'warning') || !isOver(context, context.nowMs),
    },
    {
      name: 'a warning is shown when it is due, and not before',
      holds: ({ value, context }) => value !== 'warning' || (context.isWarned && isWarningDue(context, context.nowMs)),
    },
    {
      name: 'a warning stands exactly while the player is warned, until he is signed out',
      holds: ({ value, context, emitted }) => {
        const last = emitted.findLast(({ type }) => type.startsWith('warning.') || type === 'signed-off')
        return value === 'signingOut' || context.isWarned === (last?.type === 'warning.shown')
      },
    },
    {
      name: 'no activity is told of that is newer than the time',
      holds: ({ context }) => context.lastActiveAtMs <= context.nowMs,
    },
  ],
  abstract: (context) => [
    context.isEnabled,
    context.isSignedIn,
    context.isWarned,
    isWarningDue(context, context.nowMs),
    isOver(context, context.nowMs),
  ],
  eventSchema: 'account/auto-logoff-event',
  inputs: [
    { isEnabled: true, idleMs: IDLE, warningMs: WARNING, signedInAtMs: NOW },
    { isEnabled: true, idleMs: IDLE, warningMs: WARNING },
    { signedInAtMs: NOW },
  ],
  events: [
    { type: 'player.signed-in', nowMs: NOW },
    { type: 'player.signed-out' },
    { type: 'activity.noticed', nowMs: NOW + 1000 },
    { type: 'activity.noticed', nowMs: NOW + 2 * IDLE },
    { type: 'activity.noticed', nowMs: NOW - IDLE },
    { type: 'activity.shared', atMs: NOW + 2000, nowMs: NOW + 2020 },
    { type: 'activity.shared', atMs: NOW - 1000, nowMs: NOW + 2020 },
    { type: 'activity.shared', atMs: NOW + 3000, nowMs: NOW + 2 * IDLE },
    { type: 'page.resumed', nowMs: NOW + 4000 },
    { type: 'page.resumed', nowMs: NOW + IDLE - 5000 },
  ],
  outcomes: {
    readActivity: {
      ok: [
        { nowMs: NOW + 5000, storedAtMs: null },
        { nowMs: NOW + IDLE - WARNING, storedAtMs: NOW },
        { nowMs: NOW + IDLE, storedAtMs: null },
        { nowMs: NOW + 2 * IDLE, storedAtMs: NOW + 2 * IDLE - 1000 },
        { nowMs: NOW - IDLE, storedAtMs: NOW },
      ],
      err: [{ code: 'no available storage method' }],
    },
    signOut: { ok: [null], err: [{ code: 'request.offline' }] },
  },
}
