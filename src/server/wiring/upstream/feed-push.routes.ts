import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { pushFeedChanges } from '#calls/feed-push.calls.ts'
import type { FeedPushAnswer } from '#schemas'
import { isFeedPushBody as validate } from '#schemas/generated/validators/feed.js'
import type { LiveBook } from '#server/feed/live/live-book.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { signatureFault } from '#server/guard/webhook-signature.ts'

export interface FeedPushPorts {
  readonly book: LiveBook
  readonly secrets: ReadonlyMap<string, string>
  /** Where the batches of each provider are counted. */
  readonly budget: BudgetStore
  /** How many batches of one provider are taken within a minute. */
  readonly mostPerMinute: number
  readonly now: () => Date
}

const PATH = `${pushFeedChanges.path}/:provider`
const MOST_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000

/** Takes changes of games from providers. The signature is checked before anything of the body is read. It is of no brand and
 *  answers under every host. */
export async function registerFeedPush(app: FastifyInstance, ports: FeedPushPorts): Promise<void> {
  const { book, secrets, now } = ports
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { provider: string } }>(PATH, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const header = (name: string) => request.headers[name]?.toString()
      const body = typeof request.body === 'string' ? request.body : ''
      const { provider } = request.params
      const signed = {
        provider,
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
      }
      const fault = signatureFault(signed, { secrets, nowMs: now().getTime() })
      if (fault) throw new AppError('feed.push_refused', fault)
      await countBatch(ports, provider)
      const batch = readBatch(body)
      const answer: FeedPushAnswer = toAnswer(await book.take({ producer: provider, ...batch }))
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
}

/** Only what is signed is counted, so that nobody spends the budget of another. @throws AppError rate.limited */
async function countBatch({ budget, mostPerMinute, now }: FeedPushPorts, provider: string): Promise<void> {
  const limit = { attempts: mostPerMinute, windowMs: MINUTE_MS }
  const waitMs = await budget.take(JSON.stringify(['feed_push', provider]), limit, now().getTime())
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}

function readBatch(body: string) {
  const value = parsed(body)
  if (validate(value)) return value
  const [error] = validate.errors ?? []
  throw new AppError('request.invalid', {
    where: `body${error?.instancePath ?? ''}`,
    fault: error?.message ?? 'is no batch of changes',
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new AppError('request.invalid', { where: 'body', fault: 'is no JSON' }, { cause })
  }
}

function toAnswer({ taken, refused, isRepeated }: Awaited<ReturnType<LiveBook['take']>>): FeedPushAnswer {
  return { taken, refused: [...refused], isRepeated }
}
