import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { takePaymentWebhook } from '#calls/provider-webhooks.calls.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import type { PaymentWiring } from './payments.wiring.ts'

/** What the cashier's routes are joined with. */
export interface CashierPorts extends Pick<PaymentWiring, 'payments' | 'simulated' | 'deliver'> {
  /** Where webhooks that are refused are counted. */
  readonly budget: BudgetStore
  readonly now: () => Date
}

const PATH = `${takePaymentWebhook.path}/:provider`
const MOST_BYTES = 256 * 1024
/** Webhooks of one address that may be refused before it has to wait. */
const REFUSED = { attempts: 60, windowMs: 60_000 }

/** Takes webhooks of payment providers as the bytes that have come: their signature is over these (PAY-10). An address whose webhooks are
 *  refused time and again has to wait; what is signed right is always taken. */
export async function registerPaymentWebhooks(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  ports: CashierPorts,
): Promise<void> {
  const { payments, now } = ports
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { provider: string } }>(PATH, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const brandId = await brandOf(request)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      )
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const answer = await payments
        .takeWebhook(brandId, request.params.provider, { headers, body, now: now() })
        .catch(async (error: unknown) => {
          if (error instanceof AppError) await countRefused(ports, request.ip)
          throw error
        })
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
}

/** @throws AppError rate.limited */
async function countRefused({ budget, now }: CashierPorts, address: string): Promise<void> {
  const waitMs = await budget.take(JSON.stringify(['payment_webhook', address]), REFUSED, now().getTime())
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}
