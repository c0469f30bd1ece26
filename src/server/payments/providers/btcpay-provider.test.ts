import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createCashier } from '../payments.test-support.ts'
import { createBtcpayProvider, stateOfInvoice } from './btcpay-provider.ts'

const SECRET = 'whsec'
const STORE = 'store1'

interface Held {
  id: string
  amount: string
  currency: string
  checkoutLink: string
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled'
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'PaidOver' | 'Marked' | 'Invalid'
  metadata: { orderId: string; exponent: number }
  paid: { value: string; status: 'Invalid' | 'Processing' | 'Settled' }[]
}

/** A BTCPay server as its public documents describe it, as far as the adapter asks it. */
function standIn() {
  const invoices: Held[] = []
  const pulls: {
    id: string
    name: string
    payout?: { id: string; state: string; amount: string; destination: string }
  }[] = []
  let isDown = false
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (isDown) throw new TypeError('fetch failed')
    const url = new URL(String(input))
    const path = url.pathname.replace(`/api/v1/stores/${STORE}`, '').replace('/api/v1', '')
    if (new Headers(init.headers).get('authorization') !== 'token key') return answer({}, 401)
    const body = init.body ? JSON.parse(String(init.body)) : {}
    if (path === '/invoices' && init.method === 'POST') {
      const id = `inv${invoices.length + 1}`
      const made = {
        ...body,
        id,
        checkoutLink: `https://btcpay.example/i/${id}`,
        status: 'New',
        additionalStatus: 'None',
        paid: [],
      }
      invoices.push(made)
      return answer(made)
    }
    if (path === '/invoices')
      return answer(invoices.filter(({ metadata }) => metadata.orderId === url.searchParams.get('orderId')))
    const methods = /^\/invoices\/(\w+)\/payment-methods$/.exec(path)
    if (methods) return answer([{ rate: '50000', payments: invoices.find(({ id }) => id === methods[1])?.paid ?? [] }])
    if (path === '/pull-payments' && init.method === 'POST') {
      const made = { id: `pp${pulls.length + 1}`, name: body.name }
      pulls.push(made)
      return answer(made)
    }
    if (path === '/pull-payments') return answer(pulls.map(({ id, name }) => ({ id, name })))
    const payouts = /^\/pull-payments\/(\w+)\/payouts$/.exec(path)
    const pull = pulls.find(({ id }) => id === payouts?.[1])
    if (pull && init.method === 'POST') {
      pull.payout = {
        id: `po${pulls.length}`,
        state: 'AwaitingPayment',
        amount: body.amount,
        destination: body.destination,
      }
      return answer(pull.payout)
    }
    return pull ? answer(pull.payout ? [pull.payout] : []) : answer({}, 404)
  }
  const webhook = (type: string, more: object, secret = SECRET) => {
    const body = new TextEncoder().encode(
      JSON.stringify({ deliveryId: crypto.randomUUID(), type, timestamp: 1_772_366_400, storeId: STORE, ...more }),
    )
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return { headers: { 'btcpay-sig': signature }, body, now: new Date() }
  }
  const provider = createBtcpayProvider({
    ...{
      id: 'btcpay',
      url: 'https://btcpay.example/',
      storeId: STORE,
      apiKey: 'key',
      webhookSecret: SECRET,
      timeoutMs: 1000,
    },
    fetch: fetch as typeof globalThis.fetch,
  })
  return {
    invoices,
    pulls,
    provider,
    webhook,
    down: (is: boolean) => {
      isDown = is
    },
  }
}

describe('BTCPay Server', () => {
  test('its signature is over the bytes, and what is not signed is refused', () => {
    const { provider, webhook } = standIn()
    expect(provider.readWebhook(webhook('InvoiceSettled', { invoiceId: 'inv1' }))).toMatchObject([
      { isHint: true, reference: 'inv1', state: 'unknown' },
    ])
    expect(provider.readWebhook(webhook('InvoiceSettled', {}, 'another'))).toMatchObject({ fault: 'wrong_signature' })
    expect(provider.readWebhook({ headers: {}, body: new Uint8Array(), now: new Date() })).toMatchObject({
      fault: 'unsigned',
    })
    const odd = new TextEncoder().encode('[]')
    const signed = {
      headers: { 'btcpay-sig': `sha256=${createHmac('sha256', SECRET).update(odd).digest('hex')}` },
      body: odd,
      now: new Date(),
    }
    expect(provider.readWebhook(signed)).toMatchObject({ fault: 'malformed' })
  })

  test.each([
    ['New', 'None', 'created'],
    ['Processing', 'None', 'processing'],
    ['Processing', 'PaidOver', 'processing'],
    ['Settled', 'None', 'succeeded'],
    ['Settled', 'PaidOver', 'succeeded'],
    ['Settled', 'PaidLate', 'succeeded'],
    ['Settled', 'Marked', 'succeeded'],
    ['Expired', 'None', 'expired'],
    ['Expired', 'PaidPartial', 'succeeded'],
    ['Expired', 'PaidLate', 'succeeded'],
    ['Invalid', 'Marked', 'failed'],
  ] as const)('an invoice that is %s and %s has %s', (status, additionalStatus, state) => {
    expect(stateOfInvoice({ status, additionalStatus })).toBe(state)
  })
})

