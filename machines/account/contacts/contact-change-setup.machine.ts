import { assign, emit, fromPromise, raise, setup } from 'xstate'
import { type CodeFault, codeFault, completesCode } from '#machines/phone/sms-code.rules.ts'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { ContactBegunAnswer, ContactsAnswer, EmailChangeEvent, PhoneChangeEvent } from '#schemas'

/** How the player proves ownership of the account. */
export type AllowingWay = ContactsAnswer['phoneWays'][number]

/** What happens to a change of either kind. */
export type ContactChangeEvent = EmailChangeEvent | PhoneChangeEvent

/** A code that is on its way. */
export interface SentContactCode {
  /** Where it went, in words. */
  readonly message: string
  readonly codeLength: number
  /** Seconds until another code may be asked for. */
  readonly retryAfterSeconds: number
}

export interface ContactChangeInput {
  /** In the order in which they are offered; empty where nothing has to be shown. */
  readonly ways: readonly AllowingWay[]
  /** A new address that waits for its code already. */
  readonly waiting?: string
  /** Characters of the brand's codes, until the server reports the length of the code that it sent. */
  readonly codeLength: number
  /** What the line of the code is called in a message. */
  readonly codeLabel: string
}

export interface ContactChangeContext extends Omit<ContactChangeInput, 'waiting'> {
  /** The new address. */
  readonly value: string
  /** A new address waited for its code when the page was opened. */
  readonly isWaiting: boolean
  readonly way: AllowingWay
  /** Whether the player has proved ownership of the account, or does not have to. */
  readonly isAllowed: boolean
  /** There only between typing and the end of the check. */
  readonly secret: string
  /** There only between typing and the end of the check. */
  readonly code: string
  /** Where the last code went, in words; null while none is out. */
  readonly message: string | null
  /** Until another code may be asked for. */
  readonly waitSeconds: number
  readonly emptyLine: 'secret' | null
  readonly fault: CodeFault | null
}

export type ContactChangeEmitted = { readonly type: 'contact.changed'; readonly value: string }

/** The address that calls are about. */
export interface WantedContact {
  /** The new address. */
  readonly value: string
  /** Whether it is a first one, for which nothing has to be shown. */
  readonly isFirst: boolean
}

/** The wait for another code goes by seconds. */
export const COUNTDOWN_MS = 1000
const CLEAR = { emptyLine: null, fault: null } as const
/** After these a code is worth nothing any more. */
const VOID: ReadonlySet<string> = new Set(['phone_code.locked', 'phone_code.expired'])

/** What is thrown by a call. */
export interface Failed {
  readonly error: unknown
}

