import { assign, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { RecoveryCodesAnswer, TwoFactorEvent, TwoFactorSecretAnswer } from '#schemas'

/** What the sending of an SMS code tells. */
export interface SmsWait {
  /** Seconds until another one may be asked for. */
  readonly retryAfterSeconds: number
}

export interface TwoFactorInput {
  /** Whether the second factor is on. */
  readonly isOn: boolean
  /** Whether a code by SMS is needed besides to switch it on. */
  readonly asksSms: boolean
}

export interface TwoFactorContext extends TwoFactorInput {
  /** In the three forms in which an authenticator app takes it (TFA-1). */
  readonly secret: TwoFactorSecretAnswer | null
  readonly appCode: string
  readonly smsCode: string
  /** What is wrong with a line before anything is sent. */
  readonly emptyLine: 'app' | 'sms' | null
  readonly failure: Failure | null
  /** The line at which the failure is shown (TFA-7, TFA-8). */
  readonly failedLine: 'app' | 'sms' | null
  /** Shown once, and forgotten as soon as the player has saved them. */
  readonly recoveryCodes: readonly string[]
  /** Seconds until another SMS code may be asked for. */
  readonly waitSeconds: number
}

/** The wait for another code goes by seconds. */
export const COUNTDOWN_MS = 1000
/** The server's code for what the specification calls error_code 2. */
const WRONG_SMS = 'two_factor.sms_wrong'
const UNTOUCHED = { emptyLine: null, failure: null, failedLine: null } as const
const NO_CODES = { appCode: '', smsCode: '', ...UNTOUCHED } as const

const twoFactorSetup = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    input: {} as TwoFactorInput,
    tags: {} as 'busy',
  },
  actors: {
    loadSecret: fromPromise<TwoFactorSecretAnswer>(() => absentActor('loadSecret')),
    sendSms: fromPromise<SmsWait>(() => absentActor('sendSms')),
    enable: fromPromise<RecoveryCodesAnswer, { readonly appCode: string; readonly smsCode: string }>(() =>
      absentActor('enable'),
    ),
    disable: fromPromise<unknown, { readonly code: string }>(() => absentActor('disable')),
    renewCodes: fromPromise<RecoveryCodesAnswer, { readonly code: string }>(() => absentActor('renewCodes')),
  },
  delays: { second: COUNTDOWN_MS },
  guards: {
    isOn: ({ context }) => context.isOn,
    isAppCodeEmpty: ({ context }) => context.appCode.trim() === '',
    isSmsCodeMissing: ({ context }) => context.asksSms && context.smsCode.trim() === '',
    mayAskSms: ({ context }) => context.asksSms && context.waitSeconds === 0,
    isWaiting: ({ context }) => context.waitSeconds > 0,
    isSmsWrong: (_, params: { readonly error: unknown }) => readFailure(params.error).code === WRONG_SMS,
  },
  actions: {
    storeSecret: assign({ secret: (_, params: { readonly secret: TwoFactorSecretAnswer }) => params.secret }),
    storeAppCode: assign(({ context }, params: { readonly code: string }) => ({
      appCode: params.code,
      emptyLine: null,
      ...(context.failedLine === 'sms' ? {} : UNTOUCHED),
    })),
    storeSmsCode: assign(({ context }, params: { readonly code: string }) => ({
      smsCode: params.code,
      emptyLine: null,
      ...(context.failedLine === 'app' ? {} : UNTOUCHED),
    })),
    noteEmptyAppCode: assign({ ...UNTOUCHED, emptyLine: 'app' }),
    noteEmptySmsCode: assign({ ...UNTOUCHED, emptyLine: 'sms' }),
    clearFailure: assign(UNTOUCHED),
    forgetCodes: assign(NO_CODES),
    storeFailure: assign((_, params: { readonly error: unknown; readonly line: 'app' | 'sms' | null }) => ({
      failure: readFailure(params.error),
      failedLine: params.line,
    })),
    storeWait: assign({ waitSeconds: (_, params: SmsWait) => params.retryAfterSeconds }),
    storeFailedWait: assign({
      waitSeconds: (_, params: { readonly error: unknown }) => readFailure(params.error).retryAfterSeconds,
    }),
    countDown: assign({ waitSeconds: ({ context }) => context.waitSeconds - 1 }),
    storeRecoveryCodes: assign({ recoveryCodes: (_, params: RecoveryCodesAnswer) => params.recovery_codes }),
    forgetRecoveryCodes: assign({ recoveryCodes: [] }),
    noteOn: assign({ isOn: true, secret: null, waitSeconds: 0 }),
    noteOff: assign({ isOn: false }),
  },
})

