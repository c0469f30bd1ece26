import type { Environment } from '#schemas'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import type { DeliveryAdapter, RenderedMessage } from './delivery-adapter.ts'

/** How an operator's SMS gateway is reached. */
export interface SmsWebhook {
  readonly url: string
  /** What requests are signed with; the gateway knows it too. */
  readonly secret: string
  /** After which a gateway that does not answer is given up, until the outbox tries again. */
  readonly timeoutMs: number
  readonly clock: () => Date
}

/** The SMS gateway of the environment, or undefined when it names none. @throws Error when its secret is missing */
export function smsCarrier(
  environment: Pick<Environment, 'LIVERY_SMS_URL' | 'LIVERY_SMS_SECRET' | 'LIVERY_SMS_TIMEOUT_MS'>,
  clock: () => Date,
): DeliveryAdapter | undefined {
  const { LIVERY_SMS_URL: url, LIVERY_SMS_SECRET: secret, LIVERY_SMS_TIMEOUT_MS: timeoutMs } = environment
  if (!url) return undefined
  if (!secret) throw new Error('LIVERY_SMS_URL needs LIVERY_SMS_SECRET, with which requests to the gateway are signed.')
  return createSmsWebhookAdapter({ url, secret, timeoutMs, clock })
}

/** Hands messages to an SMS gateway by a signed POST (Standard Webhooks: `webhook-id`, `webhook-timestamp`,
 *  `webhook-signature: v1,<base64 of HMAC-SHA-256 over id.timestamp.body>`). The id, also sent as `Idempotency-Key`, is the
 *  same at each try of a message, so that the gateway can tell a repetition. Errors name neither the address nor the text. */
export function createSmsWebhookAdapter({ url, secret, timeoutMs, clock }: SmsWebhook): DeliveryAdapter {
  return {
    async send(message) {
      const id = `${message.brandId}-${message.messageId}`
      const body = JSON.stringify(payloadOf(message, id))
      const timestamp = Math.floor(clock().getTime() / 1000)
      const answer = await reach(url, timeoutMs, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`,
        },
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
    },
  }
}

/** What a gateway is sent: `{ id, brand, to: '+77012345678', text, template }`, with `from` if the brand sets a
 *  sender name, and `apps: true` for a recipient who also takes messages by messenger. */
function payloadOf(message: RenderedMessage, id: string) {
  const { brandId, recipient, body, template, sender, takesAppMessages } = message
  const from = sender === undefined ? {} : { from: sender }
  return {
    id,
    brand: brandId,
    ...from,
    to: recipient,
    text: body,
    template,
    ...(takesAppMessages ? { apps: true } : {}),
  }
}

async function reach(url: string, timeoutMs: number, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const { code } = ((error instanceof Error ? error.cause : undefined) as { code?: string }) ?? {}
    const why = isLate ? `did not answer within ${timeoutMs} ms` : `could not be reached (${code ?? 'no connection'})`
    throw new Error(`the SMS gateway ${why}`)
  }
}
