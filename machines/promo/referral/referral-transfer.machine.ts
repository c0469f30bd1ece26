import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, isRefusal, readFailure } from '#machines/shell/failure.rules.ts'
import type { ReferralBalanceShown, ReferralTransferEvent } from '#schemas'

/** What a transfer begins with. Amounts are minor units. */
export interface TransferInput {
  /** Its name: sent again it is the same transfer. */
  readonly guid: string
  readonly transferableMinor: number
  readonly minimumMinor: number
}

/** What is sent. */
export interface AskedTransfer {
  readonly guid: string
  readonly amountMinor: number
}

/** What is wrong with an amount: the key of a text. */
export type TransferFault = 'referral.amount_wrong' | 'referral.amount_low' | 'referral.amount_high'

export type TransferEmitted = { readonly type: 'money.transferred'; readonly balance: ReferralBalanceShown }

export interface TransferContext extends TransferInput {
  /** Null when what is typed is no amount. */
  readonly amountMinor: number | null
  readonly fault: TransferFault | null
  readonly failure: Failure | null
}

/** What is wrong with an amount; null when it can be transferred (REF-8). */
export function transferFault({
  amountMinor,
  minimumMinor,
  transferableMinor,
}: Pick<TransferContext, 'amountMinor' | 'minimumMinor' | 'transferableMinor'>): TransferFault | null {
  if (amountMinor === null || amountMinor <= 0) return 'referral.amount_wrong'
  if (amountMinor < minimumMinor) return 'referral.amount_low'
  return amountMinor > transferableMinor ? 'referral.amount_high' : null
}

const transferSetup = setup({
  types: {
    context: {} as TransferContext,
    events: {} as ReferralTransferEvent,
    emitted: {} as TransferEmitted,
    input: {} as TransferInput,
    tags: {} as 'busy',
  },
  actors: {
    send: fromPromise<ReferralBalanceShown, AskedTransfer>(() => absentActor('send')),
  },
  guards: {
    isTransferable: ({ context }) => transferFault(context) === null,
    isRefused: (_, params: { readonly error: unknown }) => isRefusal(params.error),
  },
  actions: {
    storeAmount: assign({ amountMinor: (_, params: { readonly amountMinor: number | null }) => params.amountMinor }),
    noteFault: assign({ fault: ({ context }) => transferFault(context) }),
    clearFaults: assign({ fault: null, failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    announce: emit((_, params: { readonly balance: ReferralBalanceShown }) => ({
      type: 'money.transferred' as const,
      balance: params.balance,
    })),
  },
})

/**
 * The transfer of money of referrals to the main account. An answer that is lost leaves it unsure what became of the transfer: it can only
 * be sent again, under the same name and with the same amount, so that no money moves twice.
 */
export const referralTransferMachine = transferSetup.createMachine({
  id: 'referral-transfer',
  context: ({ input }) => ({ ...input, amountMinor: input.transferableMinor, fault: null, failure: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'amount.changed': {
          actions: [
            { type: 'storeAmount', params: ({ event }) => ({ amountMinor: event.amountMinor }) },
            'clearFaults',
          ],
        },
        'transfer.requested': [
          { guard: 'isTransferable', target: 'sending', actions: 'clearFaults' },
          { actions: ['clearFaults', 'noteFault'] },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'send',
        input: ({ context }) => ({ guid: context.guid, amountMinor: context.amountMinor ?? 0 }),
        onDone: { target: 'done', actions: { type: 'announce', params: ({ event }) => ({ balance: event.output }) } },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'unsure',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    unsure: {
      on: { 'transfer.requested': { target: 'sending', actions: 'clearFaults' } },
    },
    done: { type: 'final' },
  },
})