/** What a change of the phone and one of the e-mail address have in common. */
export const contactChangeSetup = setup({
  types: {
    context: {} as ContactChangeContext,
    events: {} as ContactChangeEvent,
    emitted: {} as ContactChangeEmitted,
    input: {} as ContactChangeInput,
    tags: {} as 'busy',
  },
  actors: {
    begin: fromPromise<ContactBegunAnswer, { readonly value: string }>(() => absentActor('begin')),
    sendCode: fromPromise<SentContactCode, WantedContact>(() => absentActor('sendCode')),
    allowByCode: fromPromise<unknown, { readonly code: string }>(() => absentActor('allowByCode')),
    allowBySecret: fromPromise<unknown, { readonly secret: string }>(() => absentActor('allowBySecret')),
    confirm: fromPromise<unknown, WantedContact & { readonly code: string }>(() => absentActor('confirm')),
  },
  delays: { second: COUNTDOWN_MS },
  guards: {
    isWaiting: ({ context }) => context.isWaiting,
    isAddress: (_, params: { readonly value: string }) => params.value !== '',
    isProofAsked: (_, params: ContactBegunAnswer) => params.isProofAsked,
    isBySecret: ({ context }) => context.way === 'secret',
    isAllowed: ({ context }) => context.isAllowed,
    hasOtherWay: ({ context }) => context.ways.length > 1,
    isNoCodeOut: ({ context }) => context.ways.length > 1 && context.message === null && context.waitSeconds === 0,
    mayAsk: ({ context }) => context.waitSeconds === 0,
    isCounting: ({ context }) => context.waitSeconds > 0,
    completes: ({ context }, params: { readonly code: string }) => completesCode(context, params.code),
    isCodeFaulty: ({ context }) => codeFault(context, context.codeLabel) !== null,
    isSecretEmpty: ({ context }) => context.secret.trim() === '',
    isOver: (_, params: Failed) => readFailure(params.error).code === 'contact.expired',
    isVoid: (_, params: Failed) => VOID.has(readFailure(params.error).code),
  },
  actions: {
    storeValue: assign({ value: (_, params: { readonly value: string }) => params.value }),
    storeCode: assign({ code: (_, params: { readonly code: string }) => params.code, ...CLEAR }),
    storeSecret: assign({ secret: (_, params: { readonly secret: string }) => params.secret, ...CLEAR }),
    noteEmptySecret: assign({ fault: null, emptyLine: 'secret' }),
    noteCodeFault: assign({ emptyLine: null, fault: ({ context }) => codeFault(context, context.codeLabel) }),
    clearFault: assign(CLEAR),
    forgetCode: assign({ code: '' }),
    forgetSecret: assign({ secret: '' }),
    turnWay: assign(({ context }) => ({
      way: context.way === 'code' ? 'secret' : 'code',
      secret: '',
      code: '',
      ...CLEAR,
    })),
    noteAllowed: assign({ isAllowed: true, message: null, code: '', waitSeconds: 0 }),
    storeSent: assign((_, params: SentContactCode) => ({
      code: '',
      message: params.message,
      codeLength: params.codeLength,
      waitSeconds: params.retryAfterSeconds,
    })),
    storeFailure: assign((_, params: Failed) => {
      const { code, params: values } = readFailure(params.error)
      return { emptyLine: null, fault: { code, params: values } }
    }),
    storeFailedWait: assign({
      waitSeconds: ({ context }, params: Failed) =>
        Math.max(context.waitSeconds, readFailure(params.error).retryAfterSeconds),
    }),
    voidCode: assign({ message: null, code: '' }),
    countDown: assign({ waitSeconds: ({ context }) => context.waitSeconds - 1 }),
    beginAnew: assign(({ context }) => ({
      way: firstWay(context),
      isAllowed: false,
      message: null,
      code: '',
      secret: '',
      waitSeconds: 0,
    })),
    submitCode: raise({ type: 'code.submitted' }),
    announceChanged: emit(({ context }) => ({ type: 'contact.changed' as const, value: context.value })),
  },
})

/** What a change knows when it begins. */
export function contactChangeContext({ waiting, ...input }: ContactChangeInput): ContactChangeContext {
  return {
    ...input,
    value: waiting ?? '',
    isWaiting: waiting !== undefined,
    way: firstWay(input),
    isAllowed: waiting !== undefined,
    secret: '',
    code: '',
    message: null,
    waitSeconds: 0,
    ...CLEAR,
  }
}

function firstWay({ ways }: Pick<ContactChangeInput, 'ways'>): AllowingWay {
  return ways[0] ?? 'code'
}

function wanted({ value, ways }: ContactChangeContext): WantedContact {
  return { value, isFirst: ways.length === 0 }
}

/** Typing a code and asking for another one. */
const typing = contactChangeSetup.createStateConfig({
  on: {
    'code.requested': { guard: 'mayAsk', target: 'sending' },
    'code.changed': [
      {
        guard: { type: 'completes', params: ({ event }) => event },
        actions: [{ type: 'storeCode', params: ({ event }) => event }, 'submitCode'],
      },
      { actions: { type: 'storeCode', params: ({ event }) => event } },
    ],
    'back.pressed': { target: 'entering', actions: ['beginAnew', 'clearFault'] },
  },
}).on

