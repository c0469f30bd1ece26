import { DEFAULT_LIFETIME_MS } from '#machines/site/consent/expiry.rules.ts'

/** What the token decoder says of a text that is no token (TOK-18). */
export const INVALID_TOKEN = 'invalid token'

/** An expiry when nothing else is said: 15 minutes after now (TOK-17). @returns ms since 1970 */
export function defaultExpiryMs(nowMs: number): number {
  return nowMs + DEFAULT_LIFETIME_MS
}

/** The claims of a JSON Web Token (RFC 7519). They are read and not proved: only who has issued it can do that.
 *  @throws Error `invalid token` when the text is none (TOK-18) */
export function decodeToken(token: string): Readonly<Record<string, unknown>> {
  const parts = token.split('.')
  const claims = parts.length === 3 ? parsed(parts[1] ?? '') : undefined
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new Error(INVALID_TOKEN)
  return claims as Readonly<Record<string, unknown>>
}

/** When a token ends: by its `exp` claim (TOK-14), else by the default. @returns ms since 1970   @throws Error `invalid token` */
export function tokenEndMs(token: string, nowMs: number): number {
  const { exp } = decodeToken(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : defaultExpiryMs(nowMs)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function parsed(part: string): unknown {
  if (!/^[\w-]+$/.test(part)) return undefined
  try {
    return JSON.parse(textOf(part))
  } catch {
    return undefined
  }
}

/** The UTF-8 text of base64url (RFC 4648, 5). @throws URIError when it is none */
function textOf(part: string): string {
  let [held, bits, escaped] = [0, 0, '']
  for (const letter of part) {
    held = ((held << 6) | LETTERS.indexOf(letter)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    escaped += `%${((held >> bits) & 255).toString(16).padStart(2, '0')}`
  }
  return decodeURIComponent(escaped)
}
