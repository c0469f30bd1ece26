import { expect, test } from 'vitest'
import { createAnalytics } from './analytics.service.ts'
import type { EventStore } from './event-store.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const TODAY = Date.parse('2026-03-04T00:00:00Z')

test('a day is packed once no event of it can still be on its way', async () => {
  const ends: number[] = []
  const packDays: EventStore['packDays'] = async (_brandId, { to }) => ends.push(to.getTime())
  let now = TODAY
  const analytics = createAnalytics({ store: { packDays } as EventStore, clock: () => new Date(now) })
  // An event of two days ago is taken at the last moment, and its transaction has yet to end.
  await analytics.packDays('aurora', 30, () => false)
  now = TODAY + 10 * MINUTE
  await analytics.packDays('aurora', 30, () => false)
  expect(ends).toEqual([TODAY - 3 * DAY, TODAY - 2 * DAY])
})
