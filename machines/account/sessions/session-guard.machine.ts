import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { SessionGuardEvent } from '#schemas'

/** Why the page leaves its player: by choice or for being idle, here or in another tab, or because the server knows the session no
 *  more. */
export type LeavingReason = 'choice' | 'idle' | 'expired'

/** Where the page goes then: home, to the sign-in with the way back, or to the same address as a guest. */
export type LeavingTarget = 'home' | 'sign-in' | 'again'

export interface SessionGuardInput {
  /** Whom the page shows. */
  readonly userId: number
}

export interface SessionGuardContext extends SessionGuardInput {
  /** Null as long as the player stays. */
  readonly because: LeavingReason | null
  /** Whether it has ended on this page. */
  readonly isHere: boolean
}

export type SessionGuardEmitted =
  /** The page forgets the player, tells the other tabs if they cannot know, and continues as a guest's page. */
  | {
      readonly type: 'player.left'
      readonly because: LeavingReason
      readonly to: LeavingTarget
      readonly tellsTabs: boolean
    }
  /** The player is signed in still. */
  | { readonly type: 'sign_out.failed'; readonly failure: Failure }

/** Who is signed in, as the server says. */
export interface SignedIn {
  readonly userId: number | null
}

const sessionGuardSetup = setup({
  types: {
    context: {} as SessionGuardContext,
    events: {} as SessionGuardEvent,
    emitted: {} as SessionGuardEmitted,
    input: {} as SessionGuardInput,
  },
  actors: {
    signOut: fromPromise<unknown>(() => absentActor('signOut')),
    readPlayer: fromPromise<SignedIn>(() => absentActor('readPlayer')),
  },
  guards: {
    isSame: ({ context }, params: SignedIn) => params.userId === context.userId,
  },
  actions: {
    end: assign((_, params: { readonly because: LeavingReason; readonly isHere: boolean }) => ({
      because: params.because,
      isHere: params.isHere,
    })),
    announceEnd: emit(({ context: { because, isHere } }) => ({
      type: 'player.left' as const,
      because: because ?? 'choice',
      to: leavingTarget(because, isHere),
      tellsTabs: isHere,
    })),
    announceFailure: emit((_, params: { readonly error: unknown }) => ({
      type: 'sign_out.failed' as const,
      failure: readFailure(params.error),
    })),
  },
})

function leavingTarget(because: LeavingReason | null, isHere: boolean): LeavingTarget {
  if (because !== 'choice') return 'sign-in'
  return isHere ? 'home' : 'again'
}

const ended = sessionGuardSetup.createStateConfig({
  on: {
    'session.ended': {
      target: 'left',
      actions: { type: 'end', params: ({ event }) => ({ because: event.because, isHere: event.isHere }) },
    },
  },
}).on

/**
 * Watches over the session of the player whom a page shows (AUTH-17, SEC-12): it ends by the player's choice, in
 * another tab, after idling, or because the server no longer knows it. A refused call alone ends nothing: the server
 * is asked who is signed in, and if it cannot be reached, the player stays signed in.
 */
export const sessionGuardMachine = sessionGuardSetup.createMachine({
  id: 'sessionGuard',
  context: ({ input }) => ({ userId: input.userId, because: null, isHere: false }),
  initial: 'signedIn',
  states: {
    signedIn: {
      on: { ...ended, 'sign_out.requested': 'signingOut', 'call.refused': 'checking' },
    },
    checking: {
      on: { ...ended, 'sign_out.requested': 'signingOut' },
      invoke: {
        src: 'readPlayer',
        onDone: [
          { guard: { type: 'isSame', params: ({ event }) => event.output }, target: 'signedIn' },
          { target: 'left', actions: { type: 'end', params: { because: 'expired', isHere: false } } },
        ],
        onError: 'signedIn',
      },
    },
    signingOut: {
      on: ended,
      invoke: {
        src: 'signOut',
        onDone: { target: 'left', actions: { type: 'end', params: { because: 'choice', isHere: true } } },
        onError: {
          target: 'signedIn',
          actions: { type: 'announceFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    left: { type: 'final', entry: 'announceEnd' },
  },
})
