import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnalyticsBatch } from '#schemas'
import { takePart } from './experiments.ts'
import { pageLoad } from './page-load.ts'
import { watchPage } from './recording/watch-page.ts'
import { sendBatch } from './send-batch.ts'

const recorded = vi.hoisted(() => ({ options: {} as Record<string, unknown> }))
vi.mock('@rrweb/record', () => ({
  record: (options: Record<string, unknown>) => {
    recorded.options = options
    return () => undefined
  },
}))

const VISITOR = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
interface Sent {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
let sent: Sent[] = []

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { headers, body }: { headers: Sent['headers']; body: string }) => {
    sent.push({ address, headers, body: JSON.parse(body) })
    const answer = address.endsWith('ab.json')
      ? [{ sid: 'no-video.wide' }]
      : { ts: Date.now() + 5000, kept: 1, dropped: {} }
    return { ok: true, json: async () => answer }
  })
  vi.stubGlobal('document', { cookie: '', styleSheets: [], readyState: 'loading' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('ANA-2: events are sent with the language and the name of the visitor as headers, and no project where there is none', async () => {
  const batch: AnalyticsBatch = {
    ...{ w: 0, sw: 1440, sh: 900, u: { visitor: VISITOR, visit: VISITOR } },
    ev: [{ ts: Date.now(), e: 1 }],
  }
  const setClock = vi.fn()
  await sendBatch(batch, { language: 'pt-BR', setClock })
  const [{ headers, body, address } = { headers: {}, body: null, address: '' }] = sent
  expect(address).toBe('/analytics-api/event.json')
  expect(headers).toMatchObject({ 'accept-language': 'pt-BR', 'x-uuid': VISITOR })
  expect(Object.keys(headers).filter((name) => /project/i.test(name))).toEqual([])
  expect(body).toEqual(batch)
  expect(setClock).toHaveBeenCalledWith(5000)
})

test('ANA-5: with a named origin, events and experiments go there', async () => {
  const api = 'https://events.example/in'
  const batch: AnalyticsBatch = {
    ...{ w: 0, sw: 1440, sh: 900, u: { visitor: VISITOR, visit: VISITOR } },
    ev: [{ ts: Date.now(), e: 1 }],
  }
  await sendBatch(batch, { language: 'en', api, setClock: () => undefined })
  takePart(VISITOR, { language: 'en', api }, new AbortController().signal)
  expect(sent.map(({ address }) => address)).toEqual([`${api}/event.json`, `${api}/ab.json`])
})

test('ANA-6: in which experiments a visitor is, is asked at once and every ten minutes, until counting ends', async () => {
  const life = new AbortController()
  const part = takePart(VISITOR, { language: 'en' }, life.signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(part.sids()).toEqual(['no-video.wide'])
  await vi.advanceTimersByTimeAsync(599_999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(600_001)
  expect(sent.map(({ body }) => (body as { state: string }).state)).toEqual(['started', 'refreshed', 'refreshed'])
  life.abort()
  await vi.advanceTimersByTimeAsync(1_200_000)
  expect(sent).toHaveLength(3)
})

test('ANA-26: the load of a page is waited for ten seconds at most', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  let waited: number | undefined
  void pageLoad(new AbortController().signal).then((ms) => {
    waited = ms
  })
  await vi.advanceTimersByTimeAsync(9999)
  expect(waited).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toBeGreaterThanOrEqual(0)
})

test('REC-9: movements of the mouse, scrolling and media are recorded every 100 ms, and inputs are masked', () => {
  watchPage({ shows: [], hold: () => undefined, recorded: () => undefined })
  expect(recorded.options).toMatchObject({
    ...{ sampling: { mousemove: 100, scroll: 100, media: 100 }, maskAllInputs: true, maskTextSelector: '*' },
  })
})
