import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeSumsubWebhook } from '#calls/provider-webhooks.calls.ts'
import type { IdentityChecks } from '#server/protection/identity/identity-checks.ts'

const MOST_BYTES = 256 * 1024

/** Takes events of Sumsub as the bytes that have come: their digest is over these (KYC-9). */
export async function registerIdentityWebhook(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  checks: Pick<IdentityChecks, 'takeSumsubWebhook'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(takeSumsubWebhook.path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const brandId = await brandOf(request)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      )
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const outcome = await checks.takeSumsubWebhook(brandId, headers, body)
      return reply.header('cache-control', 'no-store').send({ outcome })
    })
  })
}
