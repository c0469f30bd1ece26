import { sendAnalytics } from '#calls/analytics/analytics.calls.ts'
import { analyticsAddress } from '#calls/analytics/analytics-address.ts'
import { requestOf } from '#calls/http/http-call.ts'
import { clockOffset } from '#machines/analytics/analytics.rules.ts'
import type { AnalyticsAnswer, AnalyticsBatch } from '#schemas'
import { UUID_HEADER } from '../page/track.ts'

/** How a batch is sent. */
export interface BatchSending {
  readonly language: string
  /** Where it is sent; to this server when left out. */
  readonly api?: string | undefined
  /** Called with how far the server's clock is ahead, ms (ANA-4). */
  readonly setClock: (offsetMs: number) => void
}

/** Sends a batch, also while the page goes. @throws Error when it did not arrive */
export async function sendBatch(
  body: AnalyticsBatch,
  { language, api, setClock }: BatchSending,
): Promise<AnalyticsAnswer> {
  const { address, request } = requestOf(sendAnalytics, { body }, { language, extras: {} })
  const headers = { ...request.headers, [UUID_HEADER]: body.u.visitor }
  const sentAtMs = Date.now()
  const answer = await fetch(analyticsAddress(address, api), { ...request, headers, keepalive: true })
  if (!answer.ok) throw new Error(`analytics answered ${answer.status}`)
  const told = (await answer.json()) as AnalyticsAnswer
  setClock(clockOffset(told.ts, sentAtMs, Date.now()))
  return told
}
