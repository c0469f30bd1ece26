import { supportPresence } from '#machines/account/support-hours.rules.ts'
import type { PushPayload } from '#schemas'
import type { OpenDevice, PushDevices } from './push-devices.ts'
import { encryptPush } from './push-encryption.ts'
import { isPushEndpoint, readKeys } from './push-endpoint.rules.ts'
import type { DuePush, PushMessages } from './push-messages.ts'
import type { PushPorts, PushText, QuietHours } from './push-ports.ts'
import { type VapidKeys, vapidHeader } from './vapid.ts'

/** What the sender has to know of a brand. */
export interface PushBrand extends QuietHours {
  readonly isOffered: boolean
  /** A mailto: or https: address at which push services reach the brand. */
  readonly subject: string
  /** A message in a language. */
  readonly text: (message: Pick<DuePush, 'template' | 'params' | 'topic'>, language: string) => PushText
}

const TIMEOUT_MS = 10_000
const MOST_ATTEMPTS = 5
/** A push service says by these that it does not know the address any more (RFC 8030, 7.3). */
const GONE = new Set([404, 410])
const TOO_MANY = 429

type Outcome = 'sent' | 'gone' | 'refused' | 'later'

/** Sends the messages of a brand that are due. */
export function createPushSender(
  { clock, log, service, fetch: send }: Pick<PushPorts, 'clock' | 'log' | 'service' | 'fetch'>,
  devices: Pick<PushDevices, 'keysOf' | 'reachable' | 'forget'>,
  messages: Pick<PushMessages, 'due' | 'take' | 'end' | 'wait' | 'retry'>,
) {
  async function sendTo(
    device: OpenDevice,
    payload: PushPayload,
    how: { readonly keys: VapidKeys; readonly subject: string; readonly ttlSeconds: number; readonly topic: string },
  ): Promise<Outcome> {
    const read = readKeys(device)
    // What was kept before the list of services changed is held against it again.
    if (!read || !isPushEndpoint(device.endpoint, service)) return 'gone'
    const { origin } = new URL(device.endpoint)
    const authorization = vapidHeader(how.keys, { audience: origin, subject: how.subject, now: clock() })
    try {
      const answer = await send(device.endpoint, {
        method: 'POST',
        // A push service answers itself; where it points elsewhere, nothing is sent.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization,
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(how.ttlSeconds),
          urgency: how.topic === 'games' ? 'high' : 'normal',
        },
        body: new Uint8Array(encryptPush(Buffer.from(JSON.stringify(payload)), read)),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'sent'
      if (GONE.has(answer.status)) return 'gone'
      return answer.status === TOO_MANY || answer.status >= 500 ? 'later' : 'refused'
    } catch (error) {
      log.warn({ service: origin, error: String(error) }, 'push: a service was not reached')
      return 'later'
    }
  }

  async function tell(brandId: string, brand: PushBrand, message: DuePush, keys: VapidKeys): Promise<void> {
    if (!(await messages.take(brandId, message.pushId))) return
    const reached = await devices.reachable(brandId, message.accountId)
    const ttlSeconds = Math.max(0, Math.round((message.expiresAt.getTime() - clock().getTime()) / 1000))
    const outcomes: Outcome[] = []
    for (const device of reached) {
      const payload = payloadOf(device, message, brand)
      const outcome = await sendTo(device, payload, { keys, subject: brand.subject, ttlSeconds, topic: message.topic })
      if (outcome === 'gone') await devices.forget(brandId, device.deviceId)
      if (outcome === 'refused') log.warn({ brandId, topic: message.topic }, 'push: a service refused a message')
      outcomes.push(outcome)
    }
    if (outcomes.includes('sent')) return messages.end(brandId, message.pushId, 'sent')
    if (outcomes.includes('later') && message.attempts + 1 < MOST_ATTEMPTS) return messages.retry(brandId, message)
    return messages.end(brandId, message.pushId, 'dropped')
  }

  return {
    /** Sends what is due: what nobody wants any more is dropped, and what comes at night waits or, when it is worth nothing in the
     *  morning, is dropped. */
    async sendDue(brandId: string, brand: PushBrand): Promise<void> {
      const due = await messages.due(brandId)
      if (due.length === 0) return
      const keys = await devices.keysOf(brandId)
      for (const message of due) {
        const now = clock()
        const wakesAt = message.isQuiet ? endOfQuiet(brand, now) : null
        if (!brand.isOffered || !message.isWanted || message.expiresAt <= now)
          await messages.end(brandId, message.pushId, 'dropped')
        else if (wakesAt === null) await tell(brandId, brand, message, keys)
        else if (wakesAt < message.expiresAt) await messages.wait(brandId, message.pushId, wakesAt)
        else await messages.end(brandId, message.pushId, 'dropped')
      }
    },
  }
}

/** When the quiet hours end that a moment lies in; null outside of them. */
export function endOfQuiet({ quietFrom, quietUntil, timeZone }: QuietHours, now: Date): Date | null {
  const awake = supportPresence({ startTime: quietUntil, endTime: quietFrom, timeZone }, now.getTime())
  return awake.isOpen ? null : new Date(awake.opensAtMs)
}

function payloadOf({ origin, language }: OpenDevice, message: DuePush, brand: PushBrand): PushPayload {
  const { title, body, dir, path, icon } = brand.text(message, language)
  return {
    web_push: 8030,
    notification: {
      title,
      body,
      lang: language,
      dir,
      tag: message.subject.split(':').slice(0, 2).join(':'),
      navigate: origin + path,
      icon: origin + icon,
    },
  }
}
