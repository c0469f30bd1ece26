import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOwnData } from '#calls/own-data.calls.ts'
import batchSchema from '#schemas/analytics/analytics-batch.schema.json' with { type: 'json' }
import factSchema from '#schemas/analytics/tracked-fact.schema.json' with { type: 'json' }
import { createEventStore } from '#server/analytics/event-store.ts'
import { analyticsHandlers } from '#server/wiring/analytics/analytics.handlers.ts'
import type { CallScope } from '#server/wiring/http/call-scope.ts'
import { IDENTITY_CONFIG } from '#tests/fixtures/identity/identity-stand-in.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor, PASSWORD } from '../scenes/test-visitor.ts'

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

test('ANA-1, ANA-3: a list of events or a single one is taken, with the size of the window, who it is of, where they came from, and variants', async () => {
  const ts = server.now().getTime()
  const metrics = { i1: 1, i2: 1, s1: 'home' }
  const whole = {
    m: 1,
    w: 0,
    sids: ['no-video.wide'],
    u: { ...NAMES, source: 'newsletter', referrer: 'search.example' },
  }
  for (const [ev, kept] of [
    [
      [
        { ts, e: 10, ...metrics },
        { ts: ts + 1, e: 20, f1: 0.5, s1: 'CLS', s2: 'good', s3: 'home' },
      ],
      2,
    ],
    [{ ts: ts + 2, e: 10, ...metrics }, 1],
  ] as const) {
    const answer = await send(batch({ ...whole, ev }))
    expect([answer.statusCode, answer.json<object>()]).toEqual([200, { ts: expect.any(Number), kept, dropped: {} }])
  }
  const keys = [...Object.keys(batchSchema.properties), ...Object.keys(factSchema.properties)]
  expect(keys.sort()).toEqual('e ev f1 f2 f3 i1 i2 i3 m s1 s2 s3 sh sids sw ts u w'.split(' '))
})

test('a batch of unknown events is answered, and says what was dropped', async () => {
  const answer = await send(batch({ ev: { ts: 1, e: 4 } }))
  expect([answer.statusCode, answer.json<object>()]).toEqual([
    200,
    { ts: expect.any(Number), kept: 0, dropped: { unknown_event: 1 } },
  ])
})

test('nothing that somebody sends instead of a batch ends in a failure of the server: it is refused, or dropped and counted', async () => {
  const event = { ts: server.now().getTime(), e: 1001 }
  const headers = { 'accept-language': '\u00ff;q=9, xx-klingon', 'x-user-id': '1', 'x-uuid': "' or 1=1" }
  const strange: readonly [body: unknown, status: number][] = [
    [batch({ ev: { ...event, s1: '\u0000' } }), 200],
    [batch({ ev: { ...event, s1: '\ud800' } }), 200],
    [batch({ ev: { ...event, s1: '<script>alert(1)</script>' } }), 200],
    [batch({ ev: { ...event, s2: 'of no kind' } }), 200],
    [batch({ ev: { ts: 0, e: 1 } }), 200],
    [batch({ ev: { ts: Number.MAX_SAFE_INTEGER, e: 1 } }), 200],
    [batch({ ev: { ts: 1e308, e: 1 } }), 400],
    [batch({ ev: { ts: -1, e: 1 } }), 400],
    [batch({ u: { ...NAMES, userId: 1 } }), 400],
    [batch({ u: { ...NAMES, source: 'x'.repeat(101) } }), 400],
    [batch({ sids: ['../../etc.passwd'] }), 400],
    [batch({ ev: [[event]] }), 400],
    [[batch()], 400],
    [{ __proto__: null, ...batch(), constructor: 1 }, 400],
    [batch({ ev: { ...event, s1: 'x'.repeat(3_000_000) } }), 413],
  ]
  for (const [body, status] of strange) {
    const answer = await newVisitor(server).send('/analytics-api/event.json', {
      method: 'POST',
      body: body as object,
      headers,
    })
    expect([JSON.stringify(body).slice(0, 200), answer.statusCode]).toEqual([expect.any(String), status])
  }
})

test('who an event is of says the session alone: a header makes nobody a player', async () => {
  const ev = { ts: server.now().getTime(), e: 2 }
  const { player } = await provedPlayer(server)
  const [forged, own] = ['5b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b13', '6b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b14']
  const of = (visitor: string) => ({ method: 'POST' as const, body: batch({ ev, u: { visitor, visit: visitor } }) })
  const headers = { 'x-user-id': '1' }
  await newVisitor(server).send('/analytics-api/event.json', { ...of(forged), headers })
  await player.send('/analytics-api/event.json', of(own))
  const body = { password: encoded(PASSWORD) }
  const exported = (await player.send(exportOwnData.path, { method: 'POST', body })).body
  expect(exported).toContain(own)
  expect(exported).not.toContain(forged)
})

test('who closes their account is counted no more, also on days that are packed', async () => {
  const { player } = await provedPlayer(server)
  const visitor = '7b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b15'
  const ts = server.now().getTime()
  await player.send('/analytics-api/event.json', {
    method: 'POST',
    body: batch({ ev: { ts, e: 12370 }, u: { visitor, visit: visitor } }),
  })
  const store = createEventStore(server.database.db)
  const day = new Date(Math.floor(ts / 86_400_000) * 86_400_000)
  const span = { from: day, to: new Date(day.getTime() + 86_400_000) }
  const seen = async () =>
    (await store.funnel('pier', [12370], span, { windowMs: 1000 })).steps.map(({ visitors }) => visitors)
  expect(await store.packDays('pier', span, () => false)).toBe(1)
  expect(await seen()).toEqual([1])
  const body = { password: encoded(PASSWORD) }
  expect((await player.send('/web-api/user/close', { method: 'POST', body })).statusCode).toBe(200)
  expect(await seen()).toEqual([0])
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

test('events are deleted when they are older than the brand keeps them', async () => {
  const { ts } = { ts: server.now().getTime() }
  await send(batch({ ev: { ts, e: 10, i1: 1, i2: 1, s1: 'home' } }))
  const span = { from: new Date(ts - 1000), to: new Date(ts + 1000) }
  server.wait(6 * 86_400_000)
  const rest = async () => {
    await server.analytics.rounds.run()
    return server.analytics.analytics.visitors('pier', span)
  }
  expect(await rest()).toBe(1)
  await server.brands.write('pier/config/third-party.json', { ...IDENTITY_CONFIG, analyticsDays: 4 })
  await expect.poll(rest, { timeout: 15_000, interval: 500 }).toBe(0)
})
