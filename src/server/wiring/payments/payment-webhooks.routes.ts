import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takePaymentWebhook } from '#calls/payment-webhooks.calls.ts'
import type { PaymentsService } from '#server/payments/payments.service.ts'

/** Where webhooks of payment providers arrive. */
export interface PaymentWebhookPorts {
  readonly payments: Pick<PaymentsService, 'takeWebhook'>
  readonly now: () => Date
}

const PATH = `${takePaymentWebhook.path}/:provider`
const MOST_BYTES = 256 * 1024

/** Takes webhooks of payment providers as the bytes that have come: their signature is over these (PAY-10). */
export async function registerPaymentWebhooks(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  { payments, now }: PaymentWebhookPorts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { provider: string } }>(PATH, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const brandId = await brandOf(request)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      )
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const answer = await payments.takeWebhook(brandId, request.params.provider, { headers, body, now: now() })
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
}
