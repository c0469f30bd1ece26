import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_TABLE } from '#machines/site/events/event-table.ts'
import type { AnalyticsBatch, TrackedFact } from '#schemas'
import { type Analytics, type BatchSender, createAnalytics } from './analytics.service.ts'
import { describeOnEachStore } from './event-stores.test-support.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000
const DAY = 86_400_000
const SPAN = { from: new Date(NOW - 10 * DAY), to: new Date(NOW + DAY) }

/** A UUID with a number in it. */
const name = (number: number) => `3f0c8a52-6f0e-4c63-9a7e-${String(number).padStart(12, '0')}`

/** A funnel, visitor by visitor and step by step. @param away number of the event by which a visitor leaves; null for none */
function plainFunnel(
  visitors: readonly (readonly { readonly e: number; readonly at: number }[])[],
  steps: readonly number[],
  windowMs: number,
  away: number | null,
): number[] {
  const counts = steps.map(() => 0)
  for (const events of visitors) {
    let [reached, entered, leftAt] = [-1, 0, Number.POSITIVE_INFINITY]
    for (const [at, number] of steps.entries()) {
      const times = events.filter(({ e, at: ms }) => e === number && ms > reached).map(({ at: ms }) => ms)
      const first = Math.min(...times)
      if (at === 0) {
        entered = first
        leftAt = Math.min(...events.filter(({ e, at: ms }) => e === away && ms > first).map(({ at: ms }) => ms))
      }
      if (times.length === 0 || first - entered > windowMs || first >= leftAt) break
      reached = first
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return counts
}

await describeOnEachStore('events of visitors', (storeOf) => {
  function scene(brandId: string, changes: Partial<BatchSender> = {}) {
    let now = NOW
    const store = storeOf()
    const analytics: Analytics = createAnalytics({ store, clock: () => new Date(now) })
    const sender = { brandId, accountId: null, language: 'en', isOn: true, ...changes }
    const take = (visitor: number, ev: AnalyticsBatch['ev'], more: Partial<AnalyticsBatch> = {}) =>
      analytics.take(sender, {
        ...{ w: 0, sw: 1440, sh: 900, u: { visitor: name(visitor), visit: name(visitor + 1000) }, ev },
        ...more,
      })
    const sums = async () =>
      (await analytics.daily(brandId, SPAN)).map(({ at, number, events }) => [
        at.toISOString().slice(0, 10),
        number,
        events,
      ])
    return { ...analytics, store, take, sums, wait: (ms: number) => (now += ms), brandId }
  }
  const event = (e: number, ms = 0, more: Partial<TrackedFact> = {}): TrackedFact => ({ ts: NOW + ms, e, ...more })

  test('a list of events or a single one is kept, and the answer has the time of the server', async () => {
    const { take, sums } = scene('a-take')
    expect(await take(1, [event(1), event(1001, 5, { s1: 'email.taken' })])).toEqual({ ts: NOW, kept: 2, dropped: {} })
    expect(await take(1, event(10000, 6))).toEqual({ ts: NOW, kept: 1, dropped: {} })
    expect(await sums()).toEqual([
      ['2026-03-01', 1, 1],
      ['2026-03-01', 1001, 1],
      ['2026-03-01', 10000, 1],
    ])
  })

  test('a batch that is sent again changes nothing, and sums are those of what is stored, in whatever order batches come', async () => {
    const { take, sums } = scene('a-again')
    const batch = [event(1), event(1, 1), event(1000, 2)]
    await Promise.all([take(1, batch), take(1, batch), take(1, [...batch, event(1, 3)]), take(2, batch)])
    expect(await sums()).toEqual([
      ['2026-03-01', 1, 5],
      ['2026-03-01', 1000, 2],
    ])
  })

  test('what is of no known kind, has metrics that its kind lacks, or is of an impossible time is dropped and counted by reason; nothing is kept where the brand counts nothing', async () => {
    const { take, sums } = scene('a-bad')
    const strange = event(1000, 1, { s1: 'somebody@example.org' })
    expect(await take(1, [event(99999), event(1, DAY), event(1, -3 * DAY), strange, event(1)])).toEqual({
      ...{ ts: NOW, kept: 1, dropped: { unknown_event: 1, unknown_metric: 1, wrong_clock: 2 } },
    })
    expect(await sums()).toEqual([['2026-03-01', 1, 1]])
    const off = scene('a-off', { isOn: false })
    expect(await off.take(1, event(1))).toEqual({ ts: NOW, kept: 0, dropped: { switched_off: 1 } })
    expect(await off.sums()).toEqual([])
  })

  test('ANA-34: events of bots are kept apart, and counted nowhere else', async () => {
    const { take, sums, visitors, brandId } = scene('a-bots')
    expect((await take(1, event(1), { w: 5 })).kept).toBe(1)
    await take(2, event(1))
    expect(await sums()).toEqual([['2026-03-01', 1, 1]])
    expect(await visitors(brandId, SPAN)).toBe(1)
  })

  test('brands see their own events alone', async () => {
    await scene('a-one').take(1, event(1))
    expect(await scene('a-other').sums()).toEqual([])
  })

  test('a funnel counts visitors by steps in their order within the window; the span decides who enters, not who continues', async () => {
    const { take, funnel, brandId } = scene('a-funnel')
    const steps = [1, 1000, 1531]
    await take(1, [event(1), event(1000, 10), event(1531, 20)])
    await take(2, [event(1), event(1531, 10), event(1000, 20)])
    await take(3, [event(1000), event(1, 10)])
    await take(4, [event(1, -2 * HOUR), event(1000, -HOUR), event(1531, 20)])
    await take(5, [event(1, 0), event(1000, 10), event(1531, 20)], { w: 2 })
    const seen = async (span: { from: Date; to: Date }, windowMs: number) =>
      (await funnel(brandId, steps, span, { windowMs })).steps.map(({ visitors }) => visitors)
    expect(await seen(SPAN, DAY)).toEqual([4, 3, 2])
    expect(await seen(SPAN, HOUR)).toEqual([4, 3, 1])
    expect(await seen({ from: new Date(NOW - 3 * HOUR), to: new Date(NOW - HOUR) }, DAY)).toEqual([1, 1, 1])
    expect((await funnel(brandId, [], SPAN, { windowMs: DAY })).steps).toEqual([])
  })

  test('a funnel is that of a plain count over all visitors, for any events, with and without exclusions, and stays that when its days are packed', async () => {
    const { take, funnel, visitors: visitorCount, store, brandId } = scene('a-model')
    const steps = [1, 10, 1000]
    const [AWAY, WINDOW_MS] = [2, 30]
    const samples = fc.sample(
      fc.array(fc.record({ e: fc.constantFrom(...steps, AWAY), at: fc.integer({ min: 0, max: 50 }) }), {
        maxLength: 10,
      }),
      { numRuns: 150, seed: 7 },
    )
    const visitors = samples.map((events) => [...new Map(events.map((one) => [`${one.e} ${one.at}`, one])).values()])
    for (const [index, events] of visitors.entries())
      if (events.length > 0)
        await take(
          100 + index,
          events.map(({ e, at }) => event(e, at)),
        )
    const seen = async (without: readonly number[]) =>
      (await funnel(brandId, steps, SPAN, { windowMs: WINDOW_MS, without })).steps.map(({ visitors: count }) => count)
    const plain = plainFunnel(visitors, steps, WINDOW_MS, null)
    const plainWithout = plainFunnel(visitors, steps, WINDOW_MS, AWAY)
    expect(await seen([])).toEqual(plain)
    expect(await seen([AWAY])).toEqual(plainWithout)
    expect([plain[2], plainWithout[2]].every((count) => (count ?? 0) > 0)).toBe(true)
    expect(plainWithout).not.toEqual(plain)
    const day = new Date('2026-03-01T00:00:00Z')
    const count = await visitorCount(brandId, SPAN)
    expect(await store.packDays(brandId, { from: day, to: new Date(day.getTime() + DAY) }, () => false)).toBe(1)
    expect([await seen([]), await seen([AWAY])]).toEqual([plain, plainWithout])
    expect(await visitorCount(brandId, SPAN)).toBe(count)
    expect(await visitorCount(brandId, { from: day, to: new Date(NOW) })).toBe(0)
  })

  test('texts that no database stores, and names of nothing that exists, break nothing', async () => {
    const { take, sums } = scene('a-texts')
    const strange = ['\u0000', '\ud800', "'); drop table account; --", '<script>alert(1)</script>', '\u202e']
    const batches = strange.map((s1, at) =>
      take(1, event(1001, at, { s1 }), { u: { visitor: name(1), visit: name(2), source: s1, referrer: s1 } }),
    )
    expect((await Promise.all(batches)).map(({ kept }) => kept)).toEqual([1, 1, 1, 1, 1])
    expect(await sums()).toEqual([['2026-03-01', 1001, 5]])
  })

  test('more events than a statement takes values for are stored all the same, each once', async () => {
    const { store, sums, brandId } = scene('a-many')
    const many = Array.from({ length: 2600 }, (_, at) => ({
      ...{ visitId: name(at % 7), visitorId: name(at % 7), accountId: null, at: new Date(NOW + at), number: 1 },
      ...{ isBot: false, metrics: {}, language: 'en', source: null, referrer: null, width: 1440, height: 900 },
    }))
    await store.add(brandId, many)
    await store.add(brandId, many)
    expect(await sums()).toEqual([['2026-03-01', 1, 2600]])
  })

  test('ANA-30: how pages feel is summed by page and measure: three of four visits are not above the value, and bots are left out', async () => {
    const { take, vitals, brandId } = scene('a-vitals')
    const measured = (ms: number, f1: number, s2: string) => event(20, ms, { s1: 'LCP', s2, s3: 'home', f1 })
    await take(1, [measured(0, 1000, 'good'), measured(1, 2000, 'good'), measured(2, 3000, 'needs-improvement')])
    await take(2, [measured(0, 5000, 'poor'), event(20, 1, { s1: 'CLS', s2: 'good', s3: 'home', f1: 0 })])
    await take(3, [measured(0, 60_000, 'poor')], { w: 1 })
    expect(await vitals(brandId, 20, SPAN, 'page')).toEqual([
      { place: 'home', name: 'LCP', p75: 3500, visits: 4, good: 2, poor: 1 },
      { place: 'home', name: 'CLS', p75: 0, visits: 1, good: 1, poor: 0 },
    ])
    // The Monday before; all pages together.
    await take(4, [event(20, 0, { s1: 'LCP', s2: 'good', s3: 'live', f1: 100 })])
    expect(await vitals(brandId, 20, SPAN, 'week')).toEqual([
      { place: '2026-02-23', name: 'LCP', p75: 3000, visits: 5, good: 3, poor: 1 },
      { place: '2026-02-23', name: 'CLS', p75: 0, visits: 1, good: 1, poor: 0 },
    ])
  })

  test('events of the last minutes are summed by minute and kind, pages by their route, without bots', async () => {
    const { take, minutes, brandId } = scene('a-live')
    await take(1, [event(10, 0, { s1: 'home' }), event(10, 1, { s1: 'home' }), event(10, 60_000, { s1: 'live' })])
    await take(2, [event(1001, 60_001, { s1: 'email.taken' }), event(10, -60_000, { s1: 'home' })])
    await take(3, [event(10, 0, { s1: 'home' })], { w: 1 })
    const span = { from: new Date(NOW), to: new Date(NOW + HOUR) }
    const seen = await minutes(brandId, 10, span)
    expect(seen.map(({ at, number, text, events }) => [at.getTime() - NOW, number, text, events])).toEqual([
      [0, 10, 'home', 2],
      [60_000, 10, 'live', 1],
      [60_000, 1001, null, 1],
    ])
  })

  test('ANA-30: the elements at fault are summed by page, those that were found most often first', async () => {
    const { take, vitals, brandId } = scene('a-elements')
    const found = (ms: number, s2: string, s3 = 'home') => event(21, ms, { s1: 'LCP', s2, s3, f1: 5000 + ms })
    await take(1, [found(0, 'main img'), found(1, 'main img'), found(2, 'header img'), event(21, 3, { s1: 'CLS' })])
    expect((await vitals(brandId, 21, SPAN, 'element')).map(({ place, visits }) => [place, visits])).toEqual([
      ['home main img', 2],
      ['home header img', 1],
    ])
  })

  test('single events go when the brand keeps them no longer, however many they are, and their sums stay', async () => {
    const { take, sums, visitors, deleteOld, wait, brandId } = scene('a-old')
    await take(1, [event(1), event(1, 1), event(1000, 2)])
    wait(4 * DAY)
    await take(2, event(1, 4 * DAY))
    await deleteOld(brandId, 5, () => false)
    const span = { from: SPAN.from, to: new Date(NOW + 10 * DAY) }
    expect(await visitors(brandId, span)).toBe(2)
    await deleteOld(brandId, 3, () => true)
    expect(await visitors(brandId, span)).toBe(2)
    await deleteOld(brandId, 3, () => false)
    expect(await visitors(brandId, span)).toBe(1)
    expect(await sums()).toEqual([
      ['2026-03-01', 1, 2],
      ['2026-03-01', 1000, 1],
    ])
  })

  test('a day goes as a whole once no brand keeps it; days that are kept stay, and so do the sums', async () => {
    const { take, sums, visitors, dropDays, wait, brandId } = scene('a-days')
    await take(1, [event(1), event(1000, 2)])
    wait(5 * DAY)
    await take(2, event(1, 5 * DAY))
    const span = { from: SPAN.from, to: new Date(NOW + 10 * DAY) }
    expect(await dropDays(6)).toBe(0)
    expect(await visitors(brandId, span)).toBe(2)
    expect(await dropDays(4)).toBeGreaterThan(0)
    expect(await dropDays(4)).toBe(0)
    expect(await visitors(brandId, span)).toBe(1)
    expect((await sums()).length).toBe(2)
    expect((await take(3, event(1, 4 * DAY))).kept).toBe(1)
  })
})

test('ANA-22: the events that the specification numbers have its numbers', () => {
  const names = new Map(EVENT_TABLE.map(({ number, name: known }) => [number, known]))
  expect([1000, 1247, 1531, 1532, 10000, 10190, 10191].map((number) => names.get(number))).toEqual([
    ...['registered', 'sms_sent', 'first_deposit', 'further_deposit', 'bet_placed', 'captcha_passed', 'captcha_missed'],
  ])
  expect(names.size).toBe(EVENT_TABLE.length)
  expect(new Set(names.values()).size).toBe(EVENT_TABLE.length)
})
