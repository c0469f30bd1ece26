import { createDecipheriv, createECDH, randomBytes } from 'node:crypto'
import type { PushDeviceBody, PushPayload } from '#schemas'
import { contentKeys } from '#server/push/push-encryption.ts'
import { readVapid } from '#server/push/vapid.ts'

/** A message as a push service got it and its browser read it. */
export interface TakenPush {
  readonly endpoint: string
  readonly payload: PushPayload
  readonly ttlSeconds: number
  /** Who has signed it, for which service; null when the signature is not true. */
  readonly signed: ReturnType<typeof readVapid>
}

/** A push service that knows some browsers. */
export function fakePushService() {
  const browsers = new Map<string, ReturnType<typeof newBrowser>>()
  const taken: TakenPush[] = []
  /** Browsers whose messages it has never answered. */
  const unanswered: string[] = []
  let status = 201
  return {
    taken,
    unanswered,
    /** What it answers from now on; 0 is nothing at all, ever. */
    answer: (next: number) => {
      status = next
    },
    /** A browser that has subscribed, at a service of such an origin. */
    subscribe: (origin = 'https://fcm.googleapis.com'): PushDeviceBody => {
      const browser = newBrowser(origin)
      browsers.set(browser.device.endpoint, browser)
      return browser.device
    },
    fetch: (async (address: string, init: RequestInit) => {
      if (status === 0) {
        unanswered.push(address)
        return new Promise<Response>(() => undefined)
      }
      if (status !== 201) return new Response(null, { status })
      const headers = new Headers(init.headers)
      const browser = browsers.get(address)
      if (!browser) return new Response(null, { status: 404 })
      taken.push({
        endpoint: address,
        payload: JSON.parse(browser.read(Buffer.from(init.body as Uint8Array))) as PushPayload,
        ttlSeconds: Number(headers.get('ttl')),
        signed: readVapid(headers.get('authorization') ?? ''),
      })
      return new Response(null, { status })
    }) as typeof fetch,
  }
}

let made = 0

function newBrowser(origin: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const keys = { p256dh: own.getPublicKey(), auth: randomBytes(16) }
  const device: PushDeviceBody = {
    endpoint: `${origin}/fcm/send/browser-${++made}`,
    p256dh: keys.p256dh.toString('base64url'),
    auth: keys.auth.toString('base64url'),
  }
  return {
    device,
    /** What a message says to this browser (RFC 8291). @throws Error when it is for another */
    read: (body: Buffer): string => {
      const publicKey = body.subarray(21, 86)
      const shared = own.computeSecret(publicKey)
      const { key, nonce } = contentKeys(shared, { keys, publicKey, salt: body.subarray(0, 16) })
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}
