import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { CookieConsentEvent, CookieConsentLevelChosen, OtherConfig } from '#schemas'
import {
  type Consent,
  type ConsentLevel,
  consentLevel,
  giveConsent,
  isConsentAsked,
  parseConsent,
} from './consent.rules.ts'

/** How long the storage may take to be read or written. */
export const STORAGE_LIMIT_MS = 1000
/** How long the call that logs an answer may take. */
export const LOG_LIMIT_MS = 10_000

/** The brand's question about cookies. */
type Question = OtherConfig['cookieConsent']

/** Why the visitor is asked: nothing is kept, what is kept answers another version, or the visitor wants to see it again. */
export type AskingReason = 'first' | 'version' | 'settings'

export interface CookieConsentInput {
  readonly question: Question
}

export type CookieConsentEmitted =
  | { readonly type: 'consent.asked'; readonly because: AskingReason }
  /** The level in force is another one now. */
  | { readonly type: 'level.changed'; readonly level: ConsentLevel }
  | { readonly type: 'logged'; readonly actor: 'readAnswer' | 'storeAnswer' | 'logAnswer'; readonly code: string }

export interface CookieConsentContext {
  readonly question: Question
  /** What is kept or was just chosen, of whatever version. */
  readonly given: Consent | null
  readonly because: AskingReason | null
}

/** A level that was chosen, and when. */
export type Choice = Omit<CookieConsentLevelChosen, 'type'>

/** What is kept, as it was read or as another tab tells it. */
export interface Stored {
  readonly stored: unknown
}

/** An answer that is to be the visitor's from now on; null when there is none any more. */
export interface Adopted {
  readonly given: Consent | null
}

/** The words of the question about cookies: its types, actors, delays, guards and actions. */
export const cookieConsentSetup = setup({
  types: {
    context: {} as CookieConsentContext,
    events: {} as CookieConsentEvent,
    emitted: {} as CookieConsentEmitted,
    input: {} as CookieConsentInput,
    tags: {} as 'asking',
  },
  actors: {
    /** Reads what is kept, as it is; null when nothing is. */
    readAnswer: fromPromise<unknown>(() => absentActor('readAnswer')),
    storeAnswer: fromPromise<void, Consent | null>(() => absentActor('storeAnswer')),
    /** Tells the server the level that was chosen (STORE-7). */
    logAnswer: fromPromise<void, { readonly level: ConsentLevel }>(() => absentActor('logAnswer')),
  },
  delays: { storageLimit: STORAGE_LIMIT_MS, logLimit: LOG_LIMIT_MS },
  guards: {
    isAsked: ({ context }, { stored }: Stored) => isConsentAsked(context.question, parseConsent(stored)),
    isAskedAtAll: ({ context }) => context.question.isAsked,
    isOffered: ({ context }, { level }: Choice) => context.because !== null && context.question.levels.includes(level),
    isFromSettings: ({ context }) => context.because === 'settings',
    isNewer: ({ context }, { stored }: Stored) => isNewer(context, parseConsent(stored)),
    isWithdrawn: ({ context }, { stored }: Stored) => stored === null && context.given !== null,
    isAskedAnew: ({ context }, { stored }: Stored) =>
      stored === null && context.given !== null && context.question.isAsked,
  },
  actions: {
    adopt: enqueueActions(({ context, enqueue }, { given }: Adopted) => {
      const levelOf = (answer: Consent | null) => consentLevel(context.question, answer ?? undefined)
      enqueue.assign({ given })
      const level = levelOf(given)
      if (level !== levelOf(context.given)) enqueue.emit({ type: 'level.changed', level })
    }),
    ask: enqueueActions(({ context, enqueue }) => {
      const because = context.given === null ? 'first' : 'version'
      enqueue.assign({ because })
      enqueue.emit({ type: 'consent.asked', because })
    }),
    askAgain: assign({ because: 'settings' }),
    announceSettings: emit({ type: 'consent.asked' as const, because: 'settings' as const }),
    endAsking: assign({ because: null }),
    log: emit((_, params: { readonly actor: 'readAnswer' | 'storeAnswer' | 'logAnswer'; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
  },
})

/** The answer that a choice makes. It is newer than the one that it replaces, whatever the clock says: other tabs would not follow
 *  it otherwise. */
export function chosenAnswer({ question, given }: CookieConsentContext, { level, nowMs }: Choice): Adopted {
  return { given: giveConsent(level, Math.max(nowMs, (given?.givenAtMs ?? nowMs - 1) + 1), question) }
}

/** The answer that is kept, of whatever version. */
export function keptAnswer(stored: unknown): Adopted {
  return { given: parseConsent(stored) ?? null }
}

export const NO_ANSWER: Adopted = { given: null }
export const UNREAD = { actor: 'readAnswer', error: { code: 'request.timeout' } } as const
export const UNSTORED = { actor: 'storeAnswer', error: { code: 'request.timeout' } } as const
export const UNLOGGED = { actor: 'logAnswer', error: { code: 'request.timeout' } } as const

/** Whether another tab's answer is one to this question, and newer than ours. */
function isNewer({ question, given }: CookieConsentContext, other: Consent | undefined): boolean {
  if (other === undefined || other.version !== question.version) return false
  return given === null || given.version !== question.version || other.givenAtMs > given.givenAtMs
}