/** A code of the app, or a recovery code, that is typed where the second factor is on. */
const typing = twoFactorSetup.createStateConfig({
  on: { 'app_code.changed': { actions: { type: 'storeAppCode', params: ({ event }) => event } } },
}).on

/**
 * Switching the second factor on and off (TFA-1 to TFA-8). A secret is loaded and scanned, and a code proves that the
 * app has it; the recovery codes are then shown once. Where it is on, a code switches it off or generates new
 * recovery codes.
 */
export const twoFactorMachine = twoFactorSetup.createMachine({
  id: 'twoFactor',
  context: ({ input }) => ({ ...input, ...NO_CODES, secret: null, recoveryCodes: [], waitSeconds: 0 }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isOn', target: 'on' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      entry: 'forgetCodes',
      invoke: {
        src: 'loadSecret',
        onDone: {
          target: 'scanning',
          actions: { type: 'storeSecret', params: ({ event }) => ({ secret: event.output }) },
        },
        onError: {
          target: 'loadingFailed',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: null }) },
        },
      },
    },
    loadingFailed: { on: { 'loading.retried': 'loading' } },
    scanning: {
      on: {
        ...typing,
        'sms_code.changed': { actions: { type: 'storeSmsCode', params: ({ event }) => event } },
        'sms.requested': { guard: 'mayAskSms', target: 'sendingSms' },
        'form.submitted': [
          { guard: 'isAppCodeEmpty', actions: 'noteEmptyAppCode' },
          { guard: 'isSmsCodeMissing', actions: 'noteEmptySmsCode' },
          { target: 'enabling' },
        ],
      },
      after: { second: { guard: 'isWaiting', target: 'scanning', reenter: true, actions: 'countDown' } },
    },
    sendingSms: {
      entry: 'clearFailure',
      on: typing,
      invoke: {
        src: 'sendSms',
        onDone: { target: 'scanning', actions: { type: 'storeWait', params: ({ event }) => event.output } },
        onError: {
          target: 'scanning',
          actions: [
            { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: 'sms' }) },
            { type: 'storeFailedWait', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    enabling: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'enable',
        input: ({ context }) => ({ appCode: context.appCode.trim(), smsCode: context.smsCode.trim() }),
        onDone: {
          target: 'showingCodes',
          actions: { type: 'storeRecoveryCodes', params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: 'isSmsWrong', params: ({ event }) => ({ error: event.error }) },
            target: 'scanning',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: 'sms' }) },
          },
          {
            target: 'scanning',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: 'app' }) },
          },
        ],
      },
    },
    showingCodes: {
      entry: ['noteOn', 'forgetCodes'],
      exit: 'forgetRecoveryCodes',
      on: { 'codes.kept': 'on' },
    },
    on: {
      on: {
        ...typing,
        'form.submitted': [{ guard: 'isAppCodeEmpty', actions: 'noteEmptyAppCode' }, { target: 'disabling' }],
        'renewal.requested': [{ guard: 'isAppCodeEmpty', actions: 'noteEmptyAppCode' }, { target: 'renewing' }],
      },
    },
    disabling: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'disable',
        input: ({ context }) => ({ code: context.appCode.trim() }),
        onDone: 'off',
        onError: {
          target: 'on',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: 'app' }) },
        },
      },
    },
    renewing: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        src: 'renewCodes',
        input: ({ context }) => ({ code: context.appCode.trim() }),
        onDone: {
          target: 'showingCodes',
          actions: { type: 'storeRecoveryCodes', params: ({ event }) => event.output },
        },
        onError: {
          target: 'on',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error, line: 'app' }) },
        },
      },
    },
    off: {
      entry: ['noteOff', 'forgetCodes'],
      on: { 'set_up.requested': 'loading' },
    },
  },
})
