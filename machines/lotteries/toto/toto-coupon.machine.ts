import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { TotoCouponEvent, TotoTicket, TotoTicketBody } from '#schemas'
import { linesOf, type MarksFault, marksFault, pressed, ticketPrice } from './toto-marks.rules.ts'

/** What a coupon is begun with. */
export interface TotoCouponInput {
  /** Name of the ticket. */
  readonly guid: string
  readonly drawId: number
  readonly events: number
  /** Outcomes of each event. */
  readonly outcomes: number
  readonly unitMinor: number
  readonly mostLines: number
  readonly mostUnitsPerLine: number
  /** What was marked before; nothing is where it does not fit. */
  readonly marks: readonly (readonly number[])[]
  /** Whether the draw sells. */
  readonly isOpen: boolean
}

export interface TotoCouponContext extends Omit<TotoCouponInput, 'marks'> {
  readonly marks: readonly (readonly number[])[]
  readonly units: number
  /** What keeps the marks from being a ticket, once the player wanted one. */
  readonly fault: { readonly fault: MarksFault; readonly place: number } | null
  readonly failure: Failure | null
  readonly ticket: TotoTicket | null
}

/** What the marks come to: lines and price, in minor units. */
export function couponPrice({ marks, units, unitMinor }: Pick<TotoCouponContext, 'marks' | 'units' | 'unitMinor'>): {
  readonly lines: number
  readonly priceMinor: number
} {
  const lines = linesOf(marks)
  return { lines, priceMinor: ticketPrice(lines, units, unitMinor) }
}

/** Marks as a coupon of the draw takes them: what does not fit is no mark. */
function fitting(
  { events, outcomes }: Pick<TotoCouponInput, 'events' | 'outcomes'>,
  marks: readonly (readonly number[])[],
): number[][] {
  return Array.from({ length: events }, (_, place) =>
    [...new Set(marks[place] ?? [])]
      .filter((mark) => Number.isInteger(mark) && mark >= 0 && mark < outcomes)
      .sort((one, other) => one - other),
  )
}

const couponSetup = setup({
  types: {
    context: {} as TotoCouponContext,
    events: {} as TotoCouponEvent,
    emitted: {} as { readonly type: 'ticket.bought' },
    input: {} as TotoCouponInput,
    tags: {} as 'busy',
  },
  actors: {
    buy: fromPromise<TotoTicket, TotoTicketBody>(() => absentActor('buy')),
  },
  guards: {
    isOpen: ({ context }) => context.isOpen,
    isTicket: ({ context }) => marksFault(context.marks, context) === null,
    isMark: ({ context }, params: { readonly place: number; readonly outcome: number }) =>
      context.marks[params.place] !== undefined &&
      Number.isInteger(params.outcome) &&
      params.outcome >= 0 &&
      params.outcome < context.outcomes,
    isInBounds: ({ context }, params: { readonly units: number }) => params.units <= context.mostUnitsPerLine,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
    isTooLate: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'toto.draw_closed',
  },
  actions: {
    press: assign({
      marks: ({ context }, params: { readonly place: number; readonly outcome: number }) =>
        pressed(context.marks, params.place, params.outcome),
    }),
    fill: assign({
      marks: ({ context }, params: { readonly marks: readonly (readonly number[])[] }) =>
        fitting(context, params.marks),
    }),
    setUnits: assign({ units: (_, params: { readonly units: number }) => params.units }),
    noteFault: assign({ fault: ({ context }) => marksFault(context.marks, context) }),
    clearFaults: assign({ fault: null, failure: null }),
    close: assign({ isOpen: false }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeTicket: assign({ ticket: (_, params: { readonly ticket: TotoTicket }) => params.ticket }),
    begin: assign(({ context }, params: { readonly guid: string }) => ({
      guid: params.guid,
      marks: fitting(context, []),
      units: 1,
      ticket: null,
      fault: null,
      failure: null,
    })),
    announce: emit({ type: 'ticket.bought' }),
  },
})

/**
 * The coupon of a draw: marks are set one by one or all at once, and the ticket is bought under a name. An answer that is lost leaves it
 * unsure what became of the ticket: it can only be sent again as it is, so that nobody pays twice. A draw that has closed takes no ticket
 * any more, but still says what became of one.
 */
export const totoCouponMachine = couponSetup.createMachine({
  id: 'toto-coupon',
  context: ({ input }) => ({
    ...input,
    marks: fitting(input, input.marks),
    units: 1,
    fault: null,
    failure: null,
    ticket: null,
  }),
  initial: 'arriving',
  on: { 'draw.closed': { actions: 'close' } },
  states: {
    arriving: { always: [{ guard: 'isOpen', target: 'editing' }, { target: 'closed' }] },
    editing: {
      on: {
        'mark.pressed': {
          guard: { type: 'isMark', params: ({ event }) => event },
          actions: [{ type: 'press', params: ({ event }) => event }, 'clearFaults'],
        },
        'marks.filled': { actions: [{ type: 'fill', params: ({ event }) => event }, 'clearFaults'] },
        'marks.cleared': { actions: [{ type: 'fill', params: { marks: [] } }, 'clearFaults'] },
        'units.changed': {
          guard: { type: 'isInBounds', params: ({ event }) => event },
          actions: [{ type: 'setUnits', params: ({ event }) => event }, 'clearFaults'],
        },
        'buy.requested': [
          { guard: 'isTicket', target: 'buying', actions: 'clearFaults' },
          { actions: ['clearFaults', 'noteFault'] },
        ],
        'draw.closed': { target: 'closed', actions: ['close', 'clearFaults'] },
      },
    },
    buying: {
      tags: 'busy',
      invoke: {
        src: 'buy',
        input: ({ context: { guid, drawId, marks, units } }) => ({
          guid,
          drawId,
          marks: marks.map((own) => [...own]),
          unitsPerLine: units,
        }),
        onDone: {
          target: 'bought',
          actions: [{ type: 'storeTicket', params: ({ event }) => ({ ticket: event.output }) }, 'announce'],
        },
        onError: [
          {
            guard: { type: 'isTooLate', params: ({ event }) => ({ error: event.error }) },
            target: 'closed',
            actions: ['close', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'unsure',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    refused: { always: [{ guard: 'isOpen', target: 'editing' }, { target: 'closed' }] },
    unsure: { on: { 'buy.requested': { target: 'buying', actions: 'clearFaults' } } },
    bought: {
      on: {
        'next.requested': [
          { guard: 'isOpen', target: 'editing', actions: { type: 'begin', params: ({ event }) => event } },
          { target: 'closed', actions: { type: 'begin', params: ({ event }) => event } },
        ],
      },
    },
    closed: {},
  },
})
