import type { RequestDeclaration } from './request-declaration.ts'

/** The path of a request with its segments filled in (NET-3). @throws Error when a segment is missing or empty */
export function pathOf(
  { path, segments = [] }: RequestDeclaration,
  values: Readonly<Record<string, string>> = {},
): string {
  const rest = segments.map((name) => {
    const value = values[name]
    if (!value) throw new Error(`${path}: the path parameter "${name}" is missing`)
    return encodeURIComponent(value)
  })
  return [path, ...rest].join('/')
}
