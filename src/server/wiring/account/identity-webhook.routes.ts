import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeSumsubWebhook } from '#calls/provider-webhooks.calls.ts'
import type { IdentityChecks } from '#server/protection/identity/identity-checks.ts'
import { type RefusedWebhooks, registerRawWebhooks } from '../http/raw-webhooks.ts'

/** What takes the events of providers of identity checks. */
export interface IdentityWebhookPorts extends RefusedWebhooks {
  readonly checks: Pick<IdentityChecks, 'takeSumsubWebhook'>
}

/** Takes events of Sumsub (KYC-9). */
export async function registerIdentityWebhook(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  ports: IdentityWebhookPorts,
): Promise<void> {
  await registerRawWebhooks(
    app,
    {
      path: takeSumsubWebhook.path,
      countedAs: 'identity_webhook',
      take: async (request, { headers, body }) => ({
        outcome: await ports.checks.takeSumsubWebhook(await brandOf(request as FastifyRequest), headers, body),
      }),
    },
    ports,
  )
}
