/** Values of a route's parameters; `'*'` is the rest of a pattern that ends in `/*`. */
export type RouteParams = Readonly<Record<string, string | number | undefined>>

/** A filled pattern and the parameters it had no place for. */
export interface FilledPattern {
  readonly path: string
  readonly rest: readonly (readonly [name: string, value: string])[]
}

/** Names of the parameters that a pattern has, in order: `':kind/:sport?'` → `[{ name: 'kind', isOptional: false }, …]`; the rest
 *  of a pattern that ends in `/*` is `'*'` and may be empty. */
export function patternParams(pattern: string): readonly { readonly name: string; readonly isOptional: boolean }[] {
  return pattern.split('/').flatMap((segment) => {
    if (segment === '*') return [{ name: '*', isOptional: true }]
    if (!segment.startsWith(':')) return []
    const isOptional = segment.endsWith('?')
    return [{ name: isOptional ? segment.slice(1, -1) : segment.slice(1), isOptional }]
  })
}

/** Puts parameters into a React Router pattern: `('toto/draw/:drawId', { drawId: 7, page: 2 })` →
 *  `{ path: 'toto/draw/7', rest: [['page', '2']] }`.
 *  @throws Error when a parameter that is not optional is missing */
export function fillPattern(pattern: string, params: RouteParams): FilledPattern {
  const used = new Set<string>()
  const value = (name: string): string | undefined => {
    used.add(name)
    return params[name] === undefined ? undefined : String(params[name])
  }
  const segments = pattern.split('/').flatMap((segment) => fillSegment(segment, value, pattern))
  const rest = Object.keys(params).flatMap((name) =>
    used.has(name) || params[name] === undefined ? [] : [[name, String(params[name])] as const],
  )
  return { path: segments.join('/'), rest }
}

function fillSegment(
  segment: string,
  parameter: (name: string) => string | undefined,
  pattern: string,
): readonly string[] {
  if (segment === '*') return (parameter('*') ?? '').split('/').filter(Boolean).map(encodeURIComponent)
  if (!segment.startsWith(':')) return [segment]
  const isOptional = segment.endsWith('?')
  const name = isOptional ? segment.slice(1, -1) : segment.slice(1)
  const value = parameter(name)
  if (value !== undefined && value !== '') return [encodeURIComponent(value)]
  if (isOptional) return []
  throw new Error(`route pattern ${pattern}: parameter ${name} is missing`)
}

/** The parameters of a path in a pattern, decoded, or null when it does not match: `('toto/draw/:drawId',
 *  '/toto/draw/7')` → `{ drawId: '7' }`. Query, fragment and a slash at the end do not matter; optional parameters
 *  come last. */
export function matchPattern(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const parts = (path.split(/[?#]/)[0] ?? '').split('/').filter(Boolean)
  const params: Record<string, string> = {}
  const segments = pattern.split('/').filter(Boolean)
  for (const [index, segment] of segments.entries()) {
    if (segment === '*') return put(params, '*', parts.slice(index).join('/')) ? params : null
    const part = parts[index]
    if (part === undefined) {
      if (!segment.endsWith('?')) return null
    } else if (!segment.startsWith(':')) {
      if (segment !== part) return null
    } else if (!put(params, segment.replace(/^:|\?$/g, ''), part)) return null
  }
  return parts.length > segments.length ? null : params
}

/** Stores a decoded value; false when its percent signs make no text. */
function put(params: Record<string, string>, name: string, encoded: string): boolean {
  try {
    params[name] = decodeURIComponent(encoded)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
