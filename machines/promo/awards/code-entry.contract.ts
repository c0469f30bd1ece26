import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { codeEntryMachine, codeFault } from './code-entry.machine.ts'

const GIFT = { campaignId: 'summer' }

/** What playing and fuzzing the entry of a promo code need to know. */
export const codeEntryContract: MachineContract<typeof codeEntryMachine> = {
  machine: codeEntryMachine,
  prepareInput: (input) => ({ code: '', ...input }),
  invariants: [
    {
      name: 'nothing is sent that cannot be a code',
      holds: ({ value, context }) => value === 'editing' || codeFault(context.code) === null,
    },
    {
      name: 'a code is used only once it was seen what it gives',
      holds: ({ value, context }) =>
        (context.gift !== null) === ['offered', 'using', 'unsure', 'done'].includes(value as string),
    },
    {
      name: 'a failure stands only where something has failed',
      holds: ({ value, context }) =>
        value === 'unsure' ? context.failure !== null : context.failure === null || value === 'editing',
    },
    {
      name: 'a fault and a failure are never shown together',
      holds: ({ context }) => context.fault === null || context.failure === null,
    },
  ],
  consequences: {
    check: {
      ok: ({ value, context }) => value === 'offered' && context.gift !== null,
      failed: ({ value, context }) => value === 'editing' && context.failure !== null,
    },
    redeem: {
      ok: ({ value, told }) => value === 'done' && told.includes('code.taken'),
      failed: ({ value, before, end, told }) => {
        const wasTaken = before.context.isUnsure && (end as { code?: string }).code === 'promo.had_before'
        if (wasTaken) return value === 'done' && told.includes('code.taken')
        return value === (isRefusal(end) ? 'editing' : 'unsure') && !told.includes('code.taken')
      },
    },
  },
  reactions: {
    'code.changed': ({ value, context, before }, { code }) =>
      ['editing', 'offered', 'done'].includes(before.value as string)
        ? value === 'editing' && context.code === code && context.fault === null && context.failure === null
        : value === before.value && context.code === before.context.code,
    'check.requested': ({ value, context, before }) => {
      if (before.value !== 'editing') return value === before.value
      const fault = codeFault(before.context.code)
      return value === (fault === null ? 'checking' : 'editing') && context.fault === fault && context.failure === null
    },
    'use.requested': ({ value, context, before }) =>
      before.value === 'offered' || before.value === 'unsure'
        ? value === 'using' && context.failure === null
        : value === before.value,
  },
  abstract: ({ code, fault, failure, gift, isUnsure }) => [code, fault, failure?.code ?? null, gift !== null, isUnsure],
  events: [
    { type: 'code.changed', code: 'summer-25' },
    { type: 'code.changed', code: ' ' },
    { type: 'code.changed', code: '€€' },
    { type: 'check.requested' },
    { type: 'use.requested' },
  ],
  eventSchema: 'promo/code-entry-event',
  inputs: [{}, { code: 'SUMMER25' }],
  outcomes: {
    check: {
      ok: [GIFT],
      err: [{ code: 'promo.code_over', httpStatus: 409 }, { code: 'request.offline' }],
    },
    redeem: {
      ok: [GIFT],
      err: [
        { code: 'promo.had_before', httpStatus: 409 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
  },
}
