import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'
import type { AnswerOf, Call, CallFile, InputOf } from '#calls/call.ts'
import type { PlayerSummary } from '#schemas'
import type { DemandWork } from '#server/guard/captcha.service.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** The signed-in player of a request. */
export interface PlayerScope {
  readonly accountId: number
  readonly sessionId: string
  /** The token of the cookie. */
  readonly token: string
  readonly summary: PlayerSummary
}

/** What a call's handler knows of the request beside its input. */
export interface CallScope {
  readonly site: ResolvedSite
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly player: PlayerScope | null
  /** Address of the client, as far as trusted proxies tell it. */
  readonly address: string
  /** The client's user agent, cut to 200 characters. */
  readonly device: string
  /** Scheme and host of the request, for links in mails. */
  readonly origin: string
  readonly requestId: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** A header of the request as it came, its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** Lets the answer be kept: its address names its content. */
  readonly setMaxAge: (how: 'immutable') => void
  /** Sets or, with null, removes the session cookie of the answer. */
  readonly setSession: (session: { readonly token: string; readonly expiresAt: Date } | null) => void
  /** Asks the sender of a call that a captcha guards for work (SEC-14); left out of all other calls. */
  readonly demandWork?: DemandWork
  /** The token of the cookie by which this browser is told from others; undefined until it has one. */
  readonly browser: string | undefined
  /** That token; a browser without one gets it with the answer, for as long as it is open. A sign-in lets it stay. */
  readonly nameBrowser: () => string
  /** Gives the browser a cookie for a frame of another site, where it is kept apart for each site around it. */
  readonly nameFrame: () => void
  /** Sends the browser on to a page of this site by a redirect (303), which tells no other site where it came from. */
  readonly seeOther: (path: string) => void
  /** Makes the answer a JSON file to be kept under a name. */
  readonly setFile: (name: string) => void
  /** Adds a Set-Cookie line of the operator's own platform to the answer. */
  readonly addCookie: (line: string) => void
  /** Lets the answer carry the Date of the operator's own platform, by whose clock it tells times. */
  readonly setDate: (date: string) => void
}

/** The player of a request. @throws AppError access.denied for a guest */
export function playerOf({ player }: CallScope): PlayerScope {
  if (!player) throw new AppError('access.denied')
  return player
}

export type Handler<C extends Call> = (input: InputOf<C>, scope: CallScope) => Promise<AnswerOf<C>>

/** A handler whose call is known at run time only. */
export interface AnyHandler {
  readonly call: Call
  readonly handle: (input: unknown, scope: CallScope) => Promise<unknown>
  /** Of a call with a multipart body: lets the sender in before a byte of it is read. */
  readonly admit?: (scope: CallScope) => Promise<FormGate>
}

/** What a multipart body may hold at most. */
export interface FormGate {
  readonly maxFiles: number
  readonly maxFileBytes: number
  /** Called when the call is answered or refused. */
  readonly leave?: () => void
}

/** A multipart body that was read. */
export interface FormInput {
  readonly form: unknown
  readonly files: readonly CallFile[]
}

/** Joins a call with the function that answers it. */
export function answer<const C extends Call>(call: C, handle: Handler<C>): AnyHandler {
  return { call, handle: (input, scope) => handle(input as InputOf<C>, scope) }
}

/** Joins a call that has a multipart body with who may send one, and with the function that answers it. */
export function answerForm<const C extends Call>(
  call: C,
  admit: (scope: CallScope) => Promise<FormGate>,
  handle: Handler<C>,
): AnyHandler {
  return { ...answer(call, handle), admit }
}
