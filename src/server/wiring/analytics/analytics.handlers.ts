import { sendAnalytics } from '#calls/analytics/analytics.calls.ts'
import { getExperiments } from '#calls/analytics/experiments.calls.ts'
import { checkRecording } from '#calls/analytics/recording.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { assignmentsOf } from '#machines/site/experiments/experiments.rules.ts'
import type { RateLimit } from '#schemas'
import type { Analytics } from '#server/analytics/analytics.service.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { networkOf } from '#server/guard/network.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'

/** Batches of one network: five a second of a dozen visitors behind one address. */
const FROM_NETWORK: RateLimit = { attempts: 3600, windowMs: 60_000 }

export interface AnalyticsPorts {
  readonly analytics: Pick<Analytics, 'take'>
  readonly budget: Pick<BudgetStore, 'take'>
  readonly clock: () => Date
  /** Counts events by what has happened to them. */
  readonly count: (outcome: string, events: number) => void
}

/** The calls of analytics; that of recordings' segments takes bytes, and has a route of its own. */
export function analyticsHandlers({ analytics, budget, clock, count }: AnalyticsPorts): AnyHandler[] {
  return [
    answer(sendAnalytics, async ({ body }, { site, player, language, address }) => {
      const key = JSON.stringify(['analytics', site.brandId, networkOf(address)])
      const waitMs = await budget.take(key, FROM_NETWORK, clock().getTime())
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000)
        throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
      }
      const { isAnalyticsOn: isOn } = site.config['third-party']
      const sender = { brandId: site.brandId, accountId: player?.accountId ?? null, language, isOn }
      const taken = await analytics.take(sender, body)
      const outcomes = { kept: taken.kept, lost: body.m ?? 0, ...taken.dropped }
      for (const [outcome, events] of Object.entries(outcomes)) if (events > 0) count(outcome, events)
      return taken
    }),
    answer(getExperiments, async ({ body: { u } }, { site }) => {
      if (!site.config['third-party'].isAnalyticsOn) return []
      return assignmentsOf(site.config.experiments.running, u).map(({ sid }) => ({ sid }))
    }),
    answer(checkRecording, async (_, { site }) => {
      const { isRecordingAllowed, isAnalyticsOn } = site.config['third-party']
      if (!isRecordingAllowed || !isAnalyticsOn || site.preview) throw new AppError('route.not_found')
      return { ts: clock().getTime() }
    }),
  ]
}
