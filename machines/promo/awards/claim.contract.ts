import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { claimMachine } from './claim.machine.ts'

const ACTIVE = { id: 90010, state: 'active' } as const
const HAD_BEFORE = 'promo.had_before'
const WITHDRAWN = 'promo.campaign_unknown'

/** Where a claim that has failed leads to. */
function placeAfter(end: unknown): string {
  const { code } = end as { readonly code?: string }
  if (code === HAD_BEFORE) return 'reading'
  if (code === WITHDRAWN) return 'withdrawn'
  return isRefusal(end) ? 'refused' : 'offered'
}

/** What playing and fuzzing the claim of a bonus need to know. */
export const claimContract: MachineContract<typeof claimMachine> = {
  machine: claimMachine,
  prepareInput: () => ({}),
  invariants: [
    {
      name: 'a bonus is there once it is claimed, and nowhere else',
      holds: ({ value, context }) => (value === 'claimed') === (context.bonus !== null),
    },
    {
      name: 'why a bonus is refused or withdrawn is said, and nothing failed of one that is claimed or over',
      holds: ({ value, context }) =>
        value === 'offered' || (value === 'refused' || value === 'withdrawn') === (context.failure !== null),
    },
    {
      name: 'it is announced once, when it is claimed',
      holds: ({ value, emitted }) => emitted.length === (value === 'claimed' ? 1 : 0),
    },
  ],
  consequences: {
    claim: {
      ok: ({ value }) => value === 'claimed',
      failed: ({ value, context, end }) =>
        value === placeAfter(end) && (context.failure === null) === (value === 'reading'),
    },
    read: {
      ok: ({ value }) => value === 'claimed',
      failed: ({ value, context }) => value === 'offered' && context.failure !== null,
    },
  },
  reactions: {
    'claim.requested': ({ value, context, before }) =>
      before.value === 'offered' || before.value === 'refused'
        ? value === 'claiming' && context.failure === null
        : value === before.value,
    'offer.expired': ({ value, before }) =>
      value === (before.value === 'offered' || before.value === 'refused' ? 'expired' : before.value),
  },
  abstract: ({ bonus, failure }) => [bonus?.state ?? null, failure?.code ?? null],
  events: [{ type: 'claim.requested' }, { type: 'offer.expired' }],
  eventSchema: 'promo/claim-event',
  inputs: [{}],
  outcomes: {
    claim: {
      ok: [ACTIVE],
      err: [
        { code: HAD_BEFORE, httpStatus: 409 },
        { code: WITHDRAWN, httpStatus: 404 },
        { code: 'protection.time_out', httpStatus: 403 },
        { code: 'request.offline' },
      ],
    },
    read: { ok: [ACTIVE, { id: 90010, state: 'refused' }], err: [{ code: 'request.offline' }] },
  },
}
