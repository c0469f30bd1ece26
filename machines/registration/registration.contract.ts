import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { registrationMachine } from './registration.machine.ts'

/** What playing and fuzzing the registration need to know. */
export const registrationContract: MachineContract<typeof registrationMachine> = {
  machine: registrationMachine,
  invariants: [
    {
      name: 'data and bonuses are ready only once they were loaded',
      holds: ({ value, ended }) => {
        const { data, bonuses } = value as Readonly<Record<string, unknown>>
        const isLoaded = (actor: string) => ended.some((end) => end.actor === actor && end.isOk)
        return (data !== 'ready' || isLoaded('loadData')) && (bonuses !== 'ready' || isLoaded('loadBonuses'))
      },
    },
    {
      name: 'an account is announced once, when it is made',
      holds: ({ value, emitted }) => {
        const isMade = (value as Readonly<Record<string, unknown>>).account === 'made'
        return emitted.filter(({ type }) => type === 'registered').length === (isMade ? 1 : 0)
      },
    },
    {
      name: 'a modal follows an account alone, and only where it is not switched off',
      holds: ({ context, emitted }) => {
        const count = (name: string) => emitted.filter(({ type }) => type === name).length
        return count('modal.requested') === (context.input.showsModalAfter === false ? 0 : count('registered'))
      },
    },
  ],
  abstract: ({ data, bonuses }) => [data !== null, bonuses.length],
  events: [
    { type: 'account.made', userId: 7, isSignedIn: false },
    { type: 'data.requested' },
    { type: 'bonuses.requested' },
  ],
  eventSchema: 'registration/registration-event',
  inputs: [{}, { showsModalAfter: false }],
  outcomes: {
    loadData: { ok: [{ hasFirstDeposit: true, percentFirstDeposit: 100 }], err: [{ code: 'request.offline' }] },
    loadBonuses: { ok: [[{ id: 'welcome' }]], err: [{ code: 'request.offline' }] },
  },
}
