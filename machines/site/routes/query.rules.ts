/** The parameters of a query in their order: `'?a=1&b=x%20y'` → `[['a', '1'], ['b', 'x y']]`. What is no percent encoding
 *  stays as it is written. */
export function parseQuery(query: string): readonly (readonly [name: string, value: string])[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))] as const
    })
}

/** The query of parameters, with its question mark; empty without any. */
export function formatQuery(parameters: readonly (readonly [name: string, value: string])[]): string {
  const pairs = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.length ? `?${pairs.join('&')}` : ''
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch (error) {
    if (error instanceof URIError) return spaced
    throw error
  }
}
