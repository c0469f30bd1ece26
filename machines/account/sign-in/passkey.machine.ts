import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { PasskeyEvent, PasskeySigned } from '#schemas'

/** What the browser is asked for a passkey for. */
export type PasskeyPurpose = 'sign_in' | 'second_step' | 'making'

/** What a browser can do with passkeys. */
export interface PasskeySupport {
  readonly isSupported: boolean
  /** Whether it offers them where a login is typed. */
  readonly hasAutofill: boolean
}

export interface PasskeyInput {
  readonly purpose: PasskeyPurpose
  /** Under which the server awaits the second step of a sign-in; null after a social provider, and for anything else. */
  readonly authId?: string | null
}

/** What asks the browser. */
export interface PasskeyQuestion {
  readonly purpose: PasskeyPurpose
  readonly authId: string | null
  /** The password, or a code of the second factor: a new passkey is confirmed by it. */
  readonly secret: string
}

/** What is sent to the server. */
export interface PasskeyAnswer {
  readonly purpose: PasskeyPurpose
  readonly authId: string | null
  /** What the player calls a new passkey. */
  readonly name: string
  readonly signed: PasskeySigned
}

/** What the server makes of it: who has signed in; null when a passkey was added. */
export interface PasskeyTaken {
  readonly userId: number | null
}

export type PasskeyEmitted = { readonly type: 'passkey.taken' } & PasskeyTaken

export interface PasskeyContext {
  readonly purpose: PasskeyPurpose
  readonly authId: string | null
  readonly name: string
  /** There only between typing and the end of the asking. */
  readonly secret: string
  readonly isSecretMissing: boolean
  /** There only while it is sent. */
  readonly signed: PasskeySigned | null
  readonly failure: Failure | null
}

/** The server takes a signature for five minutes; the browser is given a fresh question before. */
export const RENEWAL_MS = 4 * 60_000

/** The problem to show when the browser returned nothing or the player cancelled. */
const DISMISSED = 'passkey.dismissed'
const WRONG = 'passkey.wrong'

const passkeySetup = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as PasskeyEvent,
    emitted: {} as PasskeyEmitted,
    input: {} as PasskeyInput,
    tags: {} as 'busy',
  },
  actors: {
    readSupport: fromPromise<PasskeySupport>(() => absentActor('readSupport')),
    /** Asks quietly: the browser offers passkeys where a login is typed, for as long as the actor runs. */
    offer: fromPromise<PasskeySigned>(() => absentActor('offer')),
    ask: fromPromise<PasskeySigned, PasskeyQuestion>(() => absentActor('ask')),
    send: fromPromise<PasskeyTaken, PasskeyAnswer>(() => absentActor('send')),
  },
  delays: { renewal: RENEWAL_MS },
  guards: {
    isUnsupported: (_, params: PasskeySupport) => !params.isSupported,
    isOfferedQuietly: ({ context }, params: PasskeySupport) => context.purpose === 'sign_in' && params.hasAutofill,
    isSecretMissing: ({ context }) => context.purpose === 'making' && context.secret.trim() === '',
    isDismissed: (_, params: { readonly error: unknown }) => readFailure(params.error).code === DISMISSED,
    isWrong: (_, params: { readonly error: unknown }) => readFailure(params.error).code === WRONG,
  },
  actions: {
    storeName: assign({ name: (_, params: { readonly name: string }) => params.name }),
    storeSecret: assign({ secret: (_, params: { readonly secret: string }) => params.secret }),
    forgetSecret: assign({ secret: '' }),
    noteMissingSecret: assign({ isSecretMissing: true }),
    clearFailure: assign({ isSecretMissing: false, failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    storeSigned: assign({ signed: (_, params: { readonly signed: PasskeySigned }) => params.signed }),
    forgetSigned: assign({ signed: null }),
    announce: emit((_, params: PasskeyTaken) => ({ type: 'passkey.taken' as const, userId: params.userId })),
  },
})

/**
 * Making a passkey, signing in with one, and ending a sign-in with one. Where the browser can, it offers passkeys by itself
 * where a login is typed; otherwise, and besides, the player presses a button and the browser asks. What it gives is sent at
 * once and kept nowhere.
 */
export const passkeyMachine = passkeySetup.createMachine({
  id: 'passkey',
  context: ({ input }) => ({
    purpose: input.purpose,
    authId: input.authId ?? null,
    name: '',
    secret: '',
    isSecretMissing: false,
    signed: null,
    failure: null,
  }),
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'readSupport',
        onDone: [
          { guard: { type: 'isUnsupported', params: ({ event }) => event.output }, target: 'unsupported' },
          { guard: { type: 'isOfferedQuietly', params: ({ event }) => event.output }, target: 'offering' },
          { target: 'ready' },
        ],
        onError: 'unsupported',
      },
    },
    unsupported: {},
    offering: {
      on: { 'passkey.requested': 'asking' },
      after: { renewal: { target: 'offering', reenter: true } },
      invoke: {
        src: 'offer',
        onDone: {
          target: 'sending',
          actions: { type: 'storeSigned', params: ({ event }) => ({ signed: event.output }) },
        },
        onError: 'ready',
      },
    },
    ready: {
      initial: 'idle',
      on: {
        'name.changed': { target: '.idle', actions: { type: 'storeName', params: ({ event }) => event } },
        'secret.changed': { target: '.idle', actions: { type: 'storeSecret', params: ({ event }) => event } },
        'passkey.requested': [{ guard: 'isSecretMissing', actions: 'noteMissingSecret' }, { target: 'asking' }],
      },
      states: {
        idle: { entry: 'clearFailure' },
        refused: {},
        wrong: {},
        failed: {},
      },
    },
    asking: {
      tags: 'busy',
      entry: 'clearFailure',
      exit: 'forgetSecret',
      invoke: {
        src: 'ask',
        input: ({ context: { purpose, authId, secret } }) => ({ purpose, authId, secret }),
        onDone: {
          target: 'sending',
          actions: { type: 'storeSigned', params: ({ event }) => ({ signed: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isDismissed', params: ({ event }) => ({ error: event.error }) },
            target: 'ready.refused',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'ready.failed',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    sending: {
      tags: 'busy',
      exit: 'forgetSigned',
      invoke: {
        src: 'send',
        input: ({ context: { purpose, authId, name, signed } }) => ({
          purpose,
          authId,
          name: name.trim(),
          signed: signed ?? { id: '', client_data: '' },
        }),
        onDone: { target: 'done', actions: { type: 'announce', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isWrong', params: ({ event }) => ({ error: event.error }) },
            target: 'ready.wrong',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'ready.failed',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    done: {},
  },
})
