import { normaliseParameters, type ParameterValue } from '#machines/site/routes/normalise-parameters.rules.ts'
import { formatQuery } from '#machines/site/routes/query.rules.ts'
import type { DeclaredParameters, HttpMethod, RequestDeclaration } from './request-declaration.ts'
import { pathOf } from './request-path.ts'

/** The media type of JSON:API. */
export const JSON_API = 'application/vnd.api+json'

export interface RequestValues {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A request as it is sent: `{ method: 'GET', address: '/web-api/x/1?lng=de', headers: { accept: … } }`. */
export interface BuiltRequest {
  readonly method: HttpMethod
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The media type of what is sent and answered (NET-9). */
export function mediaTypeOf({ content }: Pick<RequestDeclaration, 'content'>): string {
  return content === 'json-api' ? JSON_API : 'application/json'
}

/** Puts a request together (NET-1 to NET-5). GET and HEAD carry the values of the body in the query.
 *  @throws Error when a segment is missing, or a value is not declared or cannot be sent */
export function buildRequest(declaration: RequestDeclaration, values: RequestValues): BuiltRequest {
  const { method = 'GET', declared } = declaration
  const query = sent(declared?.query, values.query)
  const body = sent(declared?.body, values.body)
  const isInQuery = method === 'GET' || method === 'HEAD'
  const inQuery = isInQuery ? { ...query, ...(body as object | undefined) } : query
  const type = mediaTypeOf(declaration)
  const isBody = !isInQuery && body !== undefined
  return {
    method,
    address: pathOf(declaration, values.segments) + formatQuery(pairsOf(inQuery ?? {})),
    headers: {
      accept: type === JSON_API ? `${JSON_API}, application/json` : type,
      ...(isBody ? { 'content-type': type } : {}),
    },
    ...(isBody ? { body: JSON.stringify(body) } : {}),
  }
}

function sent<Values>(declared: DeclaredParameters | undefined, values: Values): Values {
  if (!declared) return values
  return normaliseParameters(declared, (values ?? {}) as Readonly<Record<string, ParameterValue>>) as Values
}

/** Parameters as text, those without a value left out (NORM-6). */
function pairsOf(query: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
}
