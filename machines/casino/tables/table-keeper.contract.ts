import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { type TableStep, tableKeeperMachine } from './table-keeper.machine.ts'

/** Where a step leads. */
function placeOf(step: TableStep, isWanted: boolean): string {
  if (step.role === 'rests') return isWanted ? 'failed' : 'resting'
  if (step.role === 'follows') return 'following'
  if (step.phase === 'betting') return 'betting'
  return step.phase === 'running' ? 'running' : 'showing'
}

/** What playing and fuzzing the keeper of a table need to know. */
export const tableKeeperContract: MachineContract<typeof tableKeeperMachine> = {
  machine: tableKeeperMachine,
  invariants: [
    {
      name: 'a table rests only while nobody watches',
      holds: ({ value, context }) => value !== 'resting' || !context.isWanted,
    },
    {
      name: 'each step that has ended is announced or logged, once',
      holds: ({ emitted, ended }) => emitted.length === ended.length,
    },
    {
      name: 'what lasts has a time',
      holds: ({ value, context }) =>
        !['betting', 'running', 'showing', 'following'].includes(String(value)) || context.leftMs > 0,
    },
  ],
  consequences: {
    step: {
      ok: ({ value, told, end, context }) =>
        told.includes('stepped') && value === placeOf(end as TableStep, context.isWanted),
      failed: ({ value, told }) => told.includes('logged') && value === 'failed',
    },
  },
  reactions: {
    'table.wanted': ({ value, context, before }) =>
      context.isWanted && (before.value === 'resting' ? value === 'stepping' : value === before.value),
    'table.left': ({ value, context, before }) => !context.isWanted && value === before.value,
  },
  abstract: ({ isWanted }) => [isWanted],
  eventSchema: 'casino/table-keeper-event',
  inputs: [{}],
  events: [{ type: 'table.wanted' }, { type: 'table.left' }],
  outcomes: {
    step: {
      ok: [
        { role: 'leads', phase: 'betting', leftMs: 1500 },
        { role: 'leads', phase: 'running', leftMs: 250 },
        { role: 'leads', phase: 'result', leftMs: 1000 },
        { role: 'follows', phase: 'running', leftMs: 400 },
        { role: 'rests', phase: 'opening', leftMs: 0 },
      ],
      err: [{ code: 'main_error_server' }],
    },
  },
}
