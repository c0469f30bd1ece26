import { createHmac, hkdfSync } from 'node:crypto'
import type { KeyRing } from '../secrets/key-ring.ts'
import { isSameHash } from '../secrets/secrets.ts'

/** No bearer lives longer, whatever a brand says (decision 61). */
export const BEARER_LIFETIME_MS = 15 * 60_000

const KEY_BYTES = 32
/** What tokens began with before they named their key. */
const UNNAMED = encoded({ alg: 'HS256', typ: 'JWT' })

/** The player of a brand that a bearer speaks for, as long as their session lives. */
export interface BearerSubject {
  readonly brandId: string
  readonly accountId: number
  readonly sessionId: string
}

/** A bearer as it is handed out. */
export interface IssuedBearer {
  readonly token: string
  readonly expiresAt: Date
}

/** Signs and reads bearers: JSON Web Tokens (RFC 7519) whose audience is a brand. Nothing is stored; whether the session lives is
 *  for the reader to ask. */
export interface BearerTokens {
  /** @param endsAt when the session ends whatever happens: its bearer ends no later
   *  @param lifetimeMs of the brand's bearers; at most 15 minutes, which hold when it is left out */
  issue(subject: BearerSubject, now: Date, endsAt: Date, lifetimeMs?: number): IssuedBearer
  /** The subject; null when the text is no bearer of ours, of another brand, or has ended. */
  read(brandId: string, token: string, now: Date): BearerSubject | null
}

/** Bearers whose keys follow from those of a ring: HMAC-SHA-256, no other way of signing is read. Their header names the key (`kid`, RFC 7515,
 *  4.1.4); the newest signs. */
export function createBearerTokens(ring: KeyRing): BearerTokens {
  const keys = ring.map(({ id, key }) => ({
    header: encoded({ alg: 'HS256', typ: 'JWT', kid: id }),
    signing: Buffer.from(hkdfSync('sha256', key, '', 'livery bearer tokens', KEY_BYTES)),
  }))
  const [newest] = keys as [(typeof keys)[number], ...typeof keys]
  const signatureBy = (signing: Buffer, text: string) => createHmac('sha256', signing).update(text).digest('base64url')
  return {
    issue({ brandId, accountId, sessionId }, now, endsAt, lifetimeMs = BEARER_LIFETIME_MS) {
      const livesMs = Math.min(lifetimeMs, BEARER_LIFETIME_MS)
      const iat = seconds(now)
      const exp = seconds(new Date(Math.min(now.getTime() + livesMs, endsAt.getTime())))
      const text = `${newest.header}.${encoded({ aud: brandId, sub: String(accountId), sid: sessionId, iat, exp })}`
      return { token: `${text}.${signatureBy(newest.signing, text)}`, expiresAt: new Date(exp * 1000) }
    },
    read(brandId, token, now) {
      const [header = '', body = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0) return null
      const signers = header === UNNAMED ? keys : keys.filter((key) => key.header === header)
      const isOurs = ({ signing }: (typeof keys)[number]) =>
        isSameHash(signature, signatureBy(signing, `${header}.${body}`))
      if (!signers.some(isOurs)) return null
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims
      if (claims.aud !== brandId || seconds(now) >= claims.exp) return null
      return { brandId, accountId: Number(claims.sub), sessionId: claims.sid }
    },
  }
}

/** What we have signed, so that its shape is known. */
interface Claims {
  readonly aud: string
  readonly sub: string
  readonly sid: string
  /** Seconds since 1970. */
  readonly exp: number
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
