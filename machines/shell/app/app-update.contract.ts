import { LOGGED, type MachineContract } from '#machines/shell/machine-contract.ts'
import { appUpdateMachine } from './app-update.machine.ts'

/** What playing and fuzzing the worker of a page need to know. */
export const appUpdateContract: MachineContract<typeof appUpdateMachine> = {
  machine: appUpdateMachine,
  prepareInput: (input) => ({ isSupported: true, isOn: true, ...input }),
  invariants: [
    {
      name: 'a worker runs only where the browser has one and the brand wants it',
      holds: ({ value, context }) =>
        value === 'off' || (value === 'removing' ? context.isSupported && !context.isOn : context.isOn),
    },
    {
      name: 'a worker that can run is registered, unless that fails',
      holds: ({ value, context, ended }) =>
        value !== 'off' ||
        !(context.isSupported && context.isOn) ||
        ended.some(({ actor, isOk }) => actor === 'registerWorker' && !isOk),
    },
    {
      name: 'each update that is reported was taken by the worker itself',
      holds: ({ emitted, ended }) =>
        emitted.filter(({ type }) => type === 'update.taken').length <=
        ended.filter(({ actor, isOk }) => actor === 'takeOver' && isOk).length,
    },
  ],
  consequences: {
    registerWorker: {
      ok: ({ value, end }) => value === (end === true ? 'waiting' : 'current'),
      failed: ({ value, told }) => value === 'off' && told.includes('logged'),
    },
    takeOver: {
      ok: ({ value, end, told }) =>
        !told.includes('logged') && (end === true ? value === 'current' : value === 'waiting'),
      failed: ({ value, told }) => value === 'waiting' && told.includes('logged'),
    },
    removeWorker: LOGGED,
  },
  reactions: {
    'update.ready': ({ value, before }) => value === (before.value === 'current' ? 'waiting' : before.value),
    'page.moved': ({ value, before }, { isBetOpen }) =>
      value === (before.value === 'waiting' && !isBetOpen ? 'taking' : before.value),
  },
  abstract: ({ isSupported, isOn }) => [isSupported, isOn],
  eventSchema: 'shell/app-update-event',
  inputs: [{}, { isSupported: false }, { isOn: false }],
  events: [{ type: 'update.ready' }, { type: 'page.moved', isBetOpen: false }, { type: 'page.moved', isBetOpen: true }],
  outcomes: {
    registerWorker: { ok: [false, true], err: [{ code: 'main_error_server' }] },
    takeOver: { ok: [true, false], err: [{ code: 'main_error_server' }] },
    removeWorker: { ok: [null], err: [{ code: 'main_error_server' }] },
  },
}
