import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createVisitQueues } from '#client/analytics/visit-queues.ts'
import type { EventBatch } from '#machines/analytics/event-queue.machine.ts'
import type { AnalyticsAnswer } from '#schemas'
import { createEventStore } from '#server/analytics/event-store.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const VISIT = '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12'
const U = { visitor: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', visit: VISIT }
/** What is done on the page: ten events a second for a minute and a half, far more than anybody does. */
const EVERY_MS = 100
const DONE_MS = 90_000
const AWAY_MS = 30_000
const AWAY_FROM_MS = 20_000
const SETTLED_MS = 120_000

/** Plays a page whose server is away for half a minute, and loses the answer to every seventh batch besides. */
async function playOutage() {
  vi.useFakeTimers()
  try {
    const begunAt = Date.now()
    const arrived: EventBatch[] = []
    let asked = 0
    const sentAt: number[] = []
    const queues = createVisitQueues(async (_visit, batch) => {
      const passed = Date.now() - begunAt
      sentAt.push(passed)
      if (passed >= AWAY_FROM_MS && passed < AWAY_FROM_MS + AWAY_MS) throw new Error('the server is away')
      asked += 1
      arrived.push(batch)
      if (asked % 7 === 0) throw new Error('the answer was lost')
    })
    queues.begin(VISIT)
    const first = server.now().getTime()
    const done = DONE_MS / EVERY_MS
    for (let at = 0; at < done; at += 1) {
      queues.add({ ts: first + at, e: 10, i1: at + 1 })
      await vi.advanceTimersByTimeAsync(EVERY_MS)
    }
    await vi.advanceTimersByTimeAsync(SETTLED_MS)
    return { arrived, done, sentAt }
  } finally {
    vi.useRealTimers()
  }
}

test('ANA-7, ANA-19: while the server is away for 30 s nothing is lost, the order stays, and what comes twice is kept once', async () => {
  const { arrived, done, sentAt } = await playOutage()
  expect(arrived.every(({ events, lost }) => events.length <= 10 && lost === 0)).toBe(true)
  const busiest = sentAt.map((at) => sentAt.filter((other) => other >= at && other < at + 1000).length)
  expect(Math.max(...busiest)).toBeLessThanOrEqual(5)
  // Each event comes after those before it, except for batches that come again as they were.
  const order = arrived.flatMap(({ events }) => events.map(({ i1 = 0 }) => i1))
  expect([...new Set(order)]).toEqual(Array.from({ length: done }, (_, at) => at + 1))
  expect(order.length).toBeGreaterThan(done)
  const who = newVisitor(server)
  for (const { events } of arrived) {
    const body = { w: 0, sw: 1440, sh: 900, u: U, ev: events }
    const answer = await who.send('/analytics-api/event.json', { method: 'POST', body })
    expect([answer.statusCode, answer.json<AnalyticsAnswer>().dropped]).toEqual([200, {}])
  }
  const { rows } = await countStored()
  const loss = (done - rows) / done
  expect(loss).toBeLessThanOrEqual(0.001)
  expect(rows).toBe(done)
})

async function countStored(): Promise<{ rows: number }> {
  const day = server.now().getTime()
  const counts = await createEventStore(server.database.db).daily('pier', {
    from: new Date(day - 86_400_000),
    to: new Date(day + 86_400_000),
  })
  return { rows: counts.filter(({ number }) => number === 10).reduce((sum, { events }) => sum + events, 0) }
}
