import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { autoLogoffMachine } from './auto-logoff.machine.ts'
import { type IdleTimes, isOver, isWarningDue, lastActivityMs } from './auto-logoff.rules.ts'
import type { ActivityReading } from './auto-logoff-setup.machine.ts'

/** An instant, and the idle time and warning that explorations use, ms. */
const NOW = 1_795_000_000_000
const IDLE = 60_000
const WARNING = 20_000

/** States in which a player is signed in. */
const SIGNED_IN = new Set<unknown>(['watching', 'checking', 'warning'])

/** The times once the clock and what other tabs have stored were read. */
function asRead(times: IdleTimes, { nowMs, storedAtMs }: ActivityReading): IdleTimes {
  return { ...times, lastActiveAtMs: lastActivityMs(times.lastActiveAtMs, storedAtMs, nowMs) }
}

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
      name: 'a player is watched exactly while signed in',
      holds: ({ value, context }) => value === 'disabled' || SIGNED_IN.has(value) === context.isSignedIn,
    },
    {
      name: 'by the time last reported, a player who is watched or warned is still within the idle time',
      holds: ({ value, context }) => (value !== 'watching' && value !== 'warning') || !isOver(context, context.nowMs),
    },
    {
      name: 'a warning is shown when it is due, and not before',
      holds: ({ value, context }) => value !== 'warning' || (context.isWarned && isWarningDue(context, context.nowMs)),
    },
    {
      name: 'a warning is shown exactly from the moment the player is warned until the sign-out',
      holds: ({ value, context, emitted }) => {
        const last = emitted.findLast(({ type }) => type.startsWith('warning.') || type === 'signed-off')
        return value === 'signingOut' || context.isWarned === (last?.type === 'warning.shown')
      },
    },
    {
      name: 'no reported activity is later than the current time',
      holds: ({ context }) => context.lastActiveAtMs <= context.nowMs,
    },
  ],
  consequences: {
    signOut: {
      ok: ({ emitted }) => emitted.at(-1)?.isServerTold === true,
      failed: ({ emitted }) => emitted.at(-1)?.isServerTold === false,
    },
    readActivity: {
      ok: ({ value, before, end }) => {
        const reading = end as ActivityReading
        const times = asRead(before.context, reading)
        if (isOver(times, reading.nowMs)) return value === 'signingOut'
        return value === (isWarningDue(times, reading.nowMs) ? 'warning' : 'watching')
      },
      failed: ({ value, before: { context } }) => {
        if (context.isWarned && isOver(context, context.nowMs)) return value === 'signingOut'
        return value === (isWarningDue(context, context.nowMs) ? 'warning' : 'watching')
      },
    },
  },
  reactions: {
    'activity.noticed': ({ value, before, told }, { nowMs }) => {
      if (!SIGNED_IN.has(before.value)) return true
      const isLate = isOver(before.context, nowMs)
      return value === (isLate ? 'checking' : 'watching') && told.includes('activity.published') === !isLate
    },
    'activity.shared': ({ value, before }, { atMs, nowMs }) => {
      if (before.value !== 'watching' && before.value !== 'warning') return true
      if (isOver(asRead(before.context, { nowMs, storedAtMs: atMs }), nowMs)) return value === 'checking'
      return value === (atMs > before.context.lastActiveAtMs ? 'watching' : before.value)
    },
  },
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
