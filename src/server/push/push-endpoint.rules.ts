import { createECDH } from 'node:crypto'
import { AUTH_BYTES, POINT_BYTES, type SubscriptionKeys } from './push-encryption.ts'

/** Hosts of the push services of browsers; a dot before a name stands for all hosts below it. */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

const LONGEST = 1024

/** Whether an address is one of a push service that is known: over HTTPS, on its usual port, with no user in it. Nothing is ever sent
 *  elsewhere, whatever a page claims (SSRF).
 *  @param testOrigin origin of a push service of a test, such as `http://127.0.0.1:4711` */
export function isPushEndpoint(address: string, testOrigin?: string): boolean {
  if (address.length > LONGEST || !URL.canParse(address)) return false
  const url = new URL(address)
  if (testOrigin !== undefined && url.origin === testOrigin) return true
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  return PUSH_SERVICES.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
}

/** The keys of a subscription from their base64url; null when they are none: of another length, or no point of the curve. */
export function readKeys(keys: { readonly p256dh: string; readonly auth: string }): SubscriptionKeys | null {
  const p256dh = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  if (p256dh.length !== POINT_BYTES || auth.length !== AUTH_BYTES) return null
  try {
    const trial = createECDH('prime256v1')
    trial.generateKeys()
    trial.computeSecret(p256dh)
    return { p256dh, auth }
  } catch {
    return null
  }
}
