import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsHandlers } from '#server/wiring/analytics/analytics.handlers.ts'
import type { CallScope } from '#server/wiring/http/call-scope.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NAMES = { visitor: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', visit: '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12' }
const batch = (changes: object = {}) => ({
  w: 0,
  sw: 1440,
  sh: 900,
  u: NAMES,
  ev: [{ ts: Date.now(), e: 1 }],
  ...changes,
})
const send = (body: unknown) =>
  newVisitor(server).send('/analytics-api/event.json', { method: 'POST', body: body as object })

test('a batch that breaks its form is refused whole, with the place, and nothing of it is kept', async () => {
  const event = { ts: Date.now(), e: 1 }
  const bad = [
    batch({ ev: [] }),
    batch({ ev: Array.from({ length: 51 }, () => event) }),
    batch({ ev: [{ ...event, e: 100_000 }] }),
    batch({ ev: [{ ...event, i1: 1.5 }] }),
    batch({ ev: [{ ...event, s1: 'x'.repeat(101) }] }),
    batch({ ev: [{ ...event, planted: 1 }] }),
    batch({ u: { ...NAMES, visitor: 'me' } }),
    batch({ u: {} }),
    batch({ w: 64 }),
    batch({ sw: -1 }),
    [],
    {},
  ]
  for (const body of bad) {
    const answer = await send(body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
  }
})

test('a batch of unknown events is answered, and says what was dropped', async () => {
  const answer = await send(batch({ ev: { ts: 1, e: 4 } }))
  expect([answer.statusCode, answer.json<object>()]).toEqual([
    200,
    { ts: expect.any(Number), kept: 0, dropped: { unknown_event: 1 } },
  ])
})

test('a flood from one network is refused with the time to wait, whichever visitor sends it', async () => {
  const asked: string[] = []
  const [handler] = analyticsHandlers({
    analytics: { take: () => Promise.reject(new Error('nothing was to be kept')) },
    budget: {
      take: async (key) => {
        asked.push(key)
        return 1500
      },
    },
    clock: () => new Date(),
    count: () => undefined,
  })
  const scope = (address: string) => ({ site: { brandId: 'pier' }, address }) as unknown as CallScope
  for (const address of ['2001:db8::1', '2001:db8::2'])
    await expect(handler?.handle({ body: batch() }, scope(address))).rejects.toMatchObject({
      code: 'rate.limited',
      retryAfterSeconds: 2,
    })
  expect(new Set(asked).size).toBe(1)
})

test('events are counted by what has happened to them, those among them that a page has lost', async () => {
  const counted: Record<string, number> = {}
  const [handler] = analyticsHandlers({
    analytics: { take: async () => ({ ts: 1, kept: 2, dropped: { wrong_clock: 1 } }) },
    budget: { take: async () => 0 },
    clock: () => new Date(),
    count: (outcome, events) => {
      counted[outcome] = (counted[outcome] ?? 0) + events
    },
  })
  const site = { brandId: 'pier', config: { 'third-party': { isAnalyticsOn: true } } }
  await handler?.handle({ body: batch({ m: 7 }) }, { site, player: null, address: '192.0.2.1' } as unknown as CallScope)
  expect(counted).toEqual({ kept: 2, lost: 7, wrong_clock: 1 })
})
