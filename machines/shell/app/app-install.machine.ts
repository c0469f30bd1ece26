import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { AppInstallEvent } from '#schemas'
import { type DevicePlatform, installsByHand, isRested } from './app-install.rules.ts'

/** What is known when the page opens. */
export interface AppInstallInput {
  /** Whether the brand offers its app. */
  readonly isOffered: boolean
  /** Whether this page is the installed app already. */
  readonly isInstalled: boolean
  readonly platform: DevicePlatform
  /** When the visitor last declined the offer, ms since 1970; null where they never did. */
  readonly declinedAtMs: number | null
  readonly nowMs: number
}

export type AppInstallEmitted =
  /** The visitor has declined at this time, which is to be kept: they are left alone for a while. */
  | { readonly type: 'decline.kept'; readonly atMs: number }
  | { readonly type: 'logged'; readonly actor: 'askBrowser'; readonly code: string }

export interface AppInstallContext extends AppInstallInput {
  /** Whether the offer may be made without being asked for. */
  readonly isRested: boolean
}

const appInstallSetup = setup({
  types: {
    context: {} as AppInstallContext,
    events: {} as AppInstallEvent,
    emitted: {} as AppInstallEmitted,
    input: {} as AppInstallInput,
    tags: {} as 'possible' | 'shown',
  },
  actors: {
    /** Shows the browser's own question. @returns whether the visitor has agreed */
    askBrowser: fromPromise<boolean>(() => absentActor('askBrowser')),
  },
  guards: {
    isUnwanted: ({ context }) => !context.isOffered,
    isInstalled: ({ context }) => context.isInstalled,
    isByHand: ({ context }) => installsByHand(context.platform),
    isByHandAndRested: ({ context }) => installsByHand(context.platform) && context.isRested,
    isRested: ({ context }) => context.isRested,
    isAgreed: (_, params: { readonly isAgreed: boolean }) => params.isAgreed,
  },
  actions: {
    keepDecline: emit((_, params: { readonly nowMs: number }) => ({
      type: 'decline.kept' as const,
      atMs: params.nowMs,
    })),
    rest: assign({ isRested: false }),
    log: emit((_, params: { readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: 'askBrowser' as const,
      code: readFailure(params.error).code,
    })),
  },
})

/**
 * The offer to install the site as an app (APP-4). It is made only while the browser can install it: once the browser says so, or on
 * devices where the visitor does it by hand in the browser's menu. A visitor who declines is left alone for a month, and can
 * still ask for it.
 */
export const appInstallMachine = appInstallSetup.createMachine({
  id: 'appInstall',
  context: ({ input }) => ({ ...input, isRested: isRested(input.declinedAtMs, input.nowMs) }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isUnwanted', target: 'off' },
        { guard: 'isInstalled', target: 'installed' },
        { guard: 'isByHandAndRested', target: 'offered' },
        { guard: 'isByHand', target: 'resting' },
        { target: 'impossible' },
      ],
    },
    off: {},
    impossible: {
      on: {
        'install.possible': [{ guard: 'isRested', target: 'offered' }, { target: 'resting' }],
        'app.installed': 'installed',
      },
    },
    offered: {
      tags: ['possible', 'shown'],
      on: {
        'offer.declined': {
          target: 'resting',
          actions: ['rest', { type: 'keepDecline', params: ({ event }) => event }],
        },
        'install.wanted': [{ guard: 'isByHand', target: 'guiding' }, { target: 'asking' }],
        'app.installed': 'installed',
      },
    },
    resting: {
      tags: 'possible',
      on: {
        'install.wanted': [{ guard: 'isByHand', target: 'guiding' }, { target: 'asking' }],
        'app.installed': 'installed',
      },
    },
    guiding: {
      tags: ['possible', 'shown'],
      on: {
        'offer.declined': {
          target: 'resting',
          actions: ['rest', { type: 'keepDecline', params: ({ event }) => event }],
        },
      },
    },
    asking: {
      tags: 'possible',
      invoke: {
        src: 'askBrowser',
        onDone: [
          { guard: { type: 'isAgreed', params: ({ event }) => ({ isAgreed: event.output }) }, target: 'installed' },
          { target: 'impossible', actions: 'rest' },
        ],
        onError: { target: 'impossible', actions: { type: 'log', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    installed: {},
  },
})
