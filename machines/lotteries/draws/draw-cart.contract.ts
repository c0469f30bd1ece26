import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { drawCartMachine } from './draw-cart.machine.ts'
import { lineFault } from './draw-lines.rules.ts'

const LINE = { numbers: [5, 20, 23, 26, 34, 41], second: [] }
const LIMITS = { pool: 49, picksLeast: 6, picksMost: 6, secondPool: 0, secondDrawn: 0 }
const BOUGHT = {
  tickets: [
    {
      ...{
        ticketId: 500010,
        drawId: 300010,
        game: 'lotto-6-49',
        kind: 'lotto' as const,
        name: 'Lotto 6/49',
        number: 1,
        state: 'open' as const,
      },
      ...{ lines: [LINE], hits: [], priceMinor: 200, payoutMinor: 0, currency: 'EUR', exponent: 2 },
      ...{ boughtAt: '2026-03-04T12:00:00.000Z', drawsAt: '2026-03-04T19:00:00.000Z' },
      ...{ numbers: [], bonus: [], second: [] },
    },
  ],
}

/** What playing and fuzzing a cart of a draw game need to know. */
export const drawCartContract: MachineContract<typeof drawCartMachine> = {
  machine: drawCartMachine,
  prepareInput: (input) => ({
    ...{ guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', game: 'lotto-6-49', currency: 'EUR', priceMinor: 200 },
    ...{ maxLines: 2, mostDraws: 8, limits: LIMITS, lines: [] },
    ...input,
  }),
  invariants: [
    {
      name: 'no more lines than a ticket holds, and each can be played',
      holds: ({ context }) =>
        context.lines.length <= context.maxLines &&
        context.lines.every((line) => lineFault(context.limits, line) === null),
    },
    {
      name: 'nothing is sent without a line',
      holds: ({ value, context }) => value === 'choosing' || context.lines.length > 0,
    },
    {
      name: 'why it is refused or not known is said, and nowhere else',
      holds: ({ value, context }) => (value === 'refused' || value === 'unsure') === (context.failure !== null),
    },
  ],
  consequences: {
    buy: {
      ok: ({ value, emitted }) => value === 'bought' && emitted.length > 0,
      failed: ({ value, context, end }) =>
        value === (isRefusal(end) ? 'refused' : 'unsure') && context.failure !== null,
    },
  },
  reactions: {
    'line.added': ({ context, before }, { line }) => {
      const isTaken =
        before.value === 'choosing' &&
        before.context.lines.length < before.context.maxLines &&
        lineFault(before.context.limits, line) === null
      return context.lines.length === before.context.lines.length + (isTaken ? 1 : 0)
    },
    'line.removed': ({ context, before }, { place }) =>
      context.lines.length ===
      before.context.lines.length - (before.value === 'choosing' && before.context.lines[place] !== undefined ? 1 : 0),
    'draws.chosen': ({ context, before }, { draws }) =>
      context.draws ===
      (before.value === 'choosing' && draws <= before.context.mostDraws ? draws : before.context.draws),
    'purchase.asked': ({ value, before }) =>
      value ===
      ((before.value === 'choosing' && before.context.lines.length > 0) || before.value === 'unsure'
        ? 'buying'
        : before.value),
    'purchase.left': ({ value, before }) => value === (before.value === 'refused' ? 'choosing' : before.value),
    'cart.begun': ({ value, context, before }, { guid }) =>
      before.value === 'bought'
        ? value === 'choosing' && context.guid === guid && context.lines.length === 0
        : value === before.value,
  },
  abstract: ({ lines, draws, failure }) => [lines.length, draws > 1, failure?.code ?? null],
  events: [
    { type: 'line.added', line: LINE },
    { type: 'line.added', line: { ...LINE, numbers: [1, 2, 3] } },
    { type: 'line.added', line: { ...LINE, numbers: [1, 2, 3, 4, 5, 50] } },
    { type: 'line.removed', place: 0 },
    { type: 'draws.chosen', draws: 4 },
    { type: 'draws.chosen', draws: 9 },
    { type: 'purchase.asked' },
    { type: 'purchase.left' },
    { type: 'cart.begun', guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12' },
  ],
  eventSchema: 'lotteries/draw-cart-event',
  inputs: [{}, { lines: [LINE] }],
  outcomes: {
    buy: {
      ok: [BOUGHT],
      err: [
        { code: 'draws.sale_over', httpStatus: 409 },
        { code: 'protection.time_out', httpStatus: 403 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
  },
}
