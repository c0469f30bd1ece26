import { isReservedPath } from './reserved-segments.ts'

/** Longest address to return to. */
export const RETURN_URL_MAX_LENGTH = 1024

/** How often an address may be encoded over before it counts as hidden. */
const MAX_DECODINGS = 3

/** A path, a query and a fragment of RFC 3986, in ASCII. */
const PATH_OF_SITE =
  /^(\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*)(?:\?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?$/

/** The address to return to, when it is a path of the same site's pages (SEC-8): `'/ru/office?tab=1'` → itself; null for
 *  other origins, `//host`, backslashes, control characters, dot segments and any of these in percent encoding, for calls
 *  and assets, and for what is too long. */
export function parseReturnUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > RETURN_URL_MAX_LENGTH) return null
  const path = PATH_OF_SITE.exec(value)?.[1]
  if (path === undefined) return null
  return isPlainPath(path) ? value : null
}

function isPlainPath(path: string): boolean {
  let current = path
  for (let round = 0; round <= MAX_DECODINGS; round += 1) {
    if (hasTrick(current) || isReservedPath(current)) return false
    const decoded = decode(current)
    if (decoded === null) return false
    if (decoded === current) return true
    current = decoded
  }
  return false
}

/** Empty segments, dot segments, backslashes, control and invisible characters. */
function hasTrick(path: string): boolean {
  return path.includes('//') || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path) || /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
