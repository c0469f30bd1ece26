import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { DialogEvent, DismissalWay, ModalDialog } from '#schemas'
import { type DialogOptions, dialogOptions, isDismissible } from './dialog.rules.ts'
import { type Failure, readFailure } from './failure.rules.ts'

/** How long what was confirmed may take, ms. */
export const CONFIRM_LIMIT_MS = 30_000

export interface DialogInput {
  /** What differs from the defaults (UI-1). */
  readonly dialog?: ModalDialog
  /** Whether OK sets something off that has to end well before the dialog closes; no when absent. */
  readonly isConfirmed?: boolean
}

/** The dialog has closed: `caller` means that its caller removed it, otherwise it names how the player closed it;
 *  `value` is the result of the confirmation. */
export interface DialogEmitted {
  readonly type: 'dialog.closed'
  readonly by: DismissalWay | 'caller'
  readonly value: unknown
}

export interface DialogContext {
  readonly options: DialogOptions
  readonly isConfirmed: boolean
  /** Why the last attempt to confirm has failed. */
  readonly failure: Failure | null
}

interface Way {
  readonly by: DismissalWay
}

const dialogSetup = setup({
  types: {
    context: {} as DialogContext,
    events: {} as DialogEvent,
    emitted: {} as DialogEmitted,
    input: {} as DialogInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Does what OK promises, and answers the value for the caller. */
    confirm: fromPromise<unknown>(() => absentActor('confirm')),
  },
  delays: { confirmLimit: CONFIRM_LIMIT_MS },
  guards: {
    isConfirming: ({ context }, { by }: Way) =>
      by === 'ok-button' && context.isConfirmed && isDismissible(context.options, by),
    isDismissible: ({ context }, { by }: Way) => isDismissible(context.options, by),
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    announceClosed: emit((_, params: { readonly by: DismissalWay | 'caller'; readonly value?: unknown }) => ({
      type: 'dialog.closed' as const,
      by: params.by,
      value: params.value ?? null,
    })),
  },
})

/**
 * A dialog (UI-1): it is left in the ways that its options allow. Where OK sets something off, the dialog stays until that has
 * ended well: one press sets it off once, nobody can leave meanwhile, for the player is to learn how it ended, and a failure
 * gives the dialog back with its reason.
 */
export const dialogMachine = dialogSetup.createMachine({
  id: 'dialog',
  context: ({ input }) => ({
    options: dialogOptions(input.dialog),
    isConfirmed: input.isConfirmed ?? false,
    failure: null,
  }),
  initial: 'open',
  on: {
    'dialog.hidden': { target: '.closed', actions: { type: 'announceClosed', params: { by: 'caller' } } },
  },
  states: {
    open: {
      on: {
        'dialog.dismissed': [
          { guard: { type: 'isConfirming', params: ({ event }) => event }, target: 'confirming' },
          {
            guard: { type: 'isDismissible', params: ({ event }) => event },
            target: 'closed',
            actions: { type: 'announceClosed', params: ({ event }) => event },
          },
        ],
      },
    },
    confirming: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'confirm',
        onDone: {
          target: 'closed',
          actions: { type: 'announceClosed', params: ({ event }) => ({ by: 'ok-button', value: event.output }) },
        },
        onError: { target: 'open', actions: { type: 'storeFailure', params: ({ event }) => event } },
      },
      after: {
        confirmLimit: {
          target: 'open',
          actions: { type: 'storeFailure', params: { error: { code: 'request.timeout' } } },
        },
      },
    },
    closed: { type: 'final' },
  },
})
