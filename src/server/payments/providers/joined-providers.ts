import type { PaymentsConfig } from '#schemas'
import type { PaymentProvider } from '../payment-provider.ts'
import { createBtcpayProvider } from './btcpay-provider.ts'
import { createHttpProvider } from './http-provider.ts'

/** What providers are joined with. */
export interface JoinedProvidersPorts {
  readonly payments: (brandId: string) => Promise<PaymentsConfig>
  /** The built-in provider of a brand. */
  readonly simulated: (brandId: string) => PaymentProvider
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
}

const TIMEOUT_MS = 10_000

/** Finds the provider of a brand by its id in `payments.providers`; undefined when there is none, or when it lacks its address. */
export function createJoinedProviders({ payments, simulated, secretOf, fetch }: JoinedProvidersPorts) {
  return async (brandId: string, id: string): Promise<PaymentProvider | undefined> => {
    const { providers, providerApiKeys, providerWebhookSecrets } = await payments(brandId)
    const settings = Object.hasOwn(providers, id) ? providers[id] : undefined
    if (!settings) return undefined
    const { kind, url, storeId } = settings
    if (kind === 'simulated') return simulated(brandId)
    if (!url) return undefined
    const secret = (names: Readonly<Record<string, string>>) => {
      const variable = Object.hasOwn(names, id) ? names[id] : undefined
      return variable === undefined ? undefined : secretOf(variable)
    }
    const shared = { id, url, timeoutMs: TIMEOUT_MS, fetch }
    const secrets = { apiKey: secret(providerApiKeys), webhookSecret: secret(providerWebhookSecrets) }
    if (kind === 'http') return createHttpProvider({ ...shared, ...secrets })
    return storeId ? createBtcpayProvider({ ...shared, ...secrets, storeId }) : undefined
  }
}
