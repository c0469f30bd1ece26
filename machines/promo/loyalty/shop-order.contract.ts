import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { orderFault, shopOrderMachine } from './shop-order.machine.ts'

const LEFT = {
  points: 2300,
  pending: 0,
  owed: 0,
  orders: [
    {
      ...{ id: 6001, itemId: 'casino-5', name: 'Casino bonus', points: 5000, at: '2026-03-01T12:00:00.000Z' },
      state: 'ordered' as const,
    },
  ],
}
const ITEM = { id: 'casino-5', points: 5000, isSoldOut: false }

/** What playing and fuzzing an order of the shop need to know. */
export const shopOrderContract: MachineContract<typeof shopOrderMachine> = {
  machine: shopOrderMachine,
  prepareInput: (input) => ({ guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', points: 7300, ...input }),
  invariants: [
    {
      name: 'nothing is sent that is sold out or costs more than there is',
      holds: ({ value, context }) =>
        value === 'choosing' ||
        value === 'refused' ||
        (context.item !== null && orderFault(context.item, context.points) === null),
    },
    {
      name: 'why it is refused or not known is said, and nowhere else',
      holds: ({ value, context }) => (value === 'refused' || value === 'unsure') === (context.failure !== null),
    },
    {
      name: 'an item is chosen everywhere but at the beginning',
      holds: ({ value, context }) => (value === 'choosing') === (context.item === null),
    },
    {
      name: 'it is announced once, when it is ordered',
      holds: ({ value, emitted }) => emitted.length === (value === 'ordered' ? 1 : 0),
    },
  ],
  consequences: {
    order: {
      ok: ({ value }) => value === 'ordered',
      failed: ({ value, context, end }) => {
        const status = (end as { readonly httpStatus?: number }).httpStatus ?? 0
        const isRefused = status >= 400 && status < 500 && ![401, 408, 429].includes(status)
        return value === (isRefused ? 'refused' : 'unsure') && context.failure !== null
      },
    },
  },
  reactions: {
    'item.chosen': ({ value, context, before }, { item }) => {
      if (before.value !== 'choosing') return value === before.value
      const fault = orderFault(item, before.context.points)
      return value === (fault === null ? 'confirming' : 'refused') && (context.failure?.code ?? null) === fault
    },
    'order.confirmed': ({ value, before }) =>
      value === (before.value === 'confirming' || before.value === 'unsure' ? 'ordering' : before.value),
    'choice.cancelled': ({ value, before }) =>
      value === (before.value === 'confirming' || before.value === 'refused' ? 'choosing' : before.value),
  },
  abstract: ({ item, failure }) => [item?.id ?? null, failure?.code ?? null],
  events: [
    { type: 'item.chosen', item: ITEM },
    { type: 'item.chosen', item: { ...ITEM, id: 'sold-out', isSoldOut: true } },
    { type: 'item.chosen', item: { ...ITEM, id: 'costly', points: 7301 } },
    { type: 'order.confirmed' },
    { type: 'choice.cancelled' },
  ],
  eventSchema: 'promo/shop-order-event',
  inputs: [{}, { points: 0 }],
  outcomes: {
    order: {
      ok: [LEFT],
      err: [
        { code: 'loyalty.out_of_stock', httpStatus: 409 },
        { code: 'protection.time_out', httpStatus: 403 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
  },
}
