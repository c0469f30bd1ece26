import { emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { AppUpdateEvent } from '#schemas'

/** What is known when the page opens. */
export interface AppUpdateInput {
  /** Whether this browser has service workers. */
  readonly isSupported: boolean
  /** Whether the brand has its worker switched on. */
  readonly isOn: boolean
}

export type AppUpdateEmitted =
  /** A newer worker has taken over. */
  | { readonly type: 'update.taken' }
  | { readonly type: 'logged'; readonly actor: 'registerWorker' | 'takeOver' | 'removeWorker'; readonly code: string }

const appUpdateSetup = setup({
  types: {
    context: {} as AppUpdateInput,
    events: {} as AppUpdateEvent,
    emitted: {} as AppUpdateEmitted,
    input: {} as AppUpdateInput,
  },
  actors: {
    /** Registers the worker. @returns whether a newer one already waits */
    registerWorker: fromPromise<boolean>(() => absentActor('registerWorker')),
    /** Asks the newer worker to take over. @returns whether it did: not where a bet is open in another tab */
    takeOver: fromPromise<boolean>(() => absentActor('takeOver')),
    /** Removes the worker and what it has kept. */
    removeWorker: fromPromise<void>(() => absentActor('removeWorker')),
  },
  guards: {
    isUnsupported: ({ context }) => !context.isSupported,
    isSwitchedOff: ({ context }) => !context.isOn,
    isYes: (_, params: { readonly isYes: boolean }) => params.isYes,
    isBetClosed: (_, params: { readonly isBetOpen: boolean }) => !params.isBetOpen,
  },
  actions: {
    announce: emit({ type: 'update.taken' as const }),
    log: emit(
      (_, params: { readonly actor: 'registerWorker' | 'takeOver' | 'removeWorker'; readonly error: unknown }) => ({
        type: 'logged' as const,
        actor: params.actor,
        code: readFailure(params.error).code,
      }),
    ),
  },
})

/**
 * The service worker of a page (APP-5). A newer one waits until the page moves to another address with no bet open in it, and asks the
 * other tabs for the same: nothing changes below a bet that is being made. A brand that switches its worker off gets it removed.
 */
export const appUpdateMachine = appUpdateSetup.createMachine({
  id: 'appUpdate',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isUnsupported', target: 'off' },
        { guard: 'isSwitchedOff', target: 'removing' },
        { target: 'registering' },
      ],
    },
    off: {},
    registering: {
      invoke: {
        src: 'registerWorker',
        onDone: [
          { guard: { type: 'isYes', params: ({ event }) => ({ isYes: event.output }) }, target: 'waiting' },
          { target: 'current' },
        ],
        onError: {
          target: 'off',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'registerWorker' as const, error: event.error }) },
        },
      },
    },
    current: { on: { 'update.ready': 'waiting' } },
    waiting: {
      on: {
        'page.moved': { guard: { type: 'isBetClosed', params: ({ event }) => event }, target: 'taking' },
      },
    },
    taking: {
      invoke: {
        src: 'takeOver',
        onDone: [
          {
            guard: { type: 'isYes', params: ({ event }) => ({ isYes: event.output }) },
            target: 'current',
            actions: 'announce',
          },
          { target: 'waiting' },
        ],
        onError: {
          target: 'waiting',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'takeOver' as const, error: event.error }) },
        },
      },
    },
    removing: {
      invoke: {
        src: 'removeWorker',
        onDone: 'off',
        onError: {
          target: 'off',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'removeWorker' as const, error: event.error }) },
        },
      },
    },
  },
})
