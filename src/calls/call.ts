import type { CaptchaAction, SchemaTypes } from '#schemas'

/** The name of a schema file without its ending: `registration/types-answer`. */
export type SchemaName = keyof SchemaTypes

/** One call of the API. From this constant come the client's function, the server's route with its validation, and the
 *  operation in the OpenAPI document. */
export interface Call {
  /** The operation's id in OpenAPI and the key under which the server answers. */
  readonly id: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path without its parameters, from the host's root. */
  readonly path: `/${string}`
  /** The same call where the specification writes it without the base path (decision 72). */
  readonly alsoAt?: `/${string}`
  /** Names of the parameters that follow the path as segments, in order (NET-3). */
  readonly segments?: readonly string[]
  readonly query?: SchemaName
  readonly body?: SchemaName
  /** A multipart body (RFC 7578) in place of `body`: its fields by their schema, those that are no text as JSON, and its files
   *  as parts `<files>[n]`, n from 0. */
  readonly form?: { readonly fields: SchemaName; readonly files: string }
  readonly answer: SchemaName
  readonly content?: 'json' | 'json-api'
  /** Who may call: everybody, or signed-in players only. */
  readonly access?: 'any' | 'authorized'
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

/** What a call is given: path segments by name, the query and the body, each in the shape of its schema. */
export type InputOf<C extends Call> = (C['segments'] extends readonly (infer S extends string)[]
  ? { readonly segments: Readonly<Record<S, string>> }
  : unknown) &
  (C['query'] extends SchemaName ? { readonly query: TypeOf<C['query']> } : unknown) &
  (C['body'] extends SchemaName ? { readonly body: TypeOf<C['body']> } : unknown) &
  (C['form'] extends { readonly fields: infer Name extends SchemaName }
    ? { readonly form: SchemaTypes[Name]; readonly files: readonly CallFile[] }
    : unknown)

export type AnswerOf<C extends Call> = SchemaTypes[C['answer']]

/** What goes with one sending of a call beside its input. */
export interface CallExtras {
  /** Token of a solved captcha; it travels as a header. */
  readonly captchaToken?: string
}

/** The header of a captcha's token (CAP-15). */
export const CAPTCHA_HEADER = 'x-captcha-token'

/** Sends a call and gives its answer. In the browser it goes over HTTP, in a server-rendered page straight to the handler.
 *  @throws AppError with the code of the failure */
export type CallPort = <const C extends Call>(call: C, input: InputOf<C>, extras?: CallExtras) => Promise<AnswerOf<C>>

/** Declares a call; the literal type is kept, so that input and answer are known by their schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** The action whose captcha a sending of a call asks for; undefined when it asks for none, whatever the brand says. */
export function captchaActionOf({ captcha }: Call, body: unknown): CaptchaAction | undefined {
  if (captcha?.whenBodyHas === undefined) return captcha?.action
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, captcha.whenBodyHas)
  return isThere ? captcha.action : undefined
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
  const rest = (call.segments ?? []).map((name) => {
    const value = segments[name]
    if (!value) throw new Error(`${call.id}: the path parameter "${name}" is missing`)
    return encodeURIComponent(value)
  })
  return [call.path, ...rest].join('/')
}
