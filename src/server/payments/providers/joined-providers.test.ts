import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PaymentsConfig } from '#schemas'
import { baseSection } from '#server/site/base-section.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { createJoinedProviders } from './joined-providers.ts'

const SECRETS: Readonly<Record<string, string>> = { LIVERY_BTCPAY_KEY: 'key', LIVERY_BTCPAY_WEBHOOK: 'hush' }

function joined(changes: Partial<PaymentsConfig>) {
  const asked: string[] = []
  const provider = createJoinedProviders({
    payments: async () => ({ ...baseSection('payments'), ...changes }),
    simulated: () => ({ id: 'simulated' }) as PaymentProvider,
    secretOf: (variable) => SECRETS[variable],
    fetch: (async (_: unknown, init: RequestInit) => {
      asked.push(new Headers(init.headers).get('authorization') ?? '')
      return new Response('[]')
    }) as typeof fetch,
  })
  return { provider, asked }
}

const BTCPAY = {
  providers: { btcpay: { kind: 'btcpay', url: 'https://btcpay.example', storeId: 'store1' } },
  providerApiKeys: { btcpay: 'LIVERY_BTCPAY_KEY' },
  providerWebhookSecrets: { btcpay: 'LIVERY_BTCPAY_WEBHOOK' },
} as const

test('a provider is found by its id, and what lacks its address or is none is not', async () => {
  const { provider } = joined({
    providers: {
      simulated: { kind: 'simulated' },
      lost: { kind: 'http' },
      half: { kind: 'btcpay', url: 'https://btcpay.example' },
    },
  })
  expect((await provider('brand', 'simulated'))?.id).toBe('simulated')
  for (const id of ['lost', 'half', 'other', 'toString']) expect(await provider('brand', id), id).toBeUndefined()
})

test('secrets are read from the variables that the brand names', async () => {
  const { provider, asked } = joined(BTCPAY)
  const btcpay = await provider('brand', 'btcpay')
  await btcpay?.status({ attemptId: 'a' })
  expect(asked).toEqual(['token key', 'token key'])
  const body = new TextEncoder().encode(
    JSON.stringify({ deliveryId: 'd', type: 'InvoiceSettled', timestamp: 1, invoiceId: 'i' }),
  )
  const headers = { 'btcpay-sig': `sha256=${createHmac('sha256', 'hush').update(body).digest('hex')}` }
  expect(btcpay?.readWebhook({ headers, body, now: new Date() })).toMatchObject([{ reference: 'i', isHint: true }])
})
