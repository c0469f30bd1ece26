import type { FastifyInstance } from 'fastify'
import { SEGMENT_TYPES, sendRecording } from '#calls/analytics/recording.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { RateLimit } from '#schemas'
import type { Recordings } from '#server/analytics/recording/recordings.service.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { networkOf } from '#server/guard/network.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import { neverStore } from '../http/security-headers.ts'

/** Segments of one network: one a second of a dozen visitors behind one address. */
const FROM_NETWORK: RateLimit = { attempts: 720, windowMs: 60_000 }
const MOST_BYTES = 1024 * 1024

/** What the route of recordings is joined with. */
export interface RecordingRoutePorts {
  readonly recordings: Pick<Recordings, 'take'>
  readonly budget: Pick<BudgetStore, 'take'>
  readonly now: () => Date
}

/** Takes segments of recordings as the bytes that have come (REC-2 to REC-4). Who the player is says the cookie, not the header. */
export async function registerRecordings(
  app: FastifyInstance,
  scopeOf: ScopeOf,
  { recordings, budget, now }: RecordingRoutePorts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(Object.values(SEGMENT_TYPES), { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(sendRecording.path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const { site, player, address, device, language, header } = await scopeOf(request, reply)
      if (site.preview) throw new AppError('preview.read_only')
      const waitMs = await budget.take(
        JSON.stringify(['recording', site.brandId, networkOf(address)]),
        FROM_NETWORK,
        now().getTime(),
      )
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000)
        throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
      }
      const contentType = header('content-type')?.split(';')[0]?.trim() ?? ''
      if (!Buffer.isBuffer(request.body)) throw new AppError('request.unsupported_media')
      const { isRecordingAllowed, isAnalyticsOn } = site.config['third-party']
      const sender = {
        ...{ brandId: site.brandId, accountId: player?.accountId ?? null, device, language },
        isOn: isRecordingAllowed && isAnalyticsOn,
      }
      const session = header('x-sess-id') ?? ''
      neverStore(reply)
      return recordings.take(sender, { session, contentType, body: request.body })
    })
  })
}
