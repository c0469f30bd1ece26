import { type ActorConsequences, LOGGED, type MachineContract } from '#machines/shell/machine-contract.ts'
import type { PushChoice } from '#schemas'
import { type PushState, pushDeviceMachine } from './push-device.machine.ts'

const ALL: PushChoice = { games: true, bets: true, messages: true, isQuiet: true }
const BETS: PushChoice = { games: false, bets: true, messages: false, isQuiet: false }

/** What comes of an actor by where the machine is then. */
function leads(ok: readonly string[], failed: string): ActorConsequences<unknown> {
  return {
    ok: ({ value, told }) => ok.includes(String(value)) && !told.includes('logged'),
    failed: ({ value, told }) => value === failed && told.includes('logged'),
  }
}

/** What playing and fuzzing the messages of a device need to know. */
export const pushDeviceContract: MachineContract<typeof pushDeviceMachine> = {
  machine: pushDeviceMachine,
  prepareInput: (input) => ({ isSupported: true, ...input }),
  invariants: [
    {
      name: 'what is chosen is known where the device takes messages',
      holds: ({ value, context }) =>
        !['on', 'off', 'saving', 'removing'].includes(String(value)) || context.choice !== null,
    },
    {
      name: 'a choice waits to be saved exactly while it is saved',
      holds: ({ value, context }) => (context.wished !== null) === (value === 'saving'),
    },
    {
      name: 'a browser without push messages is left alone',
      holds: ({ value, context }) => context.isSupported || value === 'unsupported',
    },
  ],
  consequences: {
    readState: {
      ok: ({ value, end }) => {
        const { permission, isOn } = end as PushState
        if (permission === 'denied') return value === 'blocked'
        return value === (isOn && permission === 'granted' ? 'on' : 'off')
      },
      failed: ({ value, told }) => value === 'unsupported' && told.includes('logged'),
    },
    askPermission: {
      ok: ({ value, end }) => value === (end === 'granted' ? 'adding' : end === 'denied' ? 'blocked' : 'off'),
      failed: ({ value, told }) => LOGGED.failed({ told } as never) && value === 'off',
    },
    addDevice: leads(['reading'], 'off'),
    removeDevice: leads(['off'], 'on'),
    saveChoice: {
      ok: ({ value, context, before }) => value === 'on' && context.choice === before.context.wished,
      failed: ({ value, context, before }) => value === 'on' && context.choice === before.context.choice,
    },
  },
  abstract: ({ isSupported, choice, wished, error }) => [
    isSupported,
    choice?.games ?? null,
    wished?.games ?? null,
    error !== null,
  ],
  eventSchema: 'account/push-device-event',
  inputs: [{}, { isSupported: false }],
  events: [{ type: 'devices.wanted' }, { type: 'devices.declined' }, { type: 'choice.made', choice: BETS }],
  outcomes: {
    readState: {
      ok: [
        { permission: 'default', isOn: false, choice: ALL },
        { permission: 'granted', isOn: true, choice: ALL },
        { permission: 'denied', isOn: false, choice: ALL },
      ],
      err: [{ code: 'request.offline' }],
    },
    askPermission: { ok: ['granted', 'denied', 'default'], err: [{ code: 'main_error_server' }] },
    addDevice: { ok: [null], err: [{ code: 'push.endpoint' }] },
    removeDevice: { ok: [null], err: [{ code: 'request.offline' }] },
    saveChoice: { ok: [null], err: [{ code: 'request.offline' }] },
  },
}
