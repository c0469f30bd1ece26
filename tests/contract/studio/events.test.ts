import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getEventReport,
  getFunnelReport,
  getLiveReport,
  getVisitorReport,
  getVitalReport,
} from '#calls/studio/studio-analytics.calls.ts'
import type {
  EventReportAnswer,
  FunnelReportAnswer,
  LiveAnswer,
  VisitorReportAnswer,
  VitalReportAnswer,
} from '#schemas'
import { atDesk, type DeskScene, deskScene, read } from '../scenes/desk-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

const VISIT = '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12'
const send = (visitor: string, events: readonly number[], w = 0) =>
  newVisitor(scene.server).send('/analytics-api/event.json', {
    method: 'POST',
    body: {
      ...{ w, sw: 1440, sh: 900, u: { visitor, visit: visitor.replace('3f0c8a52', '9b1c8a52') } },
      ev: events.map((e, at) => ({ ts: scene.server.now().getTime() + at, e })),
    },
  })
const visitor = (number: number) => `3f0c8a52-6f0e-4c63-9a7e-00000000000${number}`

test('a viewer reads how often events were on which day, and a funnel; bots are left out, and nobody is named', async () => {
  for (const [number, events, w] of [
    [1, [1, 1000, 1531], 0],
    [2, [1, 1000], 0],
    [3, [1], 0],
    [4, [1, 1000, 1531], 1],
  ] as const)
    expect((await send(visitor(number), events, w)).statusCode).toBe(200)
  const report = await read<EventReportAnswer>(scene.viewer, getEventReport, { days: '3' })
  expect(report).toMatchObject({ isOn: true, visitors: 3 })
  expect(report.days).toHaveLength(3)
  const asked = { days: '3', steps: '1,1000,1531' }
  const { funnel, summedUntil } = await read<FunnelReportAnswer>(scene.viewer, getFunnelReport, asked)
  expect(funnel).toEqual([
    { number: 1, visitors: 3 },
    { number: 1000, visitors: 2 },
    { number: 1531, visitors: 1 },
  ])
  expect(summedUntil).toBeNull()
  expect(report.visitorsByDay).toEqual([0, 0, 3])
  expect(report.kinds.find(({ number }) => number === 1000)).toMatchObject({ total: 2, before: 0, byDay: [0, 0, 2] })
  expect(JSON.stringify(report)).not.toMatch(new RegExp(`${VISIT.slice(0, 8)}|3f0c8a52`))
})

test('a viewer reads who comes again, the steps between pages, and visitors by what tells them apart', async () => {
  const report = await read<VisitorReportAnswer>(scene.viewer, getVisitorReport, { days: '7', by: 'screen' })
  expect(report).toMatchObject({ by: 'screen', split: [{ value: 'desktop', visitors: 3, events: 6 }] })
  expect(report.cohorts.at(-1)?.visitors).toEqual([3])
  expect(JSON.stringify(report)).not.toMatch(new RegExp(`${VISIT.slice(0, 8)}|3f0c8a52`))
  await expectStudioError(await atDesk(scene.stranger, getVisitorReport, { query: {} }), 'brand.unknown')
  expect((await atDesk(scene.owner, getVisitorReport, { query: { by: 'planted' } })).statusCode).toBe(400)
})

test('ANA-33: a funnel leaves out who does something else, and machines offer funnels of their own states', async () => {
  const asked = { days: '3', steps: '1,1000', without: '1531' }
  const { funnel, machineFunnels } = await read<FunnelReportAnswer>(scene.viewer, getFunnelReport, asked)
  // The deposits came after the registrations: nobody left before them.
  expect(funnel.map(({ visitors }) => visitors)).toEqual([3, 2])
  const other = await read<FunnelReportAnswer>(scene.viewer, getFunnelReport, {
    ...asked,
    steps: '1,1531',
    without: '1000',
  })
  expect(other.funnel.map(({ visitors }) => visitors)).toEqual([3, 0])
  const coupon = machineFunnels.find(({ machine }) => machine === 'coupon')
  expect(coupon?.steps[0]).toBe(12000)
  expect(machineFunnels.find(({ machine }) => machine === 'shop-order')?.steps).toEqual([12180, 12181, 12182])
  expect(machineFunnels.length).toBeGreaterThan(5)
})

