import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { SIGNED_WITHIN_S } from '#server/guard/webhook-signature.ts'

function dueSignature(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** What a call of the own protocol is sent with, signed as Standard Webhooks say: HMAC-SHA-256 over `id.timestamp.body` as base64. */
export function ownHeaders(secret: string, body: string | Uint8Array, now: Date): Record<string, string> {
  const id = randomUUID()
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = dueSignature(secret, id, timestamp, body)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/** What is wrong with the signature of a call; null when it is right. */
export function ownSignatureFault(
  secret: string,
  call: {
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly body: Uint8Array
    readonly now: Date
  },
): string | null {
  const { headers, body, now } = call
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature = '' } = headers
  if (!id) return 'webhook-id is missing'
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp must be seconds since 1970'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNED_WITHIN_S)
    return `webhook-timestamp is more than ${SIGNED_WITHIN_S} seconds off`
  const due = Buffer.from(dueSignature(secret, id, timestamp, body))
  const isRight = signature.split(' ').some((one) => isEqual(Buffer.from(one), due))
  return isRight ? null : 'webhook-signature does not fit the id, the timestamp, the body and the secret'
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
