import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { PushChoice, PushDeviceEvent } from '#schemas'

/** What a browser lets a site do: show messages, never, or ask. */
export type PushPermission = 'granted' | 'denied' | 'default'

/** How a device stands, and what its player has chosen. */
export interface PushState {
  readonly permission: PushPermission
  /** Whether this device takes messages. */
  readonly isOn: boolean
  readonly choice: PushChoice
}

export interface PushDeviceInput {
  /** Whether this browser takes push messages at all. */
  readonly isSupported: boolean
}

export interface PushDeviceContext extends PushDeviceInput {
  readonly choice: PushChoice | null
  /** What is shown while it is being saved; the one before comes back when that fails. */
  readonly wished: PushChoice | null
  readonly error: string | null
}

type ActorName = 'readState' | 'askPermission' | 'addDevice' | 'removeDevice' | 'saveChoice'

export type PushDeviceEmitted = { readonly type: 'logged'; readonly actor: ActorName; readonly code: string }

const pushDeviceSetup = setup({
  types: {
    context: {} as PushDeviceContext,
    events: {} as PushDeviceEvent,
    emitted: {} as PushDeviceEmitted,
    input: {} as PushDeviceInput,
    tags: {} as 'busy',
  },
  actors: {
    readState: fromPromise<PushState>(() => absentActor('readState')),
    /** Shows the browser's own question. */
    askPermission: fromPromise<PushPermission>(() => absentActor('askPermission')),
    addDevice: fromPromise<void>(() => absentActor('addDevice')),
    removeDevice: fromPromise<void>(() => absentActor('removeDevice')),
    saveChoice: fromPromise<void, PushChoice | null>(() => absentActor('saveChoice')),
  },
  guards: {
    isUnsupported: ({ context }) => !context.isSupported,
    isDenied: (_, params: { readonly permission: PushPermission }) => params.permission === 'denied',
    isGranted: (_, params: { readonly permission: PushPermission }) => params.permission === 'granted',
    isOn: (_, { isOn, permission }: PushState) => isOn && permission === 'granted',
  },
  actions: {
    noteChoice: assign({ choice: (_, params: { readonly choice: PushChoice }) => params.choice }),
    wish: assign({ wished: (_, params: { readonly choice: PushChoice }) => params.choice }),
    adopt: assign({ choice: ({ context }) => context.wished, wished: null }),
    dropWish: assign({ wished: null }),
    forgetError: assign({ error: null }),
    noteError: assign({ error: (_, params: { readonly error: unknown }) => readFailure(params.error).code }),
    log: emit((_, params: { readonly actor: ActorName; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
  },
})

/**
 * The push messages of a device (APP-5). The browser is asked only after the player has wished it, a refusal is final for the page, and
 * a choice that could not be saved goes back to what it was.
 */
export const pushDeviceMachine = pushDeviceSetup.createMachine({
  id: 'pushDevice',
  context: ({ input }) => ({ ...input, choice: null, wished: null, error: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isUnsupported', target: 'unsupported' }, { target: 'reading' }] },
    unsupported: {},
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readState',
        onDone: [
          {
            guard: { type: 'isDenied', params: ({ event }) => event.output },
            target: 'blocked',
            actions: { type: 'noteChoice', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOn', params: ({ event }) => event.output },
            target: 'on',
            actions: { type: 'noteChoice', params: ({ event }) => event.output },
          },
          { target: 'off', actions: { type: 'noteChoice', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'unsupported',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'readState' as const, error: event.error }) },
        },
      },
    },
    blocked: {},
    off: { on: { 'devices.wanted': { target: 'asking', actions: 'forgetError' } } },
    asking: {
      tags: 'busy',
      invoke: {
        src: 'askPermission',
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => ({ permission: event.output }) },
            target: 'adding',
          },
          { guard: { type: 'isDenied', params: ({ event }) => ({ permission: event.output }) }, target: 'blocked' },
          { target: 'off' },
        ],
        onError: {
          target: 'off',
          actions: [
            { type: 'noteError', params: ({ event }) => event },
            { type: 'log', params: ({ event }) => ({ actor: 'askPermission' as const, error: event.error }) },
          ],
        },
      },
    },
    adding: {
      tags: 'busy',
      invoke: {
        src: 'addDevice',
        onDone: 'reading',
        onError: {
          target: 'off',
          actions: [
            { type: 'noteError', params: ({ event }) => event },
            { type: 'log', params: ({ event }) => ({ actor: 'addDevice' as const, error: event.error }) },
          ],
        },
      },
    },
    on: {
      on: {
        'devices.declined': { target: 'removing', actions: 'forgetError' },
        'choice.made': { target: 'saving', actions: ['forgetError', { type: 'wish', params: ({ event }) => event }] },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        src: 'removeDevice',
        onDone: 'off',
        onError: {
          target: 'on',
          actions: [
            { type: 'noteError', params: ({ event }) => event },
            { type: 'log', params: ({ event }) => ({ actor: 'removeDevice' as const, error: event.error }) },
          ],
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveChoice',
        input: ({ context }) => context.wished,
        onDone: { target: 'on', actions: 'adopt' },
        onError: {
          target: 'on',
          actions: [
            'dropWish',
            { type: 'noteError', params: ({ event }) => event },
            { type: 'log', params: ({ event }) => ({ actor: 'saveChoice' as const, error: event.error }) },
          ],
        },
      },
    },
  },
})
