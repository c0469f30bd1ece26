import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import type { TotoTicket } from '#schemas'
import { couponPrice, totoCouponMachine } from './toto-coupon.machine.ts'
import { marksFault } from './toto-marks.rules.ts'

const GUID = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
const NEXT = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12'
const TICKET: TotoTicket = {
  ...{
    couponNumber: 7000010,
    drawId: 60010,
    pool: 'football',
    typeId: 3,
    number: 7,
    drawStatus: 'open',
    state: 'open',
  },
  ...{
    marks: [[0], [1], [2]],
    lines: 1,
    unitsPerLine: 1,
    stakeMinor: 50,
    payoutMinor: 0,
    currency: 'EUR',
    exponent: 2,
  },
  ...{ placedAt: '2026-03-01T12:00:00.000Z', closesAt: '2026-03-01T18:00:00.000Z', hits: [] },
}
const isPlace = (place: number, count: number) => Number.isInteger(place) && place >= 0 && place < count

/** What playing and fuzzing the coupon of a draw need to know. */
export const totoCouponContract: MachineContract<typeof totoCouponMachine> = {
  machine: totoCouponMachine,
  prepareInput: (input) => ({
    ...{ guid: GUID, drawId: 60010, events: 3, outcomes: 3, unitMinor: 50, mostLines: 9, mostUnitsPerLine: 10 },
    ...{ marks: [], isOpen: true, ...input },
  }),
  invariants: [
    {
      name: 'what is sent is a ticket',
      holds: ({ value, context }) => value !== 'buying' || marksFault(context.marks, context) === null,
    },
    {
      name: 'marks are outcomes of events, each once and in their order',
      holds: ({ context }) =>
        context.marks.length === context.events &&
        context.marks.every((own) =>
          own.every((mark, at) => mark >= 0 && mark < context.outcomes && (at === 0 || mark > (own[at - 1] ?? mark))),
        ),
    },
    {
      name: 'a ticket is shown where it was bought, and nowhere else',
      holds: ({ value, context }) => (value === 'bought') === (context.ticket !== null),
    },
    {
      name: 'a closed coupon belongs to a draw that sells no more',
      holds: ({ value, context }) => (value !== 'closed' || !context.isOpen) && (value !== 'editing' || context.isOpen),
    },
    {
      name: 'the price is that of all lines',
      holds: ({ context }) =>
        couponPrice(context).priceMinor === couponPrice(context).lines * context.units * context.unitMinor,
    },
  ],
  consequences: {
    buy: {
      ok: ({ value, context }) => value === 'bought' && context.ticket !== null,
      failed: ({ value, context, end }) => {
        if ((end as { readonly code?: string }).code === 'toto.draw_closed')
          return value === 'closed' && context.failure !== null
        const after = isRefusal(end) ? (context.isOpen ? 'editing' : 'closed') : 'unsure'
        return value === after && context.failure !== null
      },
    },
  },
  reactions: {
    'mark.pressed': ({ context, before }, { place, outcome }) =>
      before.value !== 'editing' || !isPlace(place, context.events) || !isPlace(outcome, context.outcomes)
        ? context.marks === before.context.marks
        : context.marks[place]?.includes(outcome) !== before.context.marks[place]?.includes(outcome),
    'marks.filled': ({ context, before }) => before.value === 'editing' || context.marks === before.context.marks,
    'marks.cleared': ({ context, before }) =>
      before.value === 'editing'
        ? context.marks.every((own) => own.length === 0)
        : context.marks === before.context.marks,
    'units.changed': ({ context, before }, { units }) =>
      context.units ===
      (before.value === 'editing' && units <= context.mostUnitsPerLine ? units : before.context.units),
    'buy.requested': ({ value, context, before }) => {
      if (before.value === 'unsure') return value === 'buying' && context.failure === null
      if (before.value !== 'editing') return value === before.value
      const fault = marksFault(before.context.marks, before.context)
      return value === (fault === null ? 'buying' : 'editing') && context.fault?.fault === fault?.fault
    },
    'draw.closed': ({ value, context, before }) =>
      !context.isOpen && value === (before.value === 'editing' ? 'closed' : before.value),
    'next.requested': ({ value, context, before }, { guid }) =>
      before.value === 'bought'
        ? value === (before.context.isOpen ? 'editing' : 'closed') && context.guid === guid && context.ticket === null
        : value === before.value && context.guid === before.context.guid,
  },
  abstract: ({ marks, units, fault, failure, ticket, isOpen }) => [
    ...[marks.map((own) => own.length), units, fault?.fault ?? null, failure?.code ?? null, ticket !== null, isOpen],
  ],
  events: [
    { type: 'mark.pressed', place: 0, outcome: 1 },
    { type: 'mark.pressed', place: 3, outcome: 0 },
    { type: 'marks.filled', marks: [[0], [1], [2]] },
    {
      type: 'marks.filled',
      marks: [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1],
      ],
    },
    { type: 'marks.cleared' },
    { type: 'units.changed', units: 2 },
    { type: 'units.changed', units: 11 },
    { type: 'buy.requested' },
    { type: 'draw.closed' },
    { type: 'next.requested', guid: NEXT },
  ],
  eventSchema: 'lotteries/toto-coupon-event',
  inputs: [{}, { marks: [[0], [1], [2]] }, { isOpen: false }],
  outcomes: {
    buy: {
      ok: [TICKET],
      err: [
        { code: 'balance.too_low', httpStatus: 409 },
        { code: 'toto.draw_closed', httpStatus: 409 },
        { code: 'request.offline' },
      ],
    },
  },
}
