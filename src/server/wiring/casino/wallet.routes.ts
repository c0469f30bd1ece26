import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeWalletCall } from '#calls/provider-webhooks.calls.ts'
import type { ProviderWallet } from '#server/casino/providers/provider-wallet.ts'
import { countRefused, type RefusedWebhooks } from '../http/raw-webhooks.ts'

/** What the wallet's routes are joined with. */
export interface WalletRoutePorts extends RefusedWebhooks {
  readonly wallet: ProviderWallet
}

const MOST_BYTES = 64 * 1024
type Params = { readonly provider: string; readonly '*'?: string }

/** Takes calls of providers of games as the bytes that have come, under the brand of their host (CAS-9). An address whose calls are forged or
 *  malformed time and again has to wait; what is signed and written right is always taken. */
export async function registerWalletCalls(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Promise<string>,
  { wallet, ...refused }: WalletRoutePorts,
): Promise<void> {
  const take = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    )
    const [, query = ''] = (request.raw.url ?? '').split('?')
    const { provider, '*': path = '' } = request.params
    const { status, body, isFaulty } = await wallet.take(await brandOf(request as FastifyRequest), provider, {
      ...{ method: request.method === 'GET' ? ('GET' as const) : ('POST' as const), path, query, headers },
      body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    })
    if (isFaulty) await countRefused(refused, ['wallet_call', request.ip])
    return reply.code(status).header('cache-control', 'no-store').send(body)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: Params }>(`${takeWalletCall.path}/:provider`, { bodyLimit: MOST_BYTES }, take)
    scope.post<{ Params: Params }>(`${takeWalletCall.path}/:provider/*`, { bodyLimit: MOST_BYTES }, take)
    scope.get<{ Params: Params }>(`${takeWalletCall.path}/:provider/*`, take)
  })
}
