import { isRefusal } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import type { ScratchCard } from '#schemas'
import { scratchCardMachine } from './scratch-card.machine.ts'
import { FIELDS } from './scratch-deck.rules.ts'

const HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const SEALED: ScratchCard = {
  ...{ ticketId: 500_010, deckId: 700_010, deckNumber: 1, card: 42, game: 'lucky-sevens', name: 'Lucky Sevens' },
  ...{ look: 'sevens', state: 'sealed', priceMinor: 100, payoutMinor: 0, currency: 'EUR', exponent: 2 },
  boughtAt: '2026-03-04T12:00:00.000Z',
}
const WON: ScratchCard = {
  ...SEALED,
  ...{ state: 'won', payoutMinor: 300, prize: 'p5', face: [300, 1000, 300, 100, 5000, 300, 1000, 100, 20_000] },
  proof: { salt: HASH, path: [], root: HASH },
}

/** What playing and fuzzing a scratch card need to know. */
export const scratchCardContract: MachineContract<typeof scratchCardMachine> = {
  machine: scratchCardMachine,
  prepareInput: (input) => ({
    ...{ guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', game: 'lucky-sevens' },
    ...input,
  }),
  invariants: [
    {
      name: 'there is a card from its purchase on, and none before',
      holds: ({ value, context }) =>
        (context.card !== null) === ['sealed', 'revealing', 'scratching', 'revealed'].includes(String(value)),
    },
    {
      name: 'no field is free before the card is known, all are at the end, and each once',
      holds: ({ value, context: { fields } }) =>
        new Set(fields).size === fields.length &&
        (value === 'revealed'
          ? fields.length === FIELDS
          : value === 'scratching'
            ? fields.length < FIELDS
            : fields.length === 0),
    },
    {
      name: 'why it is refused or not known is said, and nowhere else',
      holds: ({ value, context }) =>
        value === 'refused' || value === 'unsure'
          ? context.failure !== null
          : value === 'sealed' || context.failure === null,
    },
  ],
  consequences: {
    buy: {
      ok: ({ value, emitted }) => value === 'sealed' && emitted.length > 0,
      failed: ({ value, context, end }) =>
        value === (isRefusal(end) ? 'refused' : 'unsure') && context.failure !== null,
    },
    reveal: {
      ok: ({ value, context }) => value === (context.isAllWanted ? 'revealed' : 'scratching'),
      failed: ({ value, context }) => value === 'sealed' && context.failure !== null,
    },
  },
  reactions: {
    'card.asked': ({ value, before }) =>
      value === (before.value === 'idle' || before.value === 'unsure' ? 'buying' : before.value),
    'scratch.begun': ({ value, before }) => value === (before.value === 'sealed' ? 'revealing' : before.value),
    'field.scratched': ({ context, before }, { field }) => {
      const isTaken = before.value === 'scratching' && !before.context.fields.includes(field)
      return context.fields.length === before.context.fields.length + (isTaken ? 1 : 0)
    },
    'all.revealed': ({ value, before }) =>
      value === (before.value === 'sealed' ? 'revealing' : before.value === 'scratching' ? 'revealed' : before.value),
    'refusal.read': ({ value, before }) => value === (before.value === 'refused' ? 'idle' : before.value),
    'next.asked': ({ value, context, before }, { guid }) =>
      before.value === 'revealed'
        ? value === 'idle' && context.guid === guid && context.card === null
        : value === before.value,
  },
  abstract: ({ card, fields, isAllWanted, failure }) => [
    card?.state ?? null,
    Math.min(fields.length, 2),
    isAllWanted,
    failure?.code ?? null,
  ],
  events: [
    { type: 'card.asked', deck: 700_010, priceMinor: 100 },
    { type: 'scratch.begun' },
    { type: 'field.scratched', field: 4 },
    { type: 'field.scratched', field: 5 },
    { type: 'all.revealed' },
    { type: 'refusal.read' },
    { type: 'next.asked', guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12' },
  ],
  eventSchema: 'lotteries/scratch-card-event',
  inputs: [{}, { card: SEALED }],
  outcomes: {
    buy: {
      ok: [SEALED],
      err: [
        { code: 'scratch.deck_over', httpStatus: 409 },
        { code: 'balance.too_low', httpStatus: 409 },
        { code: 'rate.limited', httpStatus: 429 },
        { code: 'request.offline' },
      ],
    },
    reveal: { ok: [WON], err: [{ code: 'request.offline' }] },
  },
}
