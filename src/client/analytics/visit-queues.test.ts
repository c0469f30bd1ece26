import { expect, test, vi } from 'vitest'
import { createVisitQueues } from './visit-queues.ts'

const event = (e: number) => ({ ts: 1_772_323_200_000 + e, e })

test('events stay with their visit: a batch that failed before another visit began is sent again for its own', async () => {
  vi.useFakeTimers()
  const sent: string[] = []
  let isOffline = true
  const queues = createVisitQueues(async (visit, { events }) => {
    sent.push(`${visit}: ${events.map(({ e }) => e).join(' ')}`)
    if (isOffline) throw new Error('offline')
  })
  queues.add(event(1))
  queues.begin('first')
  queues.add(event(2))
  queues.begin('first')
  queues.add(event(3))
  await vi.advanceTimersByTimeAsync(3000)
  queues.begin('second')
  queues.add(event(4))
  isOffline = false
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent).toEqual(['first: 2 3', 'first: 2 3', 'second: 4'])
  vi.useRealTimers()
})

test('a page that goes sends what waits of all visits at once; after the withdrawal nothing is sent', async () => {
  vi.useFakeTimers()
  const sent: string[] = []
  const queues = createVisitQueues(async (visit) => void sent.push(visit))
  queues.begin('first')
  queues.add(event(1))
  queues.begin('second')
  queues.add(event(2))
  queues.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['first', 'second'])
  queues.add(event(3))
  queues.purge()
  queues.add(event(4))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
  vi.useRealTimers()
})
