import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of a signature may be off, seconds. */
export const SIGNED_WITHIN_S = 300
/** With which the signature of a provider that is not known is compared, so that it takes as long. */
const NO_SECRET = 'there is no such provider'

/** What a signature is judged by. */
export interface SignatureCheck {
  readonly secrets: ReadonlyMap<string, string>
  readonly nowMs: number
}

/** A request as it came. */
export interface SignedRequest {
  readonly provider: string
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: string
}

/** The secrets of providers by their names: `'northfeed=secret,other=secret'`. */
export function readPushSecrets(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '')
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Why a request is not taken to be the provider's (Standard Webhooks): the header at fault and what is wrong with it; null when
 *  it is. */
export function signatureFault(
  request: SignedRequest,
  { secrets, nowMs }: SignatureCheck,
): { readonly where: string; readonly fault: string } | null {
  const { provider, id, timestamp, signature, body } = request
  if (!id) return { where: 'headers/webhook-id', fault: 'is missing' }
  if (!timestamp || !/^\d{1,12}$/.test(timestamp))
    return { where: 'headers/webhook-timestamp', fault: 'must be seconds since 1970' }
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > SIGNED_WITHIN_S)
    return { where: 'headers/webhook-timestamp', fault: `is more than ${SIGNED_WITHIN_S} seconds off` }
  const secret = secrets.get(provider)
  const expected = Buffer.from(`v1,${signatureOf(secret ?? NO_SECRET, `${id}.${timestamp}.${body}`)}`)
  const isRight = (signature ?? '').split(' ').some((one) => isEqual(Buffer.from(one), expected))
  if (secret !== undefined && isRight) return null
  return {
    where: 'headers/webhook-signature',
    fault: 'does not fit the body, the timestamp and the secret of the provider',
  }
}

/** HMAC-SHA-256 of a text, base64. */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
