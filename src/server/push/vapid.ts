import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The keys by which push services know a brand (RFC 8292): raw, the public one uncompressed. */
export interface VapidKeys {
  readonly publicKey: Buffer
  readonly privateKey: Buffer
}

/** For how long a signed head is good, in seconds; a day at most (RFC 8292, 2). */
const LIFETIME_SECONDS = 12 * 3600
const COORDINATE_BYTES = 32

/** Makes the keys of a brand. */
export function newVapidKeys(): VapidKeys {
  const made = createECDH('prime256v1')
  made.generateKeys()
  const privateKey = made.getPrivateKey()
  const padded = Buffer.alloc(COORDINATE_BYTES)
  privateKey.copy(padded, COORDINATE_BYTES - privateKey.length)
  return { publicKey: made.getPublicKey(), privateKey: padded }
}

/** The head `Authorization` of a message to a push service: who sends it, to which service, until when (RFC 8292, 3).
 *  @param audience origin of the push service   @param subject a mailto: or https: address at which the brand can be reached */
export function vapidHeader(
  keys: VapidKeys,
  claims: { readonly audience: string; readonly subject: string; readonly now: Date },
): string {
  const { audience: aud, subject: sub, now } = claims
  const exp = Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud, exp, sub })}`
  const signature = sign('sha256', Buffer.from(text), { key: privateOf(keys), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey.toString('base64url')}`
}

/** The claims of a signed head, as a push service reads them; null when it was not signed with the key that it names. */
export function readVapid(
  header: string,
): { readonly aud: string; readonly exp: number; readonly sub: string; readonly key: string } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const publicKey = Buffer.from(key, 'base64url')
  if (publicKey.length !== 2 * COORDINATE_BYTES + 1) return null
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicOf(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isTrue ? { ...JSON.parse(Buffer.from(body, 'base64url').toString('utf8')), key } : null
}

function coordinates(publicKey: Uint8Array): { readonly x: string; readonly y: string } {
  const at = (from: number) => Buffer.from(publicKey.slice(from, from + COORDINATE_BYTES)).toString('base64url')
  return { x: at(1), y: at(1 + COORDINATE_BYTES) }
}

function privateOf({ publicKey, privateKey }: VapidKeys): KeyObject {
  const key = { kty: 'EC', crv: 'P-256', ...coordinates(publicKey), d: privateKey.toString('base64url') }
  return createPrivateKey({ key, format: 'jwk' })
}

function publicOf(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates(publicKey) }, format: 'jwk' })
}
