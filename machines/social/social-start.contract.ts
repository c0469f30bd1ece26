import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { socialStartMachine } from './social-start.machine.ts'

/** What playing and fuzzing the opening of a provider need to know. */
export const socialStartContract: MachineContract<typeof socialStartMachine> = {
  machine: socialStartMachine,
  invariants: [
    {
      name: 'a provider is named exactly while it is being opened',
      holds: ({ value, context }) => (value === 'choosing') === (context.providerId === null),
    },
    {
      name: 'a failure stands only beside buttons that can be pressed',
      holds: ({ value, context }) => context.failure === null || value === 'choosing',
    },
    {
      name: 'the page is left only for an address',
      holds: ({ value, emitted }) => value !== 'leaving' || emitted.some(({ type }) => type === 'leaving'),
    },
  ],
  abstract: ({ providerId, failure }) => [providerId !== null, failure?.code ?? null],
  events: [
    { type: 'provider.pressed', providerId: 'google' },
    { type: 'provider.pressed', providerId: 'fb' },
    { type: 'page.returned' },
  ],
  outcomes: {
    startSocial: {
      ok: [{ location: 'https://provider.example/authorize' }],
      err: [{ code: 'social.unavailable' }, { code: 'rate.limited', retryAfterSeconds: 60 }],
    },
  },
  eventSchema: 'social/social-start-event',
  secretOutputs: { startSocial: 'account/social-start-answer' },
  inputs: [{}, { failureCode: 'social.unavailable' }],
}
