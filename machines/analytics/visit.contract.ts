import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { isOver, REFRESH_MS, VISIT_MS, visitMachine } from './visit.machine.ts'

const NOW = 1_772_323_200_000
const FIRST = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
const SECOND = '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12'

/** What playing and fuzzing a visit need to know. */
export const visitContract: MachineContract<typeof visitMachine> = {
  machine: visitMachine,
  prepareInput: (input) => ({ kept: null, isNewVisitor: false, ...input }),
  invariants: [
    {
      name: 'there is a visit exactly where it is created or active',
      holds: ({ value, context }) => (context.visit !== null) === (value === 'created' || value === 'active'),
    },
    {
      name: 'a visit ends at most once, and never before it has started here or was taken over',
      holds: ({ emitted }) => {
        const count = (type: string) => emitted.filter((one) => one.type === type).length
        return count('visit.ended') <= count('visit.started') + 1
      },
    },
    {
      name: 'a new visitor is welcomed once',
      holds: ({ emitted }) => emitted.filter(({ type }) => type === 'visitor.new').length <= 1,
    },
  ],
  reactions: {
    'activity.noticed': ({ value, context, before, told }, { nowMs, freshId }) => {
      const isTakenOver = before.value === 'none' && before.context.kept !== null && !isOver(before.context.kept, nowMs)
      if (isTakenOver) return value === 'active' && context.visit?.id === before.context.kept?.id
      const former = before.context.visit
      const isAnew =
        before.value === 'none' ||
        before.value === 'removed' ||
        (before.value === 'active' && former !== null && isOver(former, nowMs))
      if (!isAnew) return value === 'active' && context.visit?.id === former?.id
      const isGreeted = told.includes('visitor.new')
      return (
        value === 'created' &&
        context.visit?.id === freshId &&
        told.includes('visit.started') &&
        told.includes('visit.ended') === (before.value === 'active') &&
        isGreeted === (before.value === 'none' && before.context.isNewVisitor)
      )
    },
    'clock.ticked': ({ value, before, told }, { nowMs }) => {
      const former = before.context.visit
      if (former === null) return value === before.value && told.length === 0
      if (isOver(former, nowMs)) return value === 'removed' && told.includes('visit.ended')
      const isDue = before.value === 'active' && nowMs - before.context.refreshedAtMs >= REFRESH_MS
      return value === before.value && told.includes('visit.kept') === isDue
    },
  },
  abstract: ({ visit, kept, isNewVisitor }) => [visit !== null, kept !== null, isNewVisitor],
  eventSchema: 'analytics/visit-event',
  inputs: [
    {},
    { isNewVisitor: true },
    { kept: { id: FIRST, activeAtMs: NOW - 1000 } },
    { kept: { id: FIRST, activeAtMs: NOW - VISIT_MS - 1000 } },
  ],
  events: [
    { type: 'activity.noticed', nowMs: NOW, freshId: SECOND },
    { type: 'activity.noticed', nowMs: NOW + VISIT_MS + 1, freshId: FIRST },
    { type: 'clock.ticked', nowMs: NOW + 5000 },
    { type: 'clock.ticked', nowMs: NOW + REFRESH_MS },
    { type: 'clock.ticked', nowMs: NOW + 2 * VISIT_MS + 2 },
  ],
  outcomes: {},
}
