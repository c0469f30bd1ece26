import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { SocialStartEvent } from '#schemas'

/** The page is to be left for the provider. */
export interface SocialStartEmitted {
  readonly type: 'leaving'
  readonly location: string
}

export interface SocialStartInput {
  /** Code of the failure with which the last try ended, as the address of the page names it. */
  readonly failureCode?: string
}

export interface SocialStartContext {
  /** The provider that is being opened, as the brand names it: `fb` stays `fb` (AUTH-4). */
  readonly providerId: string | null
  readonly failure: Failure | null
}

const socialStartSetup = setup({
  types: {
    context: {} as SocialStartContext,
    events: {} as SocialStartEvent,
    emitted: {} as SocialStartEmitted,
    input: {} as SocialStartInput,
  },
  actors: {
    startSocial: fromPromise<{ readonly location: string }, { readonly providerId: string }>(() =>
      absentActor('startSocial'),
    ),
  },
  actions: {
    storeProvider: assign((_, params: { readonly providerId: string }) => ({
      providerId: params.providerId,
      failure: null,
    })),
    forgetProvider: assign({ providerId: null }),
    storeFailure: assign((_, params: { readonly error: unknown }) => ({
      providerId: null,
      failure: readFailure(params.error),
    })),
    leave: emit((_, params: { readonly location: string }) => ({ type: 'leaving' as const, ...params })),
  },
})

/** Opening a social provider: its address is asked for, the page is left, and whatever fails leaves all buttons to press. */
export const socialStartMachine = socialStartSetup.createMachine({
  id: 'socialStart',
  context: ({ input }) => ({
    providerId: null,
    failure: input.failureCode === undefined ? null : readFailure({ code: input.failureCode }),
  }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'provider.pressed': {
          target: 'starting',
          actions: { type: 'storeProvider', params: ({ event }) => ({ providerId: event.providerId }) },
        },
      },
    },
    starting: {
      invoke: {
        src: 'startSocial',
        input: ({ context }) => ({ providerId: context.providerId ?? '' }),
        onDone: {
          target: 'leaving',
          actions: { type: 'leave', params: ({ event }) => ({ location: event.output.location }) },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    leaving: { on: { 'page.returned': { target: 'choosing', actions: 'forgetProvider' } } },
  },
})
