import { createHmac, timingSafeEqual } from 'node:crypto'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { ReportedState } from '#machines/payments/payment-life.rules.ts'
import {
  type PaymentProvider,
  type ProviderEvent,
  type ProviderOrder,
  type ProviderPayment,
  ProviderSilent,
  type RawWebhook,
  type StartedPayment,
  type WebhookFault,
} from '../payment-provider.ts'
import type { HttpProviderPorts } from './http-provider.ts'

/** How a BTCPay server is reached. */
export interface BtcpayPorts extends HttpProviderPorts {
  readonly storeId: string
}

interface Invoice {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly checkoutLink: string
  readonly status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled'
  readonly additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'PaidOver' | 'Marked' | 'Invalid'
  readonly metadata?: { readonly exponent?: number }
}

interface InvoiceMethod {
  /** Price of one coin in the currency of the invoice. */
  readonly rate: string
  readonly payments: readonly { readonly value: string; readonly status: 'Invalid' | 'Processing' | 'Settled' }[]
}

interface PullPayment {
  readonly id: string
  readonly name: string
}

interface Payout {
  readonly id: string
  readonly state: 'AwaitingApproval' | 'AwaitingPayment' | 'InProgress' | 'Completed' | 'Cancelled'
}

/** Joins BTCPay Server by its Greenfield API: deposits are invoices named by the attempt in `metadata.orderId`, withdrawals are payouts of a
 *  pull payment of that name. Its webhooks carry no amounts, so they are only taken as a reason to ask. What arrives partly, late or beyond
 *  the invoice is credited as it was confirmed. It gives nothing back by itself: refunds are made in its own pages.
 *  Source: docs.btcpayserver.org, Greenfield API v1. */
export function createBtcpayProvider(ports: BtcpayPorts): PaymentProvider {
  return {
    id: ports.id,
    start: (order) => (order.direction === 'deposit' ? startInvoice(ports, order) : startPayout(ports, order)),
    async status({ attemptId }) {
      const invoice = await invoiceOf(ports, attemptId)
      if (invoice) return { ...(await invoicePayment(ports, invoice)), redirectUrl: invoice.checkoutLink }
      const payout = await payoutOf(ports, attemptId)
      if (payout) return payoutPayment(payout)
      return { reference: '', state: 'failed', rawState: 'never begun', isNeverBegun: true }
    },
    refund: async ({ reference, refundId }) => ({
      ...{ reference, state: 'refund_failed', rawState: 'is refunded in BTCPay Server', partReference: refundId },
    }),
    readWebhook: (webhook) => readWebhook(webhook, ports.webhookSecret),
  }
}

async function startInvoice(ports: BtcpayPorts, order: ProviderOrder): Promise<StartedPayment> {
  const { attemptId, amountMinor, exponent, currency, returnUrl, language } = order
  const invoice =
    (await invoiceOf(ports, attemptId)) ??
    (await call<Invoice>(ports, 'POST', 'invoices', {
      ...{ amount: minorToDecimal(amountMinor, exponent), currency, metadata: { orderId: attemptId, exponent } },
      checkout: { redirectURL: returnUrl, redirectAutomatically: true, defaultLanguage: language },
    }))
  return { ...(await invoicePayment(ports, invoice)), redirectUrl: invoice.checkoutLink }
}

async function invoiceOf(ports: BtcpayPorts, attemptId: string): Promise<Invoice | undefined> {
  const [invoice] = await call<Invoice[]>(ports, 'GET', `invoices?orderId=${encodeURIComponent(attemptId)}`)
  return invoice
}

/** What an invoice comes to. One that has expired with a part paid is what of it is confirmed. */
async function invoicePayment(ports: BtcpayPorts, invoice: Invoice): Promise<ProviderPayment> {
  const { id: reference, status, additionalStatus, currency } = invoice
  const rawState = additionalStatus === 'None' ? status : `${status} ${additionalStatus}`
  const state = stateOfInvoice(invoice)
  if (state !== 'succeeded') return { reference, state, rawState }
  const isExact = status === 'Settled' && (additionalStatus === 'None' || additionalStatus === 'Marked')
  const amountMinor = isExact ? minorOf(invoice.amount, invoice) : await confirmedMinor(ports, invoice)
  if (amountMinor > 0) return { reference, state, rawState, amountMinor, currency }
  return { reference, state: 'processing', rawState }
}

/** What the status of an invoice says. */
export function stateOfInvoice({
  status,
  additionalStatus,
}: Pick<Invoice, 'status' | 'additionalStatus'>): ReportedState {
  const isPaid = additionalStatus === 'PaidPartial' || additionalStatus === 'PaidLate'
  switch (status) {
    case 'New':
      return 'created'
    case 'Processing':
      return 'processing'
    case 'Settled':
      return 'succeeded'
    case 'Expired':
      return isPaid ? 'succeeded' : 'expired'
    case 'Invalid':
      return 'failed'
  }
}

