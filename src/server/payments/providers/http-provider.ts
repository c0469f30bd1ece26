import type { ProviderPaymentAnswer } from '#schemas'
import { isProviderPaymentAnswer as validate } from '#schemas/generated/validators/payments.js'
import { type PaymentProvider, ProviderSilent } from '../payment-provider.ts'
import { readSignedEvents } from './signed-events.ts'

/** How an adapter of an operator is reached. */
export interface HttpProviderPorts {
  readonly id: string
  /** Where it listens. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey: string | undefined
  /** Secret by which it signs its events. */
  readonly webhookSecret: string | undefined
  readonly timeoutMs: number
  readonly fetch: typeof fetch
}

/** Joins a provider through an adapter of the operator's own: `POST {url}/start`, `/status` and `/refund` take what the port gives as JSON
 *  and answer a payment; its events are signed as Standard Webhooks say. An answer that is late, is no payment or has a status of 500 or
 *  above leaves the outcome unknown; 400 or above to `/start` and `/refund` says that it was refused. */
export function createHttpProvider(ports: HttpProviderPorts): PaymentProvider {
  return {
    id: ports.id,
    start: (order) => ask(ports, 'start', order),
    status: (payment) => ask(ports, 'status', payment),
    refund: (refund) => ask(ports, 'refund', refund),
    readWebhook: (webhook) => readSignedEvents(webhook, ports.webhookSecret),
  }
}

const REFUSED: Readonly<Record<string, ProviderPaymentAnswer['state']>> = { start: 'failed', refund: 'refund_failed' }

async function ask(ports: HttpProviderPorts, path: string, body: object): Promise<ProviderPaymentAnswer> {
  const response = await reach(ports, path, body)
  const refused = response.status >= 400 && response.status < 500 ? REFUSED[path] : undefined
  if (!response.ok) await response.body?.cancel()
  if (refused) return { reference: '', state: refused, rawState: `refused with ${response.status}` }
  if (!response.ok) throw new ProviderSilent(`${ports.id} answered ${response.status}`)
  const answer: unknown = await response.json().catch(() => undefined)
  if (validate(answer)) return answer
  const [error] = validate.errors ?? []
  throw new ProviderSilent(`${ports.id} gave no payment: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
}

async function reach({ id, url, apiKey, timeoutMs, fetch }: HttpProviderPorts, path: string, body: object) {
  try {
    return await fetch(`${url.replace(/\/$/, '')}/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (cause) {
    throw new ProviderSilent(`${id} does not answer`, { cause })
  }
}
