import { isProviderEvents as validate } from '#schemas/generated/validators/payments.js'
import { signatureFault, signatureOf } from '#server/guard/webhook-signature.ts'
import type { ProviderEvent, RawWebhook, WebhookFault } from '../payment-provider.ts'

/** A request that carries events, as it is sent. */
export interface SignedEvents {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Signs events as Standard Webhooks say: `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>` over
 *  `id.timestamp.body`. */
export function signEvents(
  events: readonly ProviderEvent[],
  { id, secret, now }: { readonly id: string; readonly secret: string; readonly now: Date },
): SignedEvents {
  const body = JSON.stringify({ events })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`,
    },
    body: new TextEncoder().encode(body),
  }
}

/** Reads signed events: the signature is checked before anything of the body is read. */
export function readSignedEvents(
  { headers, body, now }: RawWebhook,
  secret: string | undefined,
): readonly ProviderEvent[] | WebhookFault {
  const text = new TextDecoder().decode(body)
  const signed = {
    ...{ provider: '', body: text, id: headers['webhook-id'], timestamp: headers['webhook-timestamp'] },
    signature: headers['webhook-signature'],
  }
  const secrets = new Map(secret === undefined ? [] : [['', secret]])
  const fault = signatureFault(signed, { secrets, nowMs: now.getTime() })
  if (fault) return { fault: faultOf(fault, signed.signature), found: `${fault.where} ${fault.fault}` }
  const value = parsed(text)
  if (!validate(value)) {
    const [error] = validate.errors ?? []
    return { fault: 'malformed', found: `body${error?.instancePath ?? ''} ${error?.message ?? 'is no JSON'}` }
  }
  return value.events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }))
}

function faultOf(
  { where, fault }: { readonly where: string; readonly fault: string },
  signature: string | undefined,
): WebhookFault['fault'] {
  if (!signature || fault === 'is missing') return 'unsigned'
  return where.endsWith('timestamp') ? 'too_old' : 'wrong_signature'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON is no batch of events: the validator says so.
    return undefined
  }
}
