import { assign, emit, fromPromise, setup } from 'xstate'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import type { SignInEvent } from '#schemas'
import { type LoginIdentity, readLogin, returnPath } from './sign-in.rules.ts'

/** Who has signed in. */
export interface SignedIn {
  readonly userId: string | number
}

export type SignInEmitted =
  | { readonly type: 'signed-in'; readonly userId: string | number; readonly returnPath: string }
  /** The player asks for another activation letter. */
  | { readonly type: 'activation.requested'; readonly login: string }

export interface SignInInput {
  /** The page to come back to, as the address names it. */
  readonly returnUrl?: string
  /** A login that is known already, after a registration. */
  readonly login?: string
}

export interface SignInContext {
  readonly login: string
  /** There only between typing and the end of the sending. */
  readonly password: string
  readonly returnPath: string
  /** What is wrong with the form itself, before anything is sent. */
  readonly formError: 'login' | 'password' | null
  readonly failure: Failure | null
  /** Seconds until the next attempt may be made. */
  readonly waitSeconds: number
}

/** The countdown of a rate limit goes by seconds. */
export const COUNTDOWN_MS = 1000

type Credentials = LoginIdentity & { readonly password: string }

const signInSetup = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    emitted: {} as SignInEmitted,
    input: {} as SignInInput,
    tags: {} as 'busy',
  },
  actors: {
    signIn: fromPromise<SignedIn, Credentials>(() => Promise.reject(new Error('actor signIn was not provided'))),
  },
  delays: { second: COUNTDOWN_MS },
  guards: {
    isLoginUnreadable: ({ context }) => readLogin(context.login) === null,
    isPasswordEmpty: ({ context }) => context.password === '',
    isWrong: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'sign_in.wrong_credentials',
    isInactive: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'sign_in.not_activated',
    isLimited: (_, params: { readonly error: unknown }) => readFailure(params.error).retryAfterSeconds > 0,
    isWaitOver: ({ context }) => context.waitSeconds === 0,
  },
  actions: {
    storeLogin: assign({ login: (_, params: { readonly login: string }) => params.login, formError: null }),
    storePassword: assign({ password: (_, params: { readonly password: string }) => params.password, formError: null }),
    forgetPassword: assign({ password: '' }),
    noteUnreadableLogin: assign({ formError: 'login' }),
    noteEmptyPassword: assign({ formError: 'password' }),
    clearFailure: assign({ failure: null, formError: null }),
    storeFailure: assign((_, params: { readonly error: unknown }) => {
      const failure = readFailure(params.error)
      return { failure, waitSeconds: failure.retryAfterSeconds }
    }),
    countDown: assign({ waitSeconds: ({ context }) => Math.max(0, context.waitSeconds - 1) }),
    announceSignedIn: emit(({ context }, params: SignedIn) => ({
      type: 'signed-in' as const,
      userId: params.userId,
      returnPath: context.returnPath,
    })),
    requestActivation: emit(({ context }) => ({ type: 'activation.requested' as const, login: context.login })),
  },
})

/**
 * Signing in by e-mail, phone or account number. The password leaves the memory when its sending has ended, however it
 * ended; a limit of attempts is counted down in the open, and nothing is sent before it is over.
 */
export const signInMachine = signInSetup.createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    login: input.login ?? '',
    password: '',
    returnPath: returnPath(input.returnUrl),
    formError: null,
    failure: null,
    waitSeconds: 0,
  }),
  initial: 'identifying',
  states: {
    identifying: {
      initial: 'ready',
      on: {
        'login.changed': { target: '.ready', actions: { type: 'storeLogin', params: ({ event }) => event } },
        'password.changed': { target: '.ready', actions: { type: 'storePassword', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'isLoginUnreadable', actions: 'noteUnreadableLogin' },
          { guard: 'isPasswordEmpty', actions: 'noteEmptyPassword' },
          { target: 'submitting' },
        ],
      },
      states: {
        ready: { entry: 'clearFailure' },
        wrongCredentials: {},
        notActivated: { on: { 'activation.requested': { actions: 'requestActivation' } } },
        network: {},
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'clearFailure',
      exit: 'forgetPassword',
      invoke: {
        src: 'signIn',
        input: ({ context }) => ({
          ...(readLogin(context.login) ?? { kind: 'account', login: '' }),
          password: context.password,
        }),
        onDone: { target: 'done', actions: { type: 'announceSignedIn', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isLimited', params: ({ event }) => ({ error: event.error }) },
            target: 'rateLimited',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isWrong', params: ({ event }) => ({ error: event.error }) },
            target: 'identifying.wrongCredentials',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isInactive', params: ({ event }) => ({ error: event.error }) },
            target: 'identifying.notActivated',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'identifying.network',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    rateLimited: {
      always: { guard: 'isWaitOver', target: 'identifying' },
      on: {
        'login.changed': { actions: { type: 'storeLogin', params: ({ event }) => event } },
        'password.changed': { actions: { type: 'storePassword', params: ({ event }) => event } },
      },
      after: { second: { target: 'rateLimited', reenter: true, actions: 'countDown' } },
    },
    done: {},
  },
})

/** What playing and fuzzing the sign-in need to know. */
export const signInContract: MachineContract<typeof signInMachine> = {
  machine: signInMachine,
  invariants: [
    {
      name: 'no password is kept once the player is in',
      holds: ({ value, context }) => value !== 'done' || context.password === '',
    },
    {
      name: 'nothing but a readable login and a password is sent',
      holds: ({ value, context }) =>
        value !== 'submitting' || (readLogin(context.login) !== null && context.password !== ''),
    },
    {
      name: 'a limit has seconds left, and only a limit has',
      holds: ({ value, context }) => (value === 'rateLimited') === context.waitSeconds > 0,
    },
    {
      name: 'the player is announced once, when signed in',
      holds: ({ value, emitted }) =>
        emitted.filter(({ type }) => type === 'signed-in').length === (value === 'done' ? 1 : 0),
    },
    {
      name: 'the way back stays on this site',
      holds: ({ context }) => context.returnPath.startsWith('/') && !/^\/[/\\]/.test(context.returnPath),
    },
  ],
  abstract: ({ login, password, formError, failure, waitSeconds }) => [
    readLogin(login)?.kind ?? null,
    password !== '',
    formError,
    failure?.code ?? null,
    waitSeconds > 0,
  ],
  events: [
    { type: 'login.changed', login: 'ann@example.org' },
    { type: 'login.changed', login: '+7 916 123-45-67' },
    { type: 'login.changed', login: '1002003' },
    { type: 'login.changed', login: 'ann' },
    { type: 'password.changed', password: 'correct horse' },
    { type: 'password.changed', password: '' },
    { type: 'form.submitted' },
    { type: 'activation.requested' },
  ],
  eventSchema: 'account/sign-in-event',
  inputs: [{}, { login: '1002003' }, { returnUrl: '/en/line/1-football?page=2#top' }],
  uncoverable: [
    {
      item: 'rateLimited, after second is cancelled',
      why: 'The wait ends only when a second is over; the next one is set and called off at that same moment.',
    },
  ],
  outcomes: {
    signIn: {
      ok: [{ userId: 1002003 }],
      err: [
        { code: 'sign_in.wrong_credentials' },
        { code: 'sign_in.not_activated' },
        { code: 'rate.limited', retryAfterSeconds: 3 },
        { code: 'request.offline' },
      ],
    },
  },
}
