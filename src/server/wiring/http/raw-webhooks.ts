import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'

/** A webhook as it has come: its signature is over these bytes. */
export interface RawRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** A route that takes webhooks. */
export interface RawWebhookRoute<Request> {
  /** May have segments, such as `/:provider`. */
  readonly path: string
  /** Under which refused ones are counted. */
  readonly countedAs: string
  readonly take: (request: Request, raw: RawRequest) => Promise<object>
}

/** Where refused webhooks are counted. */
export interface RefusedWebhooks {
  readonly budget: BudgetStore
  readonly now: () => Date
}

const MOST_BYTES = 256 * 1024
/** Webhooks of one address that may be refused before it has to wait. */
const REFUSED = { attempts: 60, windowMs: 60_000 }

/** Takes webhooks as the bytes that have come. An address whose webhooks are refused time and again has to wait; what is signed right is
 *  always taken. */
export async function registerRawWebhooks<Params>(
  app: FastifyInstance,
  { path, countedAs, take }: RawWebhookRoute<FastifyRequest<{ Params: Params }>>,
  refused: RefusedWebhooks,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: Params }>(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      )
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const answer = await take(request as FastifyRequest<{ Params: Params }>, { headers, body }).catch(
        async (error: unknown) => {
          if (error instanceof AppError) await countRefused(refused, [countedAs, request.ip])
          throw error
        },
      )
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
}

/** Counts a refused call of an address. @throws AppError rate.limited when there were too many */
export async function countRefused({ budget, now }: RefusedWebhooks, of: readonly string[]): Promise<void> {
  const waitMs = await budget.take(JSON.stringify(of), REFUSED, now().getTime())
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}
