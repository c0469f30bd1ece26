import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { referralTransferMachine, transferFault } from './referral-transfer.machine.ts'

const LEFT = { totalMinor: 0, heldMinor: 0, transferableMinor: 0, minimumMinor: 1000, transferredMinor: 2500 }

/** What playing and fuzzing the transfer of money of referrals need to know. */
export const referralTransferContract: MachineContract<typeof referralTransferMachine> = {
  machine: referralTransferMachine,
  prepareInput: (input) => ({
    guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11',
    transferableMinor: 2500,
    minimumMinor: 1000,
    ...input,
  }),
  invariants: [
    {
      name: 'nothing is sent that is below the minimum or above what there is',
      holds: ({ value, context }) => value === 'editing' || transferFault(context) === null,
    },
    {
      name: 'a failure stands only where something has failed',
      holds: ({ value, context }) =>
        (value === 'unsure') === (context.failure !== null && value !== 'editing') &&
        (value !== 'sending' || context.fault === null),
    },
    {
      name: 'a fault and a failure are never shown together',
      holds: ({ context }) => context.fault === null || context.failure === null,
    },
    {
      name: 'it is announced once, when it is done',
      holds: ({ value, emitted }) => emitted.length === (value === 'done' ? 1 : 0),
    },
  ],
  consequences: {
    send: {
      ok: ({ value }) => value === 'done',
      failed: ({ value, context, end }) => {
        const status = (end as { readonly httpStatus?: number }).httpStatus ?? 0
        const isRefused = status >= 400 && status < 500 && ![401, 408, 429].includes(status)
        return value === (isRefused ? 'editing' : 'unsure') && context.failure !== null
      },
    },
  },
  reactions: {
    'amount.changed': ({ context, before }, { amountMinor }) =>
      before.value === 'editing'
        ? context.amountMinor === amountMinor && context.fault === null && context.failure === null
        : context.amountMinor === before.context.amountMinor,
    'transfer.requested': ({ value, context, before }) => {
      if (before.value === 'unsure') return value === 'sending' && context.failure === null
      if (before.value !== 'editing') return value === before.value
      const fault = transferFault(before.context)
      return value === (fault === null ? 'sending' : 'editing') && context.fault === fault
    },
  },
  abstract: ({ amountMinor, fault, failure }) => [amountMinor, fault, failure?.code ?? null],
  events: [
    { type: 'transfer.requested' },
    { type: 'amount.changed', amountMinor: 1000 },
    { type: 'amount.changed', amountMinor: 999 },
    { type: 'amount.changed', amountMinor: 2501 },
    { type: 'amount.changed', amountMinor: null },
  ],
  eventSchema: 'promo/referral-transfer-event',
  inputs: [{}, { transferableMinor: 500 }],
  outcomes: {
    send: {
      ok: [LEFT],
      err: [
        { code: 'referral.not_enough', httpStatus: 409 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
  },
}