/** The states of a change. */
export const contactChangeStates = {
  starting: contactChangeSetup.createStateConfig({
    always: [{ guard: 'isWaiting', target: 'proving' }, { target: 'entering' }],
  }),
  entering: contactChangeSetup.createStateConfig({
    on: {
      'address.entered': {
        guard: { type: 'isAddress', params: ({ event }) => event },
        target: 'beginning',
        actions: { type: 'storeValue', params: ({ event }) => event },
      },
    },
  }),
  beginning: contactChangeSetup.createStateConfig({
    tags: 'busy',
    entry: 'clearFault',
    invoke: {
      src: 'begin',
      input: ({ context }) => ({ value: context.value }),
      onDone: [
        {
          guard: { type: 'isProofAsked', params: ({ event }) => event.output },
          target: 'choosing',
        },
        { target: 'sending', actions: 'noteAllowed' },
      ],
      onError: {
        target: 'entering',
        actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
      },
    },
  }),
  choosing: contactChangeSetup.createStateConfig({
    always: [{ guard: 'isBySecret', target: 'allowingBySecret' }, { target: 'sending' }],
  }),
  sending: contactChangeSetup.createStateConfig({
    tags: 'busy',
    entry: 'clearFault',
    invoke: {
      src: 'sendCode',
      input: ({ context }) => wanted(context),
      onDone: { target: 'typingCode', actions: { type: 'storeSent', params: ({ event }) => event.output } },
      onError: {
        target: 'typingCode',
        actions: [
          { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          { type: 'storeFailedWait', params: ({ event }) => ({ error: event.error }) },
        ],
      },
    },
  }),
  typingCode: contactChangeSetup.createStateConfig({
    always: [{ guard: 'isAllowed', target: 'proving' }, { target: 'allowingByCode' }],
  }),
  allowingByCode: contactChangeSetup.createStateConfig({
    on: {
      ...typing,
      'code.submitted': [{ guard: 'isCodeFaulty', actions: 'noteCodeFault' }, { target: 'checkingCode' }],
      'way.turned': { guard: 'hasOtherWay', target: 'allowingBySecret', actions: 'turnWay' },
    },
    after: { second: { guard: 'isCounting', target: 'allowingByCode', reenter: true, actions: 'countDown' } },
  }),
  checkingCode: contactChangeSetup.createStateConfig({
    tags: 'busy',
    entry: 'clearFault',
    exit: 'forgetCode',
    invoke: {
      src: 'allowByCode',
      input: ({ context }) => ({ code: context.code.trim() }),
      onDone: { target: 'sending', actions: 'noteAllowed' },
      onError: [
        {
          guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
          target: 'entering',
          actions: ['beginAnew', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
        {
          guard: { type: 'isVoid', params: ({ event }) => ({ error: event.error }) },
          target: 'allowingByCode',
          actions: ['voidCode', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
        {
          target: 'allowingByCode',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      ],
    },
  }),
  allowingBySecret: contactChangeSetup.createStateConfig({
    on: {
      'secret.changed': { actions: { type: 'storeSecret', params: ({ event }) => event } },
      'secret.submitted': [{ guard: 'isSecretEmpty', actions: 'noteEmptySecret' }, { target: 'checkingSecret' }],
      'way.turned': [
        { guard: 'isNoCodeOut', target: 'sending', actions: 'turnWay' },
        { guard: 'hasOtherWay', target: 'allowingByCode', actions: 'turnWay' },
      ],
      'back.pressed': { target: 'entering', actions: ['beginAnew', 'clearFault'] },
    },
    after: { second: { guard: 'isCounting', target: 'allowingBySecret', reenter: true, actions: 'countDown' } },
  }),
  checkingSecret: contactChangeSetup.createStateConfig({
    tags: 'busy',
    entry: 'clearFault',
    exit: 'forgetSecret',
    invoke: {
      src: 'allowBySecret',
      input: ({ context }) => ({ secret: context.secret }),
      onDone: { target: 'sending', actions: 'noteAllowed' },
      onError: [
        {
          guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
          target: 'entering',
          actions: ['beginAnew', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
        {
          target: 'allowingBySecret',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      ],
    },
  }),
  proving: contactChangeSetup.createStateConfig({
    on: {
      ...typing,
      'code.submitted': [{ guard: 'isCodeFaulty', actions: 'noteCodeFault' }, { target: 'confirming' }],
    },
    after: { second: { guard: 'isCounting', target: 'proving', reenter: true, actions: 'countDown' } },
  }),
  confirming: contactChangeSetup.createStateConfig({
    tags: 'busy',
    entry: 'clearFault',
    exit: 'forgetCode',
    invoke: {
      src: 'confirm',
      input: ({ context }) => ({ ...wanted(context), code: context.code.trim() }),
      onDone: { target: 'done', actions: 'announceChanged' },
      onError: [
        {
          guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
          target: 'entering',
          actions: ['beginAnew', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
        {
          guard: { type: 'isVoid', params: ({ event }) => ({ error: event.error }) },
          target: 'proving',
          actions: ['voidCode', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
        { target: 'proving', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
      ],
    },
  }),
  done: contactChangeSetup.createStateConfig({}),
}
