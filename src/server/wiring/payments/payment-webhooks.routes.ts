import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takePaymentWebhook } from '#calls/provider-webhooks.calls.ts'
import { type RefusedWebhooks, registerRawWebhooks } from '../http/raw-webhooks.ts'
import type { PaymentWiring } from './payments.wiring.ts'

/** What the cashier's routes are joined with. */
export interface CashierPorts extends Pick<PaymentWiring, 'payments' | 'simulated' | 'deliver'>, RefusedWebhooks {}

/** Takes webhooks of payment providers (PAY-10). */
export async function registerPaymentWebhooks(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  ports: CashierPorts,
): Promise<void> {
  const { payments, now } = ports
  await registerRawWebhooks<{ provider: string }>(
    app,
    {
      path: `${takePaymentWebhook.path}/:provider`,
      countedAs: 'payment_webhook',
      take: async (request, raw) =>
        payments.takeWebhook(await brandOf(request as FastifyRequest), request.params.provider, { ...raw, now: now() }),
    },
    ports,
  )
}