test('a funnel of days that are packed says up to which day its visitors come from sums', async () => {
  const now = scene.server.now().getTime()
  const dayAfter = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  await scene.server.analytics.analytics.packDays('pier', 14, () => false)
  const asked = (until: string) =>
    read<FunnelReportAnswer>(scene.viewer, getFunnelReport, { days: '5', steps: '1,1000', until })
  expect((await asked(dayAfter(-5))).summedUntil).toBe(dayAfter(-5))
  const today = await asked(dayAfter(0))
  expect([today.summedUntil, today.funnel[0]?.visitors]).toEqual([dayAfter(-3), 3])
})

test('ANA-33: a viewer reads what is done at present, who does not see the brand nothing', async () => {
  const report = await read<LiveAnswer>(scene.viewer, getLiveReport, {})
  expect(report.visitors).toBe(3)
  expect(report.byMinute.reduce((sum, events) => sum + events, 0)).toBe(6)
  expect(report.latest[0]).toEqual({ name: 'visit_started', page: null, count: 3 })
  await expectStudioError(await atDesk(scene.stranger, getLiveReport, { query: {} }), 'brand.unknown')
})

test('ANA-30: vitals are reported by page and by week, with the elements at fault', async () => {
  const ts = scene.server.now().getTime()
  const of = { s1: 'LCP', s3: 'home', f1: 5000 }
  await newVisitor(scene.server).send('/analytics-api/event.json', {
    method: 'POST',
    body: {
      ...{ w: 0, sw: 1440, sh: 900, u: { visitor: visitor(9), visit: VISIT } },
      ev: [
        { ts, e: 20, ...of, s2: 'poor' },
        { ts: ts + 1, e: 21, ...of, s2: 'main.page img' },
      ],
    },
  })
  const report = await read<VitalReportAnswer>(scene.viewer, getVitalReport, { days: '3' })
  const sum = { name: 'LCP', p75: 5000, rating: 'poor', visits: 1, good: 0, poor: 1 }
  expect(report.vitals).toEqual([{ page: 'home', ...sum }])
  // The Monday before the first of March 2026, a Sunday.
  expect(report.vitalWeeks).toEqual([{ week: '2026-02-23', ...sum }])
  expect(report.slowElements).toEqual([{ page: 'home', element: 'main.page img', name: 'LCP', p75: 5000, visits: 1 }])
})

test('who does not see the brand reads none of it, and a funnel of nonsense is refused', async () => {
  for (const call of [getEventReport, getFunnelReport]) {
    await expectStudioError(await atDesk(scene.stranger, call, { query: {} }), 'brand.unknown')
    for (const query of [{ days: '0' }, { days: '93' }, { until: 'x' }, { planted: '1' }])
      expect((await atDesk(scene.owner, call, { query })).statusCode).toBe(400)
  }
  for (const query of [{ steps: '1,x' }, { windowHours: '0' }])
    expect((await atDesk(scene.owner, getFunnelReport, { query })).statusCode).toBe(400)
})

test('the days of a report end where it is asked, today at the latest, and are held against as many before', async () => {
  const now = scene.server.now().getTime()
  const dayAfter = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  const [u, ev] = [
    { visitor: visitor(8), visit: VISIT },
    { ts: now - 86_400_000, e: 1000 },
  ]
  await newVisitor(scene.server).send('/analytics-api/event.json', {
    method: 'POST',
    body: { ...{ w: 0, sw: 1440, sh: 900 }, u, ev },
  })
  const asked = (query: Record<string, string>) => read<EventReportAnswer>(scene.viewer, getEventReport, query)
  const today = await asked({ days: '1', until: dayAfter(40) })
  expect([today.days, today.visitors, today.visitorsBefore]).toEqual([[dayAfter(0)], 4, 1])
  expect(today.kinds.find(({ number }) => number === 1000)).toMatchObject({ total: 2, before: 1, byDay: [2] })
  const former = await asked({ days: '2', until: dayAfter(-1) })
  expect([former.days, former.visitorsByDay, former.visitorsBefore]).toEqual([[dayAfter(-2), dayAfter(-1)], [0, 1], 0])
  // Of days that the brand keeps no longer nothing is said.
  expect((await asked({ days: '92', until: dayAfter(-390) })).visitorsBefore).toBeNull()
})
