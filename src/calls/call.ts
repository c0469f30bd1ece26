import type { ParallelRule } from '#machines/shell/request.rules.ts'
import type { ParameterValue } from '#machines/site/routes/normalise-parameters.rules.ts'
import type { CaptchaAction, SchemaTypes } from '#schemas'
import type { DeclaredParameters, RequestDeclaration } from './http/request-declaration.ts'
import { pathOf } from './http/request-path.ts'

/** The name of a schema file without its ending: `registration/types-answer`. */
export type SchemaName = keyof SchemaTypes

/** One call of the API. From this constant come the client's function, the server's route with its validation, and the
 *  operation in the OpenAPI document. */
export interface Call extends RequestDeclaration {
  /** The operation's id in OpenAPI and the key under which the server answers. */
  readonly id: string
  readonly summary: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** The same call where the specification writes it without the base path (decision 72). */
  readonly alsoAt?: `/${string}`
  readonly query?: SchemaName
  readonly body?: SchemaName
  /** A multipart body (RFC 7578) in place of `body`: its fields by their schema, those that are no text as JSON, and its files
   *  as parts `<files>[n]`, n from 0. */
  readonly form?: { readonly fields: SchemaName; readonly files: string }
  readonly answer: SchemaName
  /** Who may call: everybody, signed-in players by the cookie of their session, callers with a service token alone
   *  (NET-18), or senders that sign with a secret of their own. */
  readonly access?: 'any' | 'authorized' | 'bearer' | 'signed'
  /** Whether it is sent without the credentials of the browser (NET-19). */
  readonly notLogin?: boolean
  /** What happens to a request while an identical one is in flight: all are sent unless configured otherwise (NET-7,
   *  NET-8). */
  readonly whenParallel?: ParallelRule
  /** How often a failed sending is repeated; 0 when left out (NET-15). */
  readonly retryCount?: number
  /** Time of one sending, in milliseconds; 30 s when left out (NET-14). */
  readonly timeoutMs?: number
  /** A key of the body without which the call changes nothing, although it is no GET: previews of drafts take it then. */
  readonly readsWithout?: string
  /** Whether the answer or the request holds a secret: such an answer is never stored and never logged. */
  readonly isSecret?: boolean
  /** The action whose captcha the call asks for, where the brand guards it (CAP-15). */
  readonly captcha?: {
    readonly action: CaptchaAction
    /** The call is guarded only when its body has this property. */
    readonly whenBodyHas?: string
  }
  /** Whether it is no call of a page but an address that browsers are sent to: the answer sends them on (303). */
  readonly isRedirect?: boolean
  /** Whether mail programs send it for their user, with a form of their own that nobody reads (RFC 8058). */
  readonly isOneClick?: boolean
  /** Headers of the answer that pages of other origins may read too, where an operator lets them in. */
  readonly exposes?: readonly string[]
  /** How long an answer may be reused, in seconds; 0 when it may not. */
  readonly maxAgeSeconds?: number
}

/** A file of a multipart body: a `File` of the browser or of Node. */
export interface CallFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Media type as its sender tells it. */
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

type TypeOf<Name> = Name extends SchemaName ? SchemaTypes[Name] : undefined

/** What a caller gives for a part of a call: its parameters before they are normalised, where they are declared, else the shape of
 *  its schema. */
type PartOf<C extends Call, Part extends 'query' | 'body'> = NonNullable<C['declared']>[Part] extends infer D extends
  DeclaredParameters
  ? { readonly [Name in keyof D]?: ParameterValue }
  : TypeOf<C[Part]>

/** What a call is given: path segments by name, the query and the body. */
export type InputOf<C extends Call> = (C['segments'] extends readonly (infer S extends string)[]
  ? { readonly segments: Readonly<Record<S, string>> }
  : unknown) &
  (C['query'] extends SchemaName ? { readonly query: PartOf<C, 'query'> } : unknown) &
  (C['body'] extends SchemaName ? { readonly body: PartOf<C, 'body'> } : unknown) &
  (C['form'] extends { readonly fields: infer Name extends SchemaName }
    ? { readonly form: SchemaTypes[Name]; readonly files: readonly CallFile[] }
    : unknown)

export type AnswerOf<C extends Call> = SchemaTypes[C['answer']]

/** The part of an `AbortSignal` that calls need. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What goes with one sending of a call beside its input. */
export interface CallExtras {
  /** Token of a solved captcha; it travels as a header. */
  readonly captchaToken?: string
  /** Token of a work that an attempt beyond a budget was asked for; it travels as a header. */
  readonly workToken?: string
  /** Names the operation that the server performs only once however often it is requested: without one a POST is never
   *  sent again. */
  readonly idempotencyKey?: string
  /** Gives the sending up (NET-6, NET-13). */
  readonly signal?: StopSignal
  /** Is shown the headers of the answer. */
  readonly onHead?: (headers: { get(name: string): string | null }) => void
}

/** The header of {@link CallExtras.idempotencyKey}. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** The header of a captcha's token (CAP-15). */
export const CAPTCHA_HEADER = 'x-captcha-token'

/** The header of {@link CallExtras.workToken} (SEC-14). */
export const WORK_HEADER = 'x-work-token'

/** Sends a call and gives its answer. In the browser it goes over HTTP, in a server-rendered page straight to the handler.
 *  @throws AppError with the code of the failure */
export type CallPort = <const C extends Call>(call: C, input: InputOf<C>, extras?: CallExtras) => Promise<AnswerOf<C>>

/** A call as it is declared: GET unless it says otherwise (NET-1). */
type CallDeclaration = Omit<Call, 'method'> & Partial<Pick<Call, 'method'>>
type Declared<C extends CallDeclaration> = C extends { readonly method: Call['method'] }
  ? C
  : C & { readonly method: 'GET' }

/** Declares a call; the literal type is kept, so that input and answer are known by their schemas. Tells bundlers that
 *  a call which nobody uses can be left out. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const C extends CallDeclaration>(call: C): Declared<C> {
  return { method: 'GET', ...call } as unknown as Declared<C>
}

/** The same calls, aborted by a signal: that of a screen's loader, or of a component that was unmounted (NET-6). */
export function callUntil(call: CallPort, signal: StopSignal): CallPort {
  return (one, input, extras) => call(one, input, { ...extras, signal })
}

/** The action whose captcha a sending of a call asks for; undefined when it asks for none, whatever the brand says. */
export function captchaActionOf({ captcha }: Call, body: unknown): CaptchaAction | undefined {
  if (captcha?.whenBodyHas === undefined) return captcha?.action
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, captcha.whenBodyHas)
  return isThere ? captcha.action : undefined
}

/** Whether a call is answered to players alone. */
export function isForPlayers({ access = 'any' }: Call): boolean {
  return access !== 'any'
}

/** The parts of a multipart body in order: fields before files, as streaming receivers like it. */
export function formParts(
  call: Call,
  form: Readonly<Record<string, unknown>>,
  files: readonly CallFile[],
): (readonly [name: string, value: string | CallFile])[] {
  const fields = Object.entries(form).filter(([, value]) => value !== undefined)
  return [
    ...fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    ...files.map((file, index) => [`${call.form?.files}[${index}]`, file] as const),
  ]
}

/** The path of a call with its segments filled in. @throws Error when a segment is missing or empty */
export function callPath(call: Call, segments: Readonly<Record<string, string>> = {}): string {
  return pathOf(call, segments)
}
