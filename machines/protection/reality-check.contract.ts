import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { realityCheckMachine } from './reality-check.machine.ts'
import { checksDue, msToCheck } from './reality-check.rules.ts'

const HOUR_MS = 3_600_000
const STARTED = '2026-03-01T12:00:00.000Z'
const EARLY = { startedAt: STARTED, elapsedMs: 1_800_000, acknowledged: 0, results: [] }
const DUE = { ...EARLY, elapsedMs: HOUR_MS, results: [{ currency: 'EUR', exponent: 2, net: -12.5 }] }
const CHECKED = { ...DUE, elapsedMs: HOUR_MS + 1000, acknowledged: 1 }

/** What playing and fuzzing a reality check need to know. */
export const realityCheckContract: MachineContract<typeof realityCheckMachine> = {
  machine: realityCheckMachine,
  prepareInput: (input) => ({ intervalMs: HOUR_MS, refreshMs: 0, ...input }),
  invariants: [
    {
      name: 'a check is shown exactly when one is due that nobody has acknowledged',
      holds: ({ value, context: { reading, intervalMs } }) =>
        value === 'due'
          ? reading !== null && msToCheck(reading.elapsedMs, intervalMs, reading.acknowledged) === 0
          : value !== 'waiting' ||
            (reading !== null && msToCheck(reading.elapsedMs, intervalMs, reading.acknowledged) > 0),
    },
    {
      name: 'no check is asked for where the brand has none',
      holds: ({ value, context }) => context.intervalMs > 0 || value !== 'due',
    },
  ],
  consequences: {
    read: {
      ok: ({ value, context, end }) =>
        (value === 'due' || value === 'waiting') && context.reading?.elapsedMs === (end as typeof EARLY).elapsedMs,
      failed: ({ value, told, end }) =>
        (end as { code?: string }).code === 'access.denied'
          ? value === 'over' && told.length === 0
          : value === 'failed' && told.includes('logged'),
    },
  },
  reactions: {
    'check.acknowledged': ({ value, context, before, told }) =>
      before.value === 'due'
        ? value === 'reading' &&
          told.includes('checks.acknowledged') &&
          context.reading?.acknowledged === checksDue(context.reading?.elapsedMs ?? 0, context.intervalMs)
        : value === before.value && told.length === 0,
    'checks.acknowledged_elsewhere': ({ value, before, told }, { startedAt, checks }) => {
      const { reading, intervalMs } = before.context
      const isSeen =
        before.value === 'due' &&
        reading?.startedAt === startedAt &&
        checks >= checksDue(reading?.elapsedMs ?? 0, intervalMs)
      return value === (isSeen ? 'reading' : before.value) && told.length === 0
    },
    'leave.requested': ({ value, before, told }) =>
      value === before.value && told.includes('leave.wanted') === (before.value === 'due'),
    'page.shown': ({ value, before }) =>
      value === (before.value === 'waiting' || before.value === 'failed' ? 'reading' : before.value),
  },
  abstract: ({ reading, intervalMs, refreshMs }) => [
    reading && msToCheck(reading.elapsedMs, intervalMs, reading.acknowledged) === 0,
    reading?.acknowledged ?? null,
    refreshMs > 0,
  ],
  events: [
    { type: 'check.acknowledged' },
    { type: 'checks.acknowledged_elsewhere', startedAt: STARTED, checks: 1 },
    { type: 'checks.acknowledged_elsewhere', startedAt: '2026-03-01T08:00:00.000Z', checks: 1 },
    { type: 'checks.acknowledged_elsewhere', startedAt: STARTED, checks: 0 },
    { type: 'leave.requested' },
    { type: 'page.shown' },
  ],
  eventSchema: 'protection/reality-check-event',
  inputs: [{}, { refreshMs: 60_000 }, { intervalMs: 0, refreshMs: 60_000 }],
  outcomes: {
    read: {
      ok: [EARLY, DUE, CHECKED],
      err: [{ code: 'access.denied', httpStatus: 401 }, { code: 'request.offline' }],
    },
  },
}