await describeOnQuickestEngine('the cashier with BTCPay Server', (database) => {
  function scene(brandId: string) {
    const btcpay = standIn()
    const cashier = createCashier(database().db, brandId, { provider: async () => btcpay.provider })
    const hook = (more: object) =>
      cashier.payments.takeWebhook(brandId, 'simulated', btcpay.webhook('InvoiceEvent', more))
    return { ...btcpay, ...cashier, hook }
  }

  test('PAY-10: an invoice is paid, partly, beyond and late, and what was confirmed is credited once', async () => {
    const { invoices, newPlayer, begin, hook, balances, read, breaks } = scene('btc-deposits')
    const player = await newPlayer()
    const pay = async (change: Partial<Held>) => {
      const payment = await begin(player, 'deposit', { methodId: 'crypto' })
      expect(payment).toMatchObject({ state: 'created', redirect_url: expect.stringContaining('btcpay.example/i/') })
      const invoice = invoices.at(-1)
      expect(invoice).toMatchObject({ amount: '50.00', currency: 'EUR' })
      Object.assign(invoice ?? {}, change)
      for (const _ of [1, 2]) await hook({ invoiceId: invoice?.id, metadata: invoice?.metadata })
      return read(payment.payment_id)
    }
    expect(await pay({ status: 'Settled' })).toMatchObject({ state: 'succeeded', arrived_minor: 5000 })
    const half = [
      { value: '0.0005', status: 'Settled' as const },
      { value: '0.0002', status: 'Processing' as const },
    ]
    expect(await pay({ status: 'Expired', additionalStatus: 'PaidPartial', paid: half })).toMatchObject({
      state: 'succeeded',
      arrived_minor: 2500,
    })
    const over = [{ value: '0.0012', status: 'Settled' as const }]
    expect(await pay({ status: 'Settled', additionalStatus: 'PaidOver', paid: over })).toMatchObject({
      arrived_minor: 6000,
    })
    const late = [{ value: '0.001', status: 'Settled' as const }]
    expect(await pay({ status: 'Expired', additionalStatus: 'PaidLate', paid: late })).toMatchObject({
      arrived_minor: 5000,
    })
    expect(await pay({ status: 'Expired' })).toMatchObject({ state: 'expired' })
    expect(await balances(player)).toMatchObject({ cash: 18_500 })
    expect(await breaks()).toEqual([])
  })

  test('PAY-11: a payout whose call was lost is not made twice', async () => {
    const { pulls, newPlayer, begin, down, wait, payments, brandId, read, balances } = scene('btc-payouts')
    const player = await newPlayer(10_000)
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    down(true)
    const payment = await begin(player, 'withdrawal', { methodId: 'crypto', fields: { address } })
    expect(payment).toMatchObject({ state: 'unknown' })
    down(false)
    const again = await begin(player, 'withdrawal', { methodId: 'crypto', fields: { address } })
    expect(again).toMatchObject({ state: 'sent' })
    expect(pulls).toMatchObject([{ payout: { amount: '50.00', destination: address } }])
    if (pulls[0]?.payout) pulls[0].payout.state = 'Completed'
    wait(61_000)
    await payments.reconcile(brandId)
    expect(await read(again.payment_id)).toMatchObject({ state: 'paid' })
    // What never reached the server is held until the server has said so three times; then its money is there again.
    expect(await balances(player)).toMatchObject({ cash: 0, pending: 5000 })
    for (const waitMs of [61_000, 121_000]) {
      wait(waitMs)
      await payments.reconcile(brandId)
    }
    expect(await read(payment.payment_id)).toMatchObject({ state: 'failed' })
    expect(await balances(player)).toEqual({ cash: 5000, pending: 0, receivable: 0 })
  })
})
