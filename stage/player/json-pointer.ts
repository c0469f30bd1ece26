/** The value that a JSON Pointer (RFC 6901) leads to, or undefined when nothing is there. */
export function readPointer(document: unknown, pointer: string): unknown {
  let value = document
  const tokens = pointer.split('/')
  for (let index = 1; index < tokens.length; index += 1) {
    const token = unescapeToken(tokens[index] ?? '')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
    value = (value as Record<string, unknown>)[token]
  }
  return value
}

/** The pointer of a path: `['steps', 2, 'expect']` → `/steps/2/expect`. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}
