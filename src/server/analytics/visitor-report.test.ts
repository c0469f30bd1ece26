import { expect, test } from 'vitest'
import { EVENT_SPAN, eventOn, nameOf } from './event-samples.test-support.ts'
import { describeOnQuickStores } from './event-stores.test-support.ts'

const DAY = 86_400_000
const MONDAY = EVENT_SPAN.from.getTime()
const SPAN = EVENT_SPAN
const PAGE = 10
const name = nameOf

await describeOnQuickStores('reports of visitors', (store) => {
  const event = eventOn

  test('visitors are counted by the week in which they came first, and in every week after it', async () => {
    await store().add('v-weeks', [
      ...[event(1, 0), event(1, 2), event(1, 8), event(1, 15), event(2, 3), event(2, 16), event(3, 7.5)],
      event(4, 1, { isBot: true }),
    ])
    expect(await store().cohorts('v-weeks', SPAN)).toEqual([
      { week: new Date(MONDAY), visitors: [2, 1, 2] },
      { week: new Date(MONDAY + 7 * DAY), visitors: [1, 0] },
    ])
    // A visitor who came before the span is no newcomer in it.
    const later = { from: new Date(MONDAY + 7 * DAY), to: SPAN.to }
    expect(await store().cohorts('v-weeks', later)).toEqual([{ week: new Date(MONDAY + 7 * DAY), visitors: [1, 0] }])
  })

  test('visitors are counted once on each day that they come, also on days that are packed; bots never', async () => {
    await store().add('v-days', [
      ...[event(1, 0), event(1, 0.5), event(1, 2), event(2, 2.9), event(3, 2.1), event(4, 2, { isBot: true })],
    ])
    const span = { from: new Date(MONDAY), to: new Date(MONDAY + 4 * DAY) }
    const expected = [1, 0, 3, 0].map((visitors, at) => ({ at: new Date(MONDAY + at * DAY), visitors }))
    expect(await store().visitorDays('v-days', span)).toEqual(expected)
    await store().packDays('v-days', span, () => false)
    expect(await store().visitorDays('v-days', span)).toEqual(expected)
    expect(await store().visitors('v-days', span)).toBe(3)
  })

  test('steps lead from page to page of one visit; a page that is shown again is one, and the last one leads nowhere', async () => {
    const shown = (visitor: number, pages: readonly string[]) =>
      pages.map((s1, at) => event(visitor, 1 + at / 1000, { visitId: name(visitor), metrics: { s1 } }))
    await store().add('v-steps', [
      ...[...shown(1, ['home', 'live', 'live', 'game']), ...shown(2, ['home', 'live']), ...shown(3, ['home'])],
      ...shown(4, ['home', 'casino']).map((one) => ({ ...one, isBot: true })),
    ])
    expect(await store().pageSteps('v-steps', PAGE, SPAN)).toEqual([
      { from: 'home', to: 'live', count: 2 },
      { from: 'game', to: null, count: 1 },
      { from: 'home', to: null, count: 1 },
      { from: 'live', to: 'game', count: 1 },
      { from: 'live', to: null, count: 1 },
    ])
  })

  test('visitors and events are divided by language, by where they came from, and by the width of the window', async () => {
    await store().add('v-split', [
      ...[event(1, 1), event(1, 2), event(2, 1, { language: 'de', width: 390, source: 'mail' })],
      event(3, 1, { language: 'de', width: 800 }),
      event(4, 1, { isBot: true, language: 'fr' }),
    ])
    const split = (by: 'language' | 'screen' | 'source') => store().split('v-split', by, SPAN)
    expect(await split('language')).toEqual([
      { value: 'de', visitors: 2, events: 2 },
      { value: 'en', visitors: 1, events: 2 },
    ])
    expect(await split('screen')).toEqual([
      { value: 'desktop', visitors: 1, events: 2 },
      { value: 'phone', visitors: 1, events: 1 },
      { value: 'tablet', visitors: 1, events: 1 },
    ])
    expect(await split('source')).toEqual([
      { value: null, visitors: 2, events: 3 },
      { value: 'mail', visitors: 1, events: 1 },
    ])
  })

  test('ANA-32: a visitor belongs to the variant that they saw first, and reaches the goal only afterwards', async () => {
    const brand = 'v-variants'
    const [SEEN, GOAL] = [30, 1000]
    const seen = (visitor: number, day: number, s1: string, more = {}) =>
      event(visitor, day, { number: SEEN, metrics: { s1 }, ...more })
    const goal = (visitor: number, day: number) => event(visitor, day, { number: GOAL })
    await store().add(brand, [
      ...[seen(1, 1, 'x.control'), goal(1, 2), seen(2, 1, 'x.control'), seen(3, 1, 'x.other'), goal(3, 0.5)],
      ...[seen(4, 2, 'x.other'), seen(4, 1, 'x.control'), goal(4, 3), seen(5, 1, 'y.control'), goal(5, 2)],
      ...[seen(6, 1, 'x.other', { isBot: true }), seen(7, 22, 'x.other'), seen(8, 20, 'x.other'), goal(8, 25)],
    ])
    const wish = { sids: ['x.control', 'x.other'], seenNumber: SEEN, goal: GOAL }
    expect(await store().variants(brand, wish, SPAN)).toEqual([
      { sid: 'x.control', seen: 3, reached: 2 },
      { sid: 'x.other', seen: 2, reached: 1 },
    ])
    expect(await store().variants(brand, { ...wish, sids: [] }, SPAN)).toEqual([])
  })
})
