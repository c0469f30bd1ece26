import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { SignInEvent } from '#schemas'
import { factorOf, type LoginIdentity, readLogin, returnPath, type SecondFactor } from './sign-in.rules.ts'

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
  /** A social provider has done the first step: the second is asked of this browser at once. */
  readonly isAtSecondStep?: boolean
  /** What it asks for then; the app when left out. */
  readonly factor?: SecondFactor
  /** Whether a passkey of the account may take the place of its code. */
  readonly hasPasskey?: boolean
}

export interface SignInContext {
  readonly login: string
  /** There only between typing and the end of the sending. */
  readonly password: string
  readonly returnPath: string
  /** Under which the server awaits the second step; null when a social provider did the first one. */
  readonly authId: string | null
  readonly isAtSecondStep: boolean
  /** Whether the account has a passkey that may take the place of a code. */
  readonly hasPasskey: boolean
  /** What the second step asks for. */
  readonly factor: SecondFactor
  /** Of the second factor; there only between typing and the end of the sending. */
  readonly code: string
  /** Whether a recovery code is asked for instead of one of the app. */
  readonly usesRecovery: boolean
  /** What is wrong with the form itself, before anything is sent. */
  readonly formError: 'login' | 'password' | 'code' | null
  readonly failure: Failure | null
  /** How often the least work the server asks for, because of wrong passwords for this login. */
  readonly workTimes: number
  /** How many works were asked for since the form was sent. */
  readonly works: number
  /** What the work has earned; it goes out with the next sending. */
  readonly workToken: string | null
  /** Seconds until the next attempt may be made. */
  readonly waitSeconds: number
}

/** The countdown of a rate limit goes by seconds. */
export const COUNTDOWN_MS = 1000

/** What a sign-in is sent with; the token where the server has asked for work. */
export type Credentials = LoginIdentity & { readonly password: string; readonly workToken?: string }

/** A work that the server asks for. */
export interface AskedWork {
  readonly times: number
}

/** The price rises with each attempt of others: a player who has done the work this often faces an attack that cannot
 *  be outrun. */
const MOST_WORKS = 3

/** What ends the second step. */
export interface SecondStep {
  readonly authId: string | null
  readonly code: string
}

/** After these the sign-in has to start over. */
const OVER: ReadonlySet<string> = new Set(['two_factor.locked', 'two_factor.expired'])
const NO_SECOND_STEP = {
  authId: null,
  isAtSecondStep: false,
  hasPasskey: false,
  factor: 'app',
  code: '',
  usesRecovery: false,
} as const

