import { afterAll, beforeAll, expect, test } from 'vitest'
import { getExperimentsReport } from '#calls/studio/studio-analytics.calls.ts'
import type { ExperimentsAnswer, ExperimentsReport } from '#schemas'
import { type DeskScene, deskScene, read } from '../scenes/desk-scene.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene({
    prepare: ({ write }) =>
      write('pier/config/experiments.json', {
        running: {
          video: {
            ...{
              title: 'Without the video',
              isRunning: true,
              layer: 'page',
              fromPercent: 0,
              toPercent: 100,
              goal: 1000,
            },
            variants: {
              control: { weight: 1, changes: {} },
              without: { weight: 1, changes: { 'boolean/isVideoShown': 'false' } },
            },
          },
        },
      }),
  })
})
afterAll(() => scene.server.close())

const visitor = (number: number) => `3f0c8a52-6f0e-4c63-9a7e-${String(number).padStart(12, '0')}`
const sidsOf = async (number: number) => {
  const body = { w: 'home', u: visitor(number), state: 'started' }
  const answer = await newVisitor(scene.server).send('/analytics-api/ab.json', { method: 'POST', body })
  return answer.json<ExperimentsAnswer>().map(({ sid }) => sid)
}
/** The configuration that a page is made with. */
const pageOf = async (cookie: string | null) => {
  const headers = { accept: 'text/html', ...(cookie === null ? {} : { cookie: `__Host-ab=${cookie}` }) }
  const { body } = await newVisitor(scene.server).send('/en', { headers })
  return {
    isVideoShown: /"isVideoShown":(true|false)/.exec(body)?.[1],
    sid: /"sid":"([^"]+)"/.exec(body)?.[1],
  }
}

test('ANA-5, ANA-32: a visitor keeps the variant that the call names, and pages are made with it from the first byte on', async () => {
  const shares = new Map<string, number>()
  for (let number = 0; number < 12; number += 1) {
    const [sid = ''] = await sidsOf(number)
    expect(await sidsOf(number)).toEqual([sid])
    shares.set(sid, (shares.get(sid) ?? 0) + 1)
    expect(await pageOf(visitor(number))).toEqual({ isVideoShown: String(sid === 'video.control'), sid })
  }
  expect([...shares.keys()].sort()).toEqual(['video.control', 'video.without'])
})

test('who is not counted, or whose cookie is no name, sees the site as it is', async () => {
  for (const cookie of [null, 'me', '']) expect(await pageOf(cookie)).toEqual({ isVideoShown: 'true', sid: undefined })
})

test('ANA-32: the studio shows who has seen which variant and reached the goal afterwards', async () => {
  const send = (number: number, events: readonly { readonly e: number; readonly s1?: string }[]) =>
    newVisitor(scene.server).send('/analytics-api/event.json', {
      method: 'POST',
      body: {
        ...{ w: 0, sw: 1440, sh: 900, u: { visitor: visitor(number), visit: visitor(number) } },
        ev: events.map((event, at) => ({ ts: scene.server.now().getTime() - 1000 + at, ...event })),
      },
    })
  const [control, without] = [
    { e: 30, s1: 'video.control' },
    { e: 30, s1: 'video.without' },
  ]
  await send(101, [control, { e: 1000 }])
  await send(102, [control])
  await send(103, [without, { e: 1000 }])
  // The goal before the variant was seen does not count.
  await send(104, [{ e: 1000 }, without])
  const { experiments } = await read<ExperimentsReport>(scene.viewer, getExperimentsReport, { days: '7' })
  expect(experiments).toEqual([
    expect.objectContaining({ id: 'video', goalName: 'registered', isMismatch: false, isRunning: true }),
  ])
  expect(experiments[0]?.variants.map(({ variant, seen, reached }) => [variant, seen, reached])).toEqual([
    ['control', 2, 1],
    ['without', 2, 1],
  ])
})
