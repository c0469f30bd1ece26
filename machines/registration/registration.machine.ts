import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { RegistrationEvent } from '#schemas'

/** The server's answer to a registration; a password comes with one-click registration only. */
export interface RegisteredAnswer {
  readonly userId: string | number
  readonly password?: string
  readonly isSignedIn: boolean
  /** Seconds until another activation mail may be asked for; absent where none was sent. */
  readonly retryAfterSeconds?: number
}

export type RegistrationEmitted =
  | ({ readonly type: 'registered' } & RegisteredAnswer)
  | { readonly type: 'modal.requested'; readonly name: string; readonly params: RegisteredAnswer }
  | { readonly type: 'logged'; readonly actor: string; readonly code: string }

/** What the registration is given from outside. */
export interface RegistrationInput {
  /** Whether a modal follows a registration; it does unless switched off (REG-6). */
  readonly showsModalAfter?: boolean
}

/** What stands around the form; null and empty are the defaults that remain when loading fails. */
export interface RegistrationContext {
  readonly input: RegistrationInput
  readonly data: unknown
  readonly bonuses: readonly unknown[]
}

/** The modal that follows a registration (REG-6). */
export const AFTER_REGISTRATION_MODAL = 'REGISTRATION_DONE'

const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as RegistrationEmitted,
    input: {} as RegistrationInput,
  },
  actors: {
    loadData: fromPromise<unknown>(() => absentActor('loadData')),
    loadBonuses: fromPromise<readonly unknown[]>(() => absentActor('loadBonuses')),
  },
  actions: {
    storeData: assign({ data: (_, params: { readonly data: unknown }) => params.data }),
    storeBonuses: assign({ bonuses: (_, params: { readonly bonuses: readonly unknown[] }) => params.bonuses }),
    log: emit((_, params: { readonly actor: string; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
    announce: enqueueActions(({ context, enqueue }, answer: RegisteredAnswer) => {
      const { userId, password, isSignedIn, retryAfterSeconds } = answer
      const player = {
        userId,
        isSignedIn,
        ...(password === undefined ? {} : { password }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }
      enqueue.emit({ type: 'registered', ...player })
      if (context.input.showsModalAfter === false) return
      enqueue.emit({ type: 'modal.requested', name: AFTER_REGISTRATION_MODAL, params: player })
    }),
  },
})

/** Whether there is an account; there is one once. */
const account = registrationSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      on: { 'account.made': { target: 'made', actions: { type: 'announce', params: ({ event }) => event } } },
    },
    made: {},
  },
})

/** Registration data, loaded on demand; a failure is logged and the defaults remain (REG-22, REG-23). */
const data = registrationSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'data.requested': 'loading' } },
    loading: {
      invoke: {
        src: 'loadData',
        onDone: { target: 'ready', actions: { type: 'storeData', params: ({ event }) => ({ data: event.output }) } },
        onError: {
          target: 'idle',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'loadData', error: event.error }) },
        },
      },
    },
    ready: {},
  },
})

/** Welcome bonuses, loaded on demand like the data. */
const bonuses = registrationSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'bonuses.requested': 'loading' } },
    loading: {
      invoke: {
        src: 'loadBonuses',
        onDone: {
          target: 'ready',
          actions: { type: 'storeBonuses', params: ({ event }) => ({ bonuses: event.output }) },
        },
        onError: {
          target: 'idle',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'loadBonuses', error: event.error }) },
        },
      },
    },
    ready: {},
  },
})

/**
 * What makes a form a registration: the account that comes of it and is announced once, and the data and bonuses that are
 * loaded on demand. The form itself has a machine of its own (forms/form), whose variants are the registration types (REG-9 to
 * REG-11).
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: ({ input }) => ({ input, data: null, bonuses: [] }),
  type: 'parallel',
  states: { account, data, bonuses },
})
