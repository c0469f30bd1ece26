import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { FeedPushAnswer } from '#schemas'
import { validate } from '#schemas/generated/validators/feed/feed-push-body.js'
import { signatureOf } from '#server/delivery/sms-webhook-adapter.ts'
import type { LiveBook } from '#server/feed/live/live-book.ts'
import { signatureFault } from '#server/feed/push/push-signature.ts'

export interface FeedPushPorts {
  readonly book: LiveBook
  readonly secrets: ReadonlyMap<string, string>
  readonly now: () => Date
}

const PATH = '/web-api/feed/push/:provider'
const MOST_BYTES = 2 * 1024 * 1024

/** Takes changes of games from providers. The signature is checked before anything of the body is read. It is of no brand and
 *  answers under every host. */
export async function registerFeedPush(app: FastifyInstance, { book, secrets, now }: FeedPushPorts): Promise<void> {
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
      const fault = signatureFault(signed, { secrets, nowMs: now().getTime(), sign: signatureOf })
      if (fault) throw new AppError('feed.push_refused', fault)
      const batch = readBatch(body)
      const answer: FeedPushAnswer = toAnswer(await book.take({ producer: provider, ...batch }))
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
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
