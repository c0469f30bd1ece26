import { assign, emit, fromPromise, raise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { PhoneCodeAnswer, SmsCodeEvent } from '#schemas'
import {
  codeFault,
  completesCode,
  freshContext,
  type SmsCodeContext,
  secondLater,
  UNCONFIRMED,
  withSentCode,
} from './sms-code.rules.ts'

export type SmsCodeEmitted =
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.accepted' }
  | { readonly type: 'confirmation.reset' }

export interface SmsCodeInput {
  readonly phone?: string
  /** Characters of the brand's codes, until the server reports the length of the code that it sent. */
  readonly codeLength: number
  /** What the field of the code is called in a message. */
  readonly codeLabel: string
}

type Context = SmsCodeContext & { readonly codeLabel: string }

/** The countdown goes by seconds. */
export const COUNTDOWN_MS = 1000

const smsCodeSetup = setup({
  types: {
    context: {} as Context,
    events: {} as SmsCodeEvent,
    emitted: {} as SmsCodeEmitted,
    input: {} as SmsCodeInput,
  },
  actors: {
    sendCode: fromPromise<PhoneCodeAnswer, { readonly phone: string }>(() => absentActor('sendCode')),
    checkCode: fromPromise<unknown, { readonly phone: string; readonly code: string }>(() => absentActor('checkCode')),
  },
  delays: { second: COUNTDOWN_MS },
  guards: {
    isOtherPhone: ({ context }, params: { readonly phone: string }) => params.phone !== context.phone,
    hasNoPhone: ({ context }) => context.phone === '',
    mayAsk: ({ context }) => context.waitSeconds === 0,
    isOver: ({ context }) => context.lifeSeconds === 0,
    isCodeOut: ({ context }) => context.lifeSeconds > 0,
    completes: ({ context }, params: { readonly code: string }) => completesCode(context, params.code),
    isFaulty: ({ context }) => codeFault(context, context.codeLabel) !== null,
    isSaid: (_, params: { readonly error: unknown; readonly code: string }) =>
      readFailure(params.error).code === params.code,
  },
  actions: {
    storePhone: assign(({ context }, params: { readonly phone: string }) =>
      freshContext(params.phone, context.codeLength),
    ),
    noteNoPhone: assign({ fault: { code: 'code.no_phone', params: {} } }),
    storeSent: assign((_, params: { readonly sent: PhoneCodeAnswer }) => withSentCode(params.sent)),
    storeCode: assign({ code: (_, params: { readonly code: string }) => params.code, fault: null }),
    forgetCode: assign({ code: '' }),
    forgetFlags: assign({ flags: UNCONFIRMED }),
    noteCodeFault: assign({ fault: ({ context }) => codeFault(context, context.codeLabel) }),
    noteAccepted: assign(({ context }) => ({
      code: '',
      lifeSeconds: 0,
      fault: null,
      flags: { ...context.flags, confirmationCodeSuccess: true, phoneConfirmed: true },
    })),
    storeFailure: assign((_, params: { readonly error: unknown }) => {
      const { code, params: values } = readFailure(params.error)
      return { fault: { code, params: values } }
    }),
    storeWait: assign(({ context }, params: { readonly error: unknown }) => ({
      waitSeconds: Math.max(context.waitSeconds, readFailure(params.error).retryAfterSeconds),
    })),
    voidCode: assign({ code: '', lifeSeconds: 0 }),
    noteExpired: assign({ code: '', fault: { code: 'phone_code.expired', params: {} } }),
    clearFault: assign({ fault: null }),
    countDown: assign(({ context }) => secondLater(context)),
    submitCode: raise({ type: 'code.submitted' }),
    announceSent: emit({ type: 'code.sent' }),
    announceAccepted: emit({ type: 'code.accepted' }),
    announceReset: emit({ type: 'confirmation.reset' }),
  },
})

/** Asking for another code, once the wait is over. */
const again = smsCodeSetup.createStateConfig({
  on: { 'code.requested': { guard: 'mayAsk', target: '#smsCode.sending' } },
}).on

/**
 * Proving a phone by a code (REG-12 to REG-14): the code is requested, typed and checked; the server says when
 * another may be requested, how long a code is valid and when there were too many attempts. Every state can be left
 * by a new code or another number; another number starts over.
 */
export const smsCodeMachine = smsCodeSetup.createMachine({
  id: 'smsCode',
  context: ({ input }) => ({ ...freshContext(input.phone ?? '', input.codeLength), codeLabel: input.codeLabel }),
  initial: 'idle',
  on: {
    'phone.changed': {
      guard: { type: 'isOtherPhone', params: ({ event }) => event },
      target: '.idle',
      actions: [{ type: 'storePhone', params: ({ event }) => event }, 'announceReset'],
    },
  },
  states: {
    idle: { on: { 'code.requested': [{ guard: 'hasNoPhone', actions: 'noteNoPhone' }, { target: 'sending' }] } },
    sending: {
      entry: 'clearFault',
      invoke: {
        src: 'sendCode',
        input: ({ context }) => ({ phone: context.phone }),
        onDone: {
          target: 'waiting',
          actions: [{ type: 'storeSent', params: ({ event }) => ({ sent: event.output }) }, 'announceSent'],
        },
        onError: [
          {
            guard: 'isCodeOut',
            target: 'waiting',
            actions: [
              { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
              { type: 'storeWait', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
              { type: 'storeWait', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        ],
      },
    },
    waiting: {
      always: { guard: 'isOver', target: 'expired' },
      on: {
        ...again,
        'code.changed': [
          {
            guard: { type: 'completes', params: ({ event }) => event },
            actions: [{ type: 'storeCode', params: ({ event }) => event }, 'submitCode'],
          },
          { actions: { type: 'storeCode', params: ({ event }) => event } },
        ],
        'code.submitted': [{ guard: 'isFaulty', actions: 'noteCodeFault' }, { target: 'checking' }],
      },
      after: { second: { target: 'waiting', reenter: true, actions: 'countDown' } },
    },
    checking: {
      invoke: {
        src: 'checkCode',
        input: ({ context }) => ({ phone: context.phone, code: context.code.trim() }),
        onDone: { target: 'confirmed', actions: ['noteAccepted', 'announceAccepted'] },
        onError: [
          {
            guard: { type: 'isSaid', params: ({ event }) => ({ error: event.error, code: 'phone_code.locked' }) },
            target: 'locked',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isSaid', params: ({ event }) => ({ error: event.error, code: 'phone_code.expired' }) },
            target: 'expired',
          },
          {
            guard: { type: 'isSaid', params: ({ event }) => ({ error: event.error, code: 'phone_code.wrong' }) },
            target: 'waiting',
            actions: [{ type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }, 'forgetCode'],
          },
          { target: 'waiting', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    confirmed: {
      on: { 'confirmation.refused': { target: 'expired', actions: ['forgetFlags', 'announceReset'] } },
    },
    locked: {
      entry: 'voidCode',
      on: again,
      after: { second: { target: 'locked', reenter: true, actions: 'countDown' } },
    },
    expired: {
      entry: ['voidCode', 'noteExpired'],
      on: again,
      after: { second: { target: 'expired', reenter: true, actions: 'countDown' } },
    },
    failed: {
      on: again,
      after: { second: { target: 'failed', reenter: true, actions: 'countDown' } },
    },
  },
})