async function confirmedMinor(ports: BtcpayPorts, invoice: Invoice): Promise<number> {
  const methods = await call<InvoiceMethod[]>(ports, 'GET', `invoices/${invoice.id}/payment-methods`)
  const confirmed = methods.flatMap(({ rate, payments }) =>
    payments.filter(({ status }) => status === 'Settled').map(({ value }) => Number(value) * Number(rate)),
  )
  return minorOf(String(confirmed.reduce((sum, value) => sum + value, 0)), invoice)
}

/** Minor units of an amount of an invoice, rounded down. */
function minorOf(amount: string, { metadata }: Invoice): number {
  return Math.floor(Number(amount) * 10 ** (metadata?.exponent ?? 2) + 1e-6)
}

async function startPayout(ports: BtcpayPorts, order: ProviderOrder): Promise<StartedPayment> {
  const { attemptId, amountMinor, exponent, currency, fields } = order
  const former = await payoutOf(ports, attemptId)
  if (former) return payoutPayment(former)
  const amount = minorToDecimal(amountMinor, exponent)
  const pull =
    (await pullPaymentOf(ports, attemptId)) ??
    (await call<PullPayment>(ports, 'POST', 'pull-payments', {
      ...{ name: attemptId, amount, currency, payoutMethods: [PAYOUT_METHOD], autoApproveClaims: true },
    }))
  const destination = fields.address ?? ''
  const body = { destination, amount, payoutMethodId: PAYOUT_METHOD }
  return payoutPayment(await call<Payout>(ports, 'POST', `/pull-payments/${pull.id}/payouts`, body))
}

const PAYOUT_METHOD = 'BTC-CHAIN'

async function pullPaymentOf(ports: BtcpayPorts, attemptId: string): Promise<PullPayment | undefined> {
  const pulls = await call<PullPayment[]>(ports, 'GET', 'pull-payments?includeArchived=true')
  return pulls.find(({ name }) => name === attemptId)
}

async function payoutOf(ports: BtcpayPorts, attemptId: string): Promise<Payout | undefined> {
  const pull = await pullPaymentOf(ports, attemptId)
  if (!pull) return undefined
  const [payout] = await call<Payout[]>(ports, 'GET', `/pull-payments/${pull.id}/payouts?includeCancelled=true`)
  return payout
}

const PAYOUT_STATES: Readonly<Record<Payout['state'], ReportedState>> = {
  AwaitingApproval: 'processing',
  AwaitingPayment: 'processing',
  InProgress: 'processing',
  Completed: 'succeeded',
  Cancelled: 'failed',
}

function payoutPayment({ id, state }: Payout): ProviderPayment {
  return { reference: id, state: PAYOUT_STATES[state], rawState: state }
}

interface SentWebhook {
  readonly deliveryId: string
  readonly originalDeliveryId?: string
  readonly type: string
  readonly timestamp: number
  readonly invoiceId?: string
  readonly payoutId?: string
  readonly metadata?: { readonly orderId?: string }
}

/** Reads a webhook whose `BTCPay-Sig: sha256=<hex>` is the HMAC-SHA-256 of its bytes. */
function readWebhook(
  { headers, body }: RawWebhook,
  secret: string | undefined,
): readonly ProviderEvent[] | WebhookFault {
  const signature = headers['btcpay-sig']
  if (!signature) return { fault: 'unsigned', found: 'headers/btcpay-sig is missing' }
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex')}`,
  )
  const given = Buffer.from(signature)
  if (secret === undefined || given.length !== expected.length || !timingSafeEqual(given, expected))
    return { fault: 'wrong_signature', found: 'headers/btcpay-sig does not fit the body' }
  const sent = readSent(body)
  if (!sent) return { fault: 'malformed', found: 'body is no event of BTCPay Server' }
  const reference = sent.invoiceId ?? sent.payoutId ?? ''
  return [
    {
      ...{ eventId: sent.originalDeliveryId ?? sent.deliveryId, at: new Date(sent.timestamp * 1000), isHint: true },
      ...{ reference, state: 'unknown', rawState: sent.type },
      ...(sent.metadata?.orderId ? { attemptId: sent.metadata.orderId } : {}),
    },
  ]
}

function readSent(body: Uint8Array): SentWebhook | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as Partial<SentWebhook> | null
    const isSent = typeof value?.deliveryId === 'string' && typeof value.type === 'string'
    return isSent && Number.isFinite(value.timestamp) ? (value as SentWebhook) : undefined
  } catch {
    // What is no JSON is no event: the caller says so.
    return undefined
  }
}

/** A call of the store, or of the server where the path begins with a slash. @throws ProviderSilent */
async function call<Answer>(
  { id, url, storeId, apiKey, timeoutMs, fetch }: BtcpayPorts,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const place = path.startsWith('/') ? path : `/stores/${encodeURIComponent(storeId)}/${path}`
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/api/v1${place}`, {
      ...{ method, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) },
      headers: { 'content-type': 'application/json', authorization: `token ${apiKey ?? ''}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.ok) return (await response.json()) as Answer
    await response.body?.cancel()
    throw new Error(`BTCPay Server answered ${response.status}`)
  } catch (cause) {
    throw new ProviderSilent(`${id} gave no answer`, { cause })
  }
}
