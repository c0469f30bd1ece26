import type { ParameterDeclaration } from '#machines/site/routes/normalise-parameters.rules.ts'

/** The methods that a request may be declared with; the generic client sends all but PATCH (NET-17, decision 36). */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

/** Parameters by their names, with how each is sent (NORM-1 to NORM-8). */
export type DeclaredParameters = Readonly<Record<string, ParameterDeclaration>>
/** A request before its values: what a caller may say, and where each value goes. */
export interface RequestDeclaration {
  /** From the root of the host, without the segments that values add. */
  readonly path: `/${string}`
  /** GET when left out (NET-1). */
  readonly method?: HttpMethod
  /** Names of the values that follow the path as segments, in order (NET-3). */
  readonly segments?: readonly string[]
  /** Parameters that are normalised before they are sent; those of a part that is not declared are sent as they are. */
  readonly declared?: { readonly query?: DeclaredParameters; readonly body?: DeclaredParameters }
  /** JSON when left out (NET-9). */
  readonly content?: 'json' | 'json-api'
}
