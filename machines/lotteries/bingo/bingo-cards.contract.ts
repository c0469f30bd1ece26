import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import type { BingoTicket } from '#schemas'
import { bingoCardsMachine } from './bingo-cards.machine.ts'

const HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const BOUGHT: BingoTicket = {
  ...{ ticketId: 500_010, roundId: 800_010, number: 1, room: 'garden-75', name: 'Garden 75', kind: '75' },
  ...{ state: 'open', priceMinor: 50, payoutMinor: 0, currency: 'EUR', exponent: 2, receipt: '{}', leaf: HASH },
  ...{ boughtAt: '2026-03-04T12:00:00.000Z', wins: [] },
  cards: [
    [
      [4, 17, 33, 46, 61],
      [9, 22, 38, 50, 66],
      [1, 29, 0, 59, 70],
      [12, 19, 41, 47, 75],
      [7, 30, 36, 52, 64],
    ],
  ],
}

/** What playing and fuzzing a purchase of bingo cards need to know. */
export const bingoCardsContract: MachineContract<typeof bingoCardsMachine> = {
  machine: bingoCardsMachine,
  prepareInput: (input) => ({
    ...{ guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', room: 'garden-75', round: 800_010, priceMinor: 50, most: 12 },
    ...input,
  }),
  invariants: [
    { name: 'no more cards than the player can have', holds: ({ context }) => context.count <= context.most },
    {
      name: 'nothing is sent without a card',
      holds: ({ value, context }) => value === 'choosing' || context.count >= 1,
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
    'count.chosen': ({ context, before }, { count }) =>
      context.count === (before.value === 'choosing' && count <= before.context.most ? count : before.context.count),
    'round.shown': ({ context, before }, { round }) =>
      context.round === (before.value === 'choosing' ? round : before.context.round),
    'purchase.asked': ({ value, before }) =>
      value ===
      ((before.value === 'choosing' && before.context.count >= 1) || before.value === 'unsure'
        ? 'buying'
        : before.value),
    'refusal.read': ({ value, before }) => value === (before.value === 'refused' ? 'choosing' : before.value),
    'more.asked': ({ value, context, before }, { guid }) =>
      before.value === 'bought' ? value === 'choosing' && context.guid === guid : value === before.value,
  },
  abstract: ({ count, most, round, failure }) => [Math.min(count, 2), most > 0, round, failure?.code ?? null],
  events: [
    { type: 'count.chosen', count: 3 },
    { type: 'count.chosen', count: 40 },
    { type: 'round.shown', round: 800_011, room: 12 },
    { type: 'round.shown', round: 800_010, room: 0 },
    { type: 'purchase.asked' },
    { type: 'refusal.read' },
    { type: 'more.asked', guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12' },
  ],
  eventSchema: 'lotteries/bingo-cards-event',
  inputs: [{}, { most: 0 }],
  outcomes: {
    buy: {
      ok: [BOUGHT],
      err: [
        { code: 'bingo.sale_over', httpStatus: 409 },
        { code: 'bingo.too_many_cards', httpStatus: 409 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
  },
}
