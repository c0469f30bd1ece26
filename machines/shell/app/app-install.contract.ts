import { LOGGED, type MachineContract } from '#machines/shell/machine-contract.ts'
import { type AppInstallInput, appInstallMachine } from './app-install.machine.ts'
import { DECLINE_REST_MS } from './app-install.rules.ts'

const NOW = 1_772_323_200_000

const DEFAULT: AppInstallInput = {
  isOffered: true,
  isInstalled: false,
  platform: 'android',
  declinedAtMs: null,
  nowMs: NOW,
}

/** What playing and fuzzing the offer of the app need to know. */
export const appInstallContract: MachineContract<typeof appInstallMachine> = {
  machine: appInstallMachine,
  prepareInput: (input) => ({ ...DEFAULT, ...input }),
  invariants: [
    {
      name: 'a brand that does not offer its app never does',
      holds: ({ value, context }) => context.isOffered === (value !== 'off'),
    },
    {
      name: 'the installed app offers nothing',
      holds: ({ value, context }) => !context.isInstalled || value === 'installed' || value === 'off',
    },
    {
      name: 'nobody is offered the app unasked who has just declined it',
      holds: ({ value, context }) => value !== 'offered' || context.isRested,
    },
    {
      name: 'steps by hand are shown on devices that need them, and the question of the browser on the others',
      holds: ({ value, context }) =>
        (value !== 'guiding' || context.platform === 'ios') && (value !== 'asking' || context.platform !== 'ios'),
    },
  ],
  consequences: {
    askBrowser: {
      ok: ({ value, end, told }) => !told.includes('logged') && (end === true) === (value === 'installed'),
      failed: ({ value, told }) => LOGGED.failed({ told } as never) && value === 'impossible',
    },
  },
  reactions: {
    'install.possible': ({ value, context, before }) =>
      before.value === 'impossible' ? value === (context.isRested ? 'offered' : 'resting') : value === before.value,
    'install.wanted': ({ value, context, before }) => {
      if (before.value !== 'offered' && before.value !== 'resting') return value === before.value
      return value === (context.platform === 'ios' ? 'guiding' : 'asking')
    },
    'offer.declined': ({ value, before, told }) => {
      const isShown = before.value === 'offered' || before.value === 'guiding'
      return isShown ? value === 'resting' && told.includes('decline.kept') : value === before.value
    },
    'app.installed': ({ value, before }) =>
      ['impossible', 'offered', 'resting'].includes(String(before.value))
        ? value === 'installed'
        : value === before.value,
  },
  abstract: ({ isOffered, isInstalled, platform, isRested }) => [isOffered, isInstalled, platform === 'ios', isRested],
  eventSchema: 'shell/app-install-event',
  inputs: [
    {},
    { platform: 'ios' },
    { platform: 'other' },
    { platform: 'android', declinedAtMs: NOW - 1000 },
    { platform: 'ios', declinedAtMs: NOW - 1000 },
    { declinedAtMs: NOW - DECLINE_REST_MS },
    { isInstalled: true },
    { isOffered: false },
  ],
  events: [
    { type: 'install.possible' },
    { type: 'install.wanted' },
    { type: 'offer.declined', nowMs: NOW + 1000 },
    { type: 'app.installed' },
  ],
  outcomes: { askBrowser: { ok: [true, false], err: [{ code: 'main_error_server' }] } },
}
