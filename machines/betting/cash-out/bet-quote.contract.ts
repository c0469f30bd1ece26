import { type MachineContract, placeIn } from '#machines/shell/machine-contract.ts'
import type { CashOutQuote } from '#schemas'
import { betQuoteMachine, type QuoteAnswer } from './bet-quote.machine.ts'
import { readQuotePart } from './bet-quote.rules.ts'

const QUOTE: CashOutQuote = {
  quoteId: 301,
  saleBetId: 8001,
  soldMinor: 1000,
  remainingMinor: 0,
  payoutMinor: 1900,
  taxMinor: 0,
  possibleMinor: 0,
  currency: 'EUR',
  exponent: 2,
  expiresInMs: 2000,
}
const SOLD = {
  kind: 'sold',
  quoteId: 301,
  saleBetId: 8001,
  soldMinor: 1000,
  remainingMinor: 0,
  payoutMinor: 1900,
  currency: 'EUR',
  exponent: 2,
} as const
/** States in which a quote is being taken. */
const TAKING: readonly string[] = ['taking', 'waiting', 'unknown']
/** Statuses by which the server does not say what became of a taking. */
const UNTOLD = [401, 408, 429]
/** What the server answers to a taking → where it leads; anything else is a refusal. */
const AFTER_TAKING: Readonly<Record<string, string>> = {
  pending: 'waiting',
  sold: 'done',
  insured: 'done',
  quoted: 'choosing.quoted',
  requoted: 'choosing.quoted',
}
const GUID = '5a1e7c90-2b6d-4f38-8c1a-7d0e4b9f2a63'

/** What playing and fuzzing the sale and the insurance of a bet need to know. */
export const betQuoteContract: MachineContract<typeof betQuoteMachine> = {
  machine: betQuoteMachine,
  prepareInput: (input) => ({ kind: 'sale', betId: 8001, leftMinor: 1000, exponent: 2, ...input }),
  invariants: [
    {
      name: 'nothing is taken without a quote and a name',
      holds: ({ value, context }) =>
        !TAKING.includes(String(value)) || (context.quote !== null && context.guid !== null),
    },
    {
      name: 'a name lives no longer than its taking',
      holds: ({ value, context }) => context.guid === null || TAKING.includes(String(value)),
    },
    {
      name: 'a quote is shown only while it stands',
      holds: ({ value, context }) =>
        (context.quote !== null) ===
        ((typeof value === 'object' && value.choosing === 'quoted') ||
          ['naming', ...TAKING, 'done'].includes(String(value))),
    },
    {
      name: 'a quote and a delay have a second left at least',
      holds: ({ value, context }) =>
        !['choosing.quoted', 'waiting'].includes(placeIn(value)) || context.secondsLeft >= 1,
    },
    {
      name: 'a part is less than what is left',
      holds: ({ context: { partMinor, leftMinor } }) => partMinor === null || (partMinor >= 1 && partMinor < leftMinor),
    },
    {
      name: 'it is announced once, when it is taken',
      holds: ({ value, emitted, context }) =>
        emitted.length === (value === 'done' ? 1 : 0) && (context.taken !== null) === (value === 'done'),
    },
    {
      name: 'a reason for failure is given only where it has failed',
      holds: ({ value, context: { refusal, failure } }) =>
        (refusal === null && failure === null) ||
        (typeof value === 'object' && ['refused', 'failed'].includes(String(value.choosing))),
    },
  ],
  consequences: {
    nameTaking: { ok: ({ value }) => value === 'taking', failed: ({ value }) => value !== 'taking' },
    askQuote: {
      ok: ({ value, end }) =>
        placeIn(value) === ((end as QuoteAnswer).kind === 'refused' ? 'choosing.refused' : 'choosing.quoted'),
      failed: ({ value }) => placeIn(value) === 'choosing.failed',
    },
    take: {
      ok: ({ value, end }) => placeIn(value) === (AFTER_TAKING[(end as QuoteAnswer).kind] ?? 'choosing.refused'),
      failed: ({ value, end }) => {
        const status = Number((end as { readonly httpStatus?: number }).httpStatus ?? 0)
        const isTold = status >= 400 && status < 500 && !UNTOLD.includes(status)
        return placeIn(value) === (isTold ? 'choosing.failed' : 'unknown')
      },
    },
  },
  reactions: {
    'part.chosen': ({ value, context, before }, { text }) => {
      if (!placeIn(before.value).startsWith('choosing')) return true
      const { leftMinor, exponent } = before.context
      const part = readQuotePart(text, leftMinor, exponent)
      if (part === leftMinor) return placeIn(value) === 'choosing.quoting' && context.partMinor === null
      return placeIn(value) === (part === null ? 'choosing.wrong' : 'choosing.resting') && context.partMinor === part
    },
  },
  abstract: ({ text, partMinor, formerMinor, secondsLeft, refusal, failure }) => [
    text === '',
    partMinor !== null,
    formerMinor !== null,
    Math.min(secondsLeft, 2),
    refusal?.reason ?? null,
    failure?.code ?? null,
  ],
  events: [
    { type: 'part.chosen', text: '4.50' },
    { type: 'part.chosen', text: '99' },
    { type: 'whole.chosen' },
    { type: 'quote.requested' },
    { type: 'quote.confirmed' },
    { type: 'answer.asked' },
  ],
  eventSchema: 'betting/bet-quote-event',
  inputs: [{}, { kind: 'insurance' }],
  outcomes: {
    askQuote: {
      ok: [
        { kind: 'quoted', quote: QUOTE },
        { kind: 'refused', reason: 'cash_out.suspended', params: { event: 1 } },
      ],
      err: [{ code: 'request.offline' }],
    },
    nameTaking: { ok: [GUID], err: [{ code: 'main_error_server' }] },
    take: {
      ok: [
        SOLD,
        { kind: 'pending', delayMs: 2000 },
        { kind: 'pending', delayMs: 1000 },
        { kind: 'requoted', quote: { ...QUOTE, quoteId: 302, payoutMinor: 1850 } },
        { kind: 'refused', reason: 'cash_out.bet_over' },
      ],
      err: [{ code: 'request.timeout' }, { code: 'cash_out.quote_unknown', httpStatus: 404 }],
    },
  },
}
