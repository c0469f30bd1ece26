import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of parts in their order, as lower-case hex. */
export function hexHmac(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Whether a signature in hex is the one that is due; compared in a time that tells nothing of where they differ. Hex of an odd length, of
 *  another length or of other letters is none. */
export function isHexSignature(signature: string | undefined, due: string): boolean {
  if (!signature || !/^(?:[0-9a-f]{2})+$/i.test(signature)) return false
  const [one, other] = [Buffer.from(signature, 'hex'), Buffer.from(due, 'hex')]
  return one.length === other.length && timingSafeEqual(one, other)
}
