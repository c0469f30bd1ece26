import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { CodeEntryEvent } from '#schemas'
import { promoCodeOf } from './promo-code.rules.ts'

/** What a code gives: the campaign that it belongs to. */
export interface CodeGift {
  readonly campaignId: string
}

/** What is wrong with what is typed: the key of a text. */
export type CodeFault = 'promo.code_empty' | 'promo.code_wrong'

export interface CodeEntryContext {
  readonly code: string
  readonly fault: CodeFault | null
  readonly failure: Failure | null
  /** What the code gives, once it was checked. */
  readonly gift: CodeGift | null
  /** Whether a try went out whose answer never came. */
  readonly isUnsure: boolean
}

/** What is wrong with a typed code; null when it can be one (PROMO-20). */
export function codeFault(code: string): CodeFault | null {
  if (code.trim() === '') return 'promo.code_empty'
  return promoCodeOf(code) === null ? 'promo.code_wrong' : null
}

const entrySetup = setup({
  types: {
    context: {} as CodeEntryContext,
    events: {} as CodeEntryEvent,
    emitted: {} as { readonly type: 'code.taken' },
    input: {} as { readonly code: string },
    tags: {} as 'busy',
  },
  actors: {
    check: fromPromise<CodeGift, { readonly code: string }>(() => absentActor('check')),
    redeem: fromPromise<CodeGift, { readonly code: string }>(() => absentActor('redeem')),
  },
  guards: {
    canBeCode: ({ context }) => codeFault(context.code) === null,
    // A code that was taken already by a try whose answer was lost.
    wasTaken: ({ context }, params: { readonly error: unknown }) =>
      context.isUnsure && readFailure(params.error).code === 'promo.had_before',
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeCode: assign((_, params: { readonly code: string }) => ({ code: params.code, fault: null, failure: null })),
    noteFault: assign({ fault: ({ context }) => codeFault(context.code), failure: null }),
    clearFailure: assign({ fault: null, failure: null }),
    storeGift: assign({ gift: (_, params: { readonly gift: CodeGift }) => params.gift }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    noteUnsure: assign({ isUnsure: true }),
    forgetGift: assign({ gift: null, isUnsure: false }),
    announce: emit({ type: 'code.taken' }),
  },
})

/**
 * The entry of a promo code: it is checked first, and what it gives is shown before it is used. A code is used once, so that an answer which
 * is lost can be asked for again.
 */
export const codeEntryMachine = entrySetup.createMachine({
  id: 'code-entry',
  context: ({ input }) => ({ code: input.code, fault: null, failure: null, gift: null, isUnsure: false }),
  initial: 'editing',
  states: {
    editing: {
      entry: 'forgetGift',
      on: {
        'code.changed': { actions: { type: 'storeCode', params: ({ event }) => ({ code: event.code }) } },
        'check.requested': [
          { guard: 'canBeCode', target: 'checking', actions: 'clearFailure' },
          { actions: 'noteFault' },
        ],
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        src: 'check',
        input: ({ context }) => ({ code: context.code }),
        onDone: { target: 'offered', actions: { type: 'storeGift', params: ({ event }) => ({ gift: event.output }) } },
        onError: {
          target: 'editing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    offered: {
      on: {
        'code.changed': {
          target: 'editing',
          actions: { type: 'storeCode', params: ({ event }) => ({ code: event.code }) },
        },
        'use.requested': 'using',
      },
    },
    using: {
      tags: 'busy',
      invoke: {
        src: 'redeem',
        input: ({ context }) => ({ code: context.code }),
        onDone: { target: 'done', actions: ['clearFailure', 'announce'] },
        onError: [
          {
            guard: { type: 'wasTaken', params: ({ event }) => ({ error: event.error }) },
            target: 'done',
            actions: ['clearFailure', 'announce'],
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'unsure',
            actions: [{ type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }, 'noteUnsure'],
          },
        ],
      },
    },
    unsure: { on: { 'use.requested': { target: 'using', actions: 'clearFailure' } } },
    done: {
      on: {
        'code.changed': {
          target: 'editing',
          actions: { type: 'storeCode', params: ({ event }) => ({ code: event.code }) },
        },
      },
    },
  },
})
