import { initialTransition, setup, transition } from 'xstate'
import type { TotoDrawEvent, TotoStatus } from '#schemas'

/** A draw, as its life begins to be followed. */
export interface FollowedDraw {
  readonly status: TotoStatus
  /** Void games at which it is cancelled. */
  readonly cancelAtVoids: number
}

const drawSetup = setup({
  types: {
    context: {} as FollowedDraw,
    events: {} as TotoDrawEvent,
    input: {} as FollowedDraw,
  },
  guards: {
    isIn: ({ context }, params: { readonly status: TotoStatus }) => context.status === params.status,
    hasFewVoids: ({ context }, params: { readonly voids: number }) => params.voids < context.cancelAtVoids,
    hasTooManyVoids: ({ context }, params: { readonly voids: number }) => params.voids >= context.cancelAtVoids,
  },
})

/**
 * The life of a draw: it sells until its first game starts, its games are played, its prizes are known, and every ticket is paid. The desk
 * cancels it before its prizes are known, and too many void games cancel it by themselves. A result that was put right makes other prizes
 * known; what was paid by then stays a draw that pays.
 */
export const totoDrawMachine = drawSetup.createMachine({
  id: 'toto-draw',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: { type: 'isIn', params: { status: 'closed' } }, target: 'closed' },
        { guard: { type: 'isIn', params: { status: 'resulted' } }, target: 'resulted' },
        { guard: { type: 'isIn', params: { status: 'paid' } }, target: 'paid' },
        { guard: { type: 'isIn', params: { status: 'cancelled' } }, target: 'cancelled' },
        { target: 'open' },
      ],
    },
    open: { on: { 'first.started': 'closed', 'draw.cancelled': 'cancelled' } },
    closed: {
      on: {
        'all.decided': [
          {
            guard: { type: 'hasTooManyVoids', params: ({ event }) => ({ voids: event.voids }) },
            target: 'cancelled',
          },
          { target: 'resulted' },
        ],
        'draw.cancelled': 'cancelled',
      },
    },
    resulted: { on: { 'all.paid': 'paid' } },
    paid: {
      on: {
        'result.corrected': {
          guard: { type: 'hasFewVoids', params: ({ event }) => ({ voids: event.voids }) },
          target: 'resulted',
        },
      },
    },
    cancelled: {},
  },
})

/** The status of a draw after something has happened to it; the same where that changes nothing.
 *  `({ status: 'open', cancelAtVoids: 5 }, { type: 'first.started' })` → `closed` */
export function statusAfter(draw: FollowedDraw, event: TotoDrawEvent): TotoStatus {
  const [snapshot] = initialTransition(totoDrawMachine, draw)
  const [next] = transition(totoDrawMachine, snapshot, event)
  return next.value as TotoStatus
}
