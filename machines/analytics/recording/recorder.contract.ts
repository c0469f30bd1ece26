import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { VISIT_MS } from '../visit.machine.ts'
import { BUFFER, IDLE_MS, RECORDING_SEND_MS, recorderMachine } from './recorder.machine.ts'

const NOW = 1_772_323_200_000

const isOn = (value: unknown) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'recording')
const isWhole = (value: unknown) => isOn(value) && (value as { readonly recording: unknown }).recording === 'whole'

/** What playing and fuzzing the recorder need to know. */
export const recorderContract: MachineContract<typeof recorderMachine> = {
  machine: recorderMachine,
  prepareInput: (input) => ({ nowMs: NOW, ...input }),
  invariants: [
    {
      name: 'events are held back only while the recording has no gap, and never as many as a buffer takes',
      holds: ({ value, context }) => context.held < BUFFER && (context.held === 0 || isWhole(value)),
    },
    {
      name: 'nothing starts that the server has not allowed, and nothing ends twice',
      holds: ({ emitted }) => {
        const count = (type: string) => emitted.filter((one) => one.type === type).length
        return count('recording.ended') <= count('recording.started') + 1
      },
    },
  ],
  consequences: {
    ask: {
      ok: ({ value, told }) => isOn(value) && !isWhole(value) && told.includes('recording.started'),
      failed: ({ value }) => value === 'refused',
    },
  },
  reactions: {
    'event.recorded': ({ value, context, before, told }, { isWhole: isPicture }) => {
      const isFull = isPicture || before.context.held + 1 >= BUFFER
      if (isWhole(before.value))
        return isWhole(value) && told.includes('buffer.flushed') === isFull && (!isFull || context.held === 0)
      return isOn(before.value)
        ? isWhole(value) === isPicture && told.includes('buffer.flushed') === isPicture
        : value === before.value && told.length === 0
    },
    'activity.noticed': ({ value, context, before }, { nowMs }) => {
      if (before.value === 'resting') return value === 'asking' && context.activeAtMs >= nowMs
      return isOn(before.value) || before.value === 'asking' ? context.activeAtMs >= nowMs : value === before.value
    },
    'clock.ticked': ({ value, context, before, told }, { nowMs }) => {
      if (!isOn(before.value)) return value === before.value && told.length === 0
      const { activeAtMs, flushedAtMs, held } = before.context
      if (nowMs - activeAtMs > VISIT_MS) return value === 'resting' && told.includes('recording.ended')
      const isDue = held > 0 && (nowMs - activeAtMs > IDLE_MS || nowMs - flushedAtMs >= RECORDING_SEND_MS)
      return told.includes('buffer.flushed') === isDue && context.held === (isDue ? 0 : held)
    },
    'route.changed': ({ context, before, told }) =>
      isOn(before.value)
        ? context.held === 0 &&
          told.includes('picture.wanted') &&
          told.includes('buffer.flushed') === isWhole(before.value)
        : told.length === 0,
    'segment.lost': ({ value, context, before, told }) =>
      isWhole(before.value)
        ? isOn(value) && !isWhole(value) && context.held === 0 && told.includes('picture.wanted')
        : told.length === 0,
    'consent.withdrawn': ({ value, context }) => value === 'stopped' && context.held === 0,
  },
  abstract: ({ held }) => [Math.min(held, 2)],
  eventSchema: 'analytics/recorder-event',
  inputs: [{}],
  events: [
    { type: 'event.recorded', isWhole: true },
    { type: 'event.recorded', isWhole: false },
    { type: 'activity.noticed', nowMs: NOW + 1000 },
    { type: 'clock.ticked', nowMs: NOW + 2000 },
    { type: 'clock.ticked', nowMs: NOW + RECORDING_SEND_MS },
    { type: 'clock.ticked', nowMs: NOW + VISIT_MS + 2000 },
    { type: 'route.changed', nowMs: NOW },
    { type: 'segment.lost', nowMs: NOW },
    { type: 'consent.withdrawn' },
  ],
  outcomes: {
    ask: {
      ok: [{ ts: NOW }],
      err: [{ code: 'request.offline' }, { code: 'route.not_found', httpStatus: 404 }],
    },
  },
}