const signInSetup = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    emitted: {} as SignInEmitted,
    input: {} as SignInInput,
    tags: {} as 'busy',
  },
  actors: {
    signIn: fromPromise<SignedIn, Credentials>(() => absentActor('signIn')),
    workOff: fromPromise<string, AskedWork>(() => absentActor('workOff')),
    finishSignIn: fromPromise<SignedIn, SecondStep>(() => absentActor('finishSignIn')),
  },
  delays: { second: COUNTDOWN_MS },
  guards: {
    isLoginUnreadable: ({ context }) => readLogin(context.login) === null,
    isPasswordEmpty: ({ context }) => context.password === '',
    isWrong: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'sign_in.wrong_credentials',
    isInactive: (_, params: { readonly error: unknown }) => readFailure(params.error).code === 'sign_in.not_activated',
    isWorkAsked: ({ context }, params: { readonly error: unknown }) =>
      readFailure(params.error).code === 'captcha.work_required' && context.works < MOST_WORKS,
    isSecondStepAsked: (_, params: { readonly error: unknown }) =>
      readFailure(params.error).code === 'sign_in.second_factor',
    isSecondStepOver: (_, params: { readonly error: unknown }) => OVER.has(readFailure(params.error).code),
    isAtSecondStep: ({ context }) => context.isAtSecondStep,
    isCodeEmpty: ({ context }) => context.code.trim() === '',
    isLimited: (_, params: { readonly error: unknown }) => readFailure(params.error).retryAfterSeconds > 0,
    isWaitOver: ({ context }) => context.waitSeconds === 0,
  },
  actions: {
    storeLogin: assign({ login: (_, params: { readonly login: string }) => params.login, formError: null }),
    storePassword: assign({ password: (_, params: { readonly password: string }) => params.password, formError: null }),
    forgetPassword: assign({ password: '' }),
    beginSending: assign({ works: 0, workToken: null }),
    storeWork: assign(({ context }, params: { readonly error: unknown }) => ({
      workTimes: Number(readFailure(params.error).params.times ?? 1),
      works: context.works + 1,
    })),
    storeWorkToken: assign({ workToken: (_, params: { readonly token: string }) => params.token }),
    forgetWorkToken: assign({ workToken: null }),
    noteUnreadableLogin: assign({ formError: 'login' }),
    noteEmptyPassword: assign({ formError: 'password' }),
    storeSecondStep: assign((_, params: { readonly error: unknown }) => ({
      ...NO_SECOND_STEP,
      authId: String(readFailure(params.error).params.authId ?? ''),
      isAtSecondStep: true,
      hasPasskey: Number(readFailure(params.error).params.passkeys ?? 0) > 0,
      factor: factorOf(readFailure(params.error).params.factor),
    })),
    storeAuthId: assign((_, params: { readonly authId: string; readonly factor: SecondFactor }) => ({
      ...NO_SECOND_STEP,
      authId: params.authId,
      factor: params.factor,
      isAtSecondStep: true,
      password: '',
      waitSeconds: 0,
    })),
    storeCode: assign({ code: (_, params: { readonly code: string }) => params.code, formError: null }),
    forgetCode: assign({ code: '' }),
    noteEmptyCode: assign({ formError: 'code' }),
    turnToOtherCode: assign(({ context }) => ({ usesRecovery: !context.usesRecovery, code: '' })),
    forgetSecondStep: assign(NO_SECOND_STEP),
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
 * Signing in by e-mail, phone or account number, or by a code sent to a phone (AUTH-15). The password leaves memory
 * once it has been sent, whatever the outcome; an attempt limit is counted down in view of the player, and nothing is
 * sent before it is over. If others have tried wrong passwords, the device does some work first, also in view
 * (SEC-14). Where the account asks for a second factor (AUTH-16), a code of the app or a recovery code follows; after
 * too many wrong codes, sign-in starts over.
 */
export const signInMachine = signInSetup.createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    login: input.login ?? '',
    password: '',
    returnPath: returnPath(input.returnUrl),
    formError: null,
    failure: null,
    workTimes: 0,
    works: 0,
    workToken: null,
    waitSeconds: 0,
    ...NO_SECOND_STEP,
    isAtSecondStep: input.isAtSecondStep ?? false,
    factor: input.factor ?? 'app',
    hasPasskey: input.hasPasskey ?? false,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isAtSecondStep', target: 'secondStep' }, { target: 'identifying' }] },
    identifying: {
      initial: 'ready',
      on: {
        'login.changed': { target: '.ready', actions: { type: 'storeLogin', params: ({ event }) => event } },
        'password.changed': { target: '.ready', actions: { type: 'storePassword', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'isLoginUnreadable', actions: 'noteUnreadableLogin' },
          { guard: 'isPasswordEmpty', actions: 'noteEmptyPassword' },
          { target: 'submitting', actions: 'beginSending' },
        ],
        'second_step.asked': {
          target: 'secondStep',
          actions: { type: 'storeAuthId', params: ({ event }) => event },
        },
      },
      states: {
        ready: { entry: 'clearFailure' },
        wrongCredentials: {},
        network: {},
        secondStepOver: {},
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'clearFailure',
      exit: 'forgetWorkToken',
      invoke: {
        src: 'signIn',
        input: ({ context }) => ({
          ...(readLogin(context.login) ?? { kind: 'account', login: '' }),
          password: context.password,
          ...(context.workToken === null ? {} : { workToken: context.workToken }),
        }),
        onDone: {
          target: 'done',
          actions: ['forgetPassword', { type: 'announceSignedIn', params: ({ event }) => event.output }],
        },
        onError: [
          {
            guard: { type: 'isWorkAsked', params: ({ event }) => ({ error: event.error }) },
            target: 'working',
            actions: { type: 'storeWork', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isSecondStepAsked', params: ({ event }) => ({ error: event.error }) },
            target: 'secondStep',
            actions: ['forgetPassword', { type: 'storeSecondStep', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            guard: { type: 'isLimited', params: ({ event }) => ({ error: event.error }) },
            target: 'rateLimited',
            actions: ['forgetPassword', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            guard: { type: 'isWrong', params: ({ event }) => ({ error: event.error }) },
            target: 'identifying.wrongCredentials',
            actions: ['forgetPassword', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            guard: { type: 'isInactive', params: ({ event }) => ({ error: event.error }) },
            target: 'notActivated',
            actions: ['forgetPassword', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            target: 'identifying.network',
            actions: ['forgetPassword', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
        ],
      },
    },
    // The device works before the same credentials are sent again; the player may call it off.
    working: {
      tags: 'busy',
      invoke: {
        src: 'workOff',
        input: ({ context }) => ({ times: context.workTimes }),
        onDone: {
          target: 'submitting',
          actions: { type: 'storeWorkToken', params: ({ event }) => ({ token: event.output }) },
        },
        onError: {
          target: 'identifying.network',
          actions: ['forgetPassword', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
      on: { 'back.pressed': { target: 'identifying', actions: 'forgetPassword' } },
    },
    // The code of the letter takes the place of login and password.
    notActivated: {
      on: {
        'activation.requested': { actions: 'requestActivation' },
        'back.pressed': 'identifying',
      },
    },
    rateLimited: {
      always: { guard: 'isWaitOver', target: 'identifying' },
      on: {
        'second_step.asked': {
          target: 'secondStep',
          actions: { type: 'storeAuthId', params: ({ event }) => event },
        },
        'login.changed': { actions: { type: 'storeLogin', params: ({ event }) => event } },
        'password.changed': { actions: { type: 'storePassword', params: ({ event }) => event } },
      },
      after: { second: { target: 'rateLimited', reenter: true, actions: 'countDown' } },
    },
    secondStep: {
      initial: 'ready',
      on: {
        'code.changed': { target: '.ready', actions: { type: 'storeCode', params: ({ event }) => event } },
        'code.turned': { target: '.ready', actions: 'turnToOtherCode' },
        'code.submitted': [{ guard: 'isCodeEmpty', actions: 'noteEmptyCode' }, { target: 'finishing' }],
        'back.pressed': { target: 'identifying', actions: 'forgetSecondStep' },
      },
      states: {
        ready: { entry: 'clearFailure' },
        failed: {},
      },
    },
    finishing: {
      tags: 'busy',
      entry: 'clearFailure',
      exit: 'forgetCode',
      invoke: {
        src: 'finishSignIn',
        input: ({ context }) => ({ authId: context.authId, code: context.code.trim() }),
        onDone: { target: 'done', actions: { type: 'announceSignedIn', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isLimited', params: ({ event }) => ({ error: event.error }) },
            target: 'codeLimited',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isSecondStepOver', params: ({ event }) => ({ error: event.error }) },
            target: 'identifying.secondStepOver',
            actions: ['forgetSecondStep', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            target: 'secondStep.failed',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    codeLimited: {
      always: { guard: 'isWaitOver', target: 'secondStep' },
      on: { 'code.changed': { actions: { type: 'storeCode', params: ({ event }) => event } } },
      after: { second: { target: 'codeLimited', reenter: true, actions: 'countDown' } },
    },
    done: {},
  },
})
